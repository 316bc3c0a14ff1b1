package bankroll.ledger.table;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.ledger.table.HashedTable.RecyclingTable;
import bankroll.ledger.table.Tables.Table;
import bankroll.testkit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.Test;

/** The chain of an account's sessions beside a plain list of them: the same order, whichever session leaves. */
class SessionChainTest {
    private static final long NOW_MS = 1_790_000_000_000L;
    private static final int NONE = -1;
    private static final int ACCOUNTS = 2;
    private static final int MOST = 5;

    @Test
    void shouldKeepTheOrderWhicheverSessionLeaves() {
        Seeds.forEach(100, random -> {
            try (Played played = new Played(random.nextBoolean())) {
                for (int turn = 0; turn < 60; turn++) {
                    played.turn(random);
                    played.compare();
                }
            }
        });
    }

    @Test
    void shouldFollowTwoLinksToTakeASessionOutWhereThereIsABound() {
        assertEquals(2, linksToTakeTheOldestOfFiveOut(true));
    }

    @Test
    void shouldSearchASessionFromTheNewestOneWhereThereIsNoBound() {
        assertEquals(1 + 4, linksToTakeTheOldestOfFiveOut(false));
    }

    private static long linksToTakeTheOldestOfFiveOut(boolean isBounded) {
        try (Played played = new Played(isBounded)) {
            for (int i = 0; i < 5; i++) {
                played.add(0);
            }
            long before = played.chain.steps();
            played.remove(0, 4);
            return played.chain.steps() - before;
        }
    }

    /** A chain for each account, and the lists, the newest session first. */
    private static final class Played implements AutoCloseable {
        private final Tables tables = new Tables(6, Table::mostRecords);
        private final Players players = tables.players();
        private final Records records = new Records();
        private final SessionChain chain = new SessionChain(records, players);
        private final List<List<Integer>> lists = new ArrayList<>();
        private boolean isBounded;
        private int opened;

        private Played(boolean isBounded) {
            this.isBounded = isBounded;
            for (int account = 0; account < ACCOUNTS; account++) {
                players.open(account, account, 0, 0, NOW_MS);
                lists.add(new ArrayList<>());
            }
        }

        private void turn(Random random) {
            int account = random.nextInt(ACCOUNTS);
            int kept = lists.get(account).size();
            if (random.nextInt(10) == 0) {
                isBounded = random.nextBoolean();
                int most = random.nextInt(MOST);
                for (int each = 0; each < ACCOUNTS; each++) {
                    buildAnew(each, most);
                }
            } else if (kept < MOST && (kept == 0 || random.nextBoolean())) {
                add(account);
            } else {
                remove(account, random.nextInt(kept));
            }
        }

        private void add(int account) {
            int session = records.open(++opened, account);
            chain.add(session, isBounded);
            lists.get(account).add(0, session);
        }

        private void remove(int account, int place) {
            int session = lists.get(account).remove(place);
            chain.remove(session, isBounded);
            records.remove(session);
        }

        /** Of which the newest stay. */
        private void buildAnew(int account, int most) {
            List<Integer> list = lists.get(account);
            assertEquals(list.isEmpty() ? NONE : list.get(0), chain.dissolve(account));
            assertEnds(account, List.of());
            while (list.size() > most) {
                records.remove(list.remove(list.size() - 1));
            }
            int last = NONE;
            for (int session : list) {
                chain.addOldest(session, last, isBounded);
                last = session;
            }
        }

        private void compare() {
            for (int account = 0; account < ACCOUNTS; account++) {
                List<Integer> list = lists.get(account);
                List<Integer> found = new ArrayList<>();
                int session = players.newestSession(account);
                while (session != NONE && found.size() <= list.size()) {
                    found.add(session);
                    session = chain.older(session);
                }
                assertEquals(list, found);
                assertEnds(account, list);
            }
        }

        /** The oldest one and how many there are is known where there is a bound. */
        private void assertEnds(int account, List<Integer> list) {
            boolean isKnown = isBounded && !list.isEmpty();
            assertEquals(list.isEmpty() ? NONE : list.get(0), players.newestSession(account));
            assertEquals(isKnown ? list.get(list.size() - 1) : NONE, players.oldestSession(account));
            assertEquals(isKnown ? list.size() : 0, players.sessions(account));
        }

        @Override
        public void close() {
            records.close();
            tables.close();
        }
    }

    /** Sessions of which nothing is known but whose they are. */
    private static final class Records extends RecyclingTable {
        private Records() {
            super(64, 6);
        }

        private int open(long id, int account) {
            int session = add(id, id);
            UnsafeApi.putInt(own(session) + FIELDS, account);
            return session;
        }
    }
}
