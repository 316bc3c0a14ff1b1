package bankroll.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.protocol.LedgerSettings;
import bankroll.protocol.Outcome;
import bankroll.protocol.Outcome.Anomaly;
import bankroll.testkit.Seeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A player's sessions: how many there may be, which one gives way, and what nobody goes through to find out. */
class SessionBoundTest {
    private static final boolean SOAK = Boolean.getBoolean("soak");
    private static final long START_MS = 1_790_000_000_000L;
    private static final long IDLE_MS = 3_600_000;
    private static final int NO_BOUND = 0;

    /** The sweep of four places, the oldest that is over, the oldest that gives way: two neighbours each, and the new one. */
    private static final int MOST_STEPS = 2 * (4 + 1 + 1) + 1;

    /** So many sessions of a player are gone through once, when one more is opened, and counted from then on. */
    private static final int FEW = 64;

    @Test
    void shouldOpenTwoHundredThousandSessionsOfOnePlayerWithoutAWalk() {
        try (LedgerScript script = begin(LedgerSettings.MOST_SESSIONS_PER_PLAYER)) {
            long longWays = 0;
            for (int i = 0; i < 200_000; i++) {
                long before = script.ledger().sessionSteps();
                authenticate(script, i % 10 == 0 ? "bob" : "ann");
                long steps = script.ledger().sessionSteps() - before;
                assertTrue(steps <= MOST_STEPS + FEW + 1, () -> steps + " steps");
                longWays += steps > MOST_STEPS ? 1 : 0;
                script.advance(i < 100_000 ? 1 : IDLE_MS / 1_000);
            }
            assertTrue(script.player("ann").openSessions() > 800);
            assertTrue(longWays <= 2, longWays + " walks");
        }
    }

    @Test
    void shouldTellAPlayerWithTenThousandSessionsWithoutGoingThroughThem(@TempDir Path directory) {
        try (LedgerScript script = begin(LedgerSettings.MOST_SESSIONS_PER_PLAYER)) {
            List<String> opened = new ArrayList<>();
            for (int i = 0; i < LedgerSettings.MOST_SESSIONS_PER_PLAYER; i++) {
                opened.add(authenticate(script, "ann"));
                script.advance(i % 100 == 0 ? 1 : 0);
            }
            assertEquals(0, stepsToTell(script, 10_000));
            script.closeSession(opened.get(5_000));
            assertEquals(0, stepsToTell(script, 9_999));
            script.restartFromSnapshot(directory);
            assertEquals(0, stepsToTell(script, 9_999));
            script.advance(IDLE_MS - 50);
            script.book(Asked.debit("t1", "ann", opened.get(9_000), "0"));
            assertEquals(0, stepsToTell(script, script.sessions("ann").size()));
            script.advance(IDLE_MS - 1);
            assertEquals(0, stepsToTell(script, 1));
            script.advance(1);
            assertEquals(0, stepsToTell(script, 0));
        }
    }

    private static long stepsToTell(LedgerScript script, int open) {
        long before = script.ledger().sessionSteps();
        assertEquals(open, script.player("ann").openSessions());
        return script.ledger().sessionSteps() - before;
    }

    @Test
    void shouldCountByTheLifetimeInForceWhenThatIsChanged() {
        try (LedgerScript script = begin(1_000)) {
            for (int i = 0; i < 100; i++) {
                authenticate(script, "ann");
            }
            script.advance(IDLE_MS / 2);
            assertEquals(100, script.player("ann").openSessions());
            script.start(new LedgerSettings("UTC", IDLE_MS / 2, 86_400_000, 0, false, 1_000));
            assertEquals(0, script.player("ann").openSessions());
            script.start(settings(1_000));
            assertEquals(100, script.player("ann").openSessions());
        }
    }

    @Test
    void shouldGiveThePlaceOfASessionThatExpiredAndCloseNone() {
        try (LedgerScript script = begin(2)) {
            String first = authenticate(script, "ann");
            authenticate(script, "ann");
            script.advance(IDLE_MS - 1);
            script.book(Asked.debit("t1", "ann", first, "0"));
            script.advance(1);
            String third = authenticate(script, "ann");
            assertEquals(Anomaly.NONE, script.lastAnomaly());
            assertEquals(List.of(first, third), script.sessions("ann"));
            authenticate(script, "ann");
            assertEquals(Anomaly.OLDEST_SESSION_CLOSED, script.lastAnomaly());
            assertEquals(script.ledger().digest(), script.replayedDigest());
        }
    }

    @Test
    void shouldGoThroughNoMoreSessionsThanTheBoundToAnswerAndToCloseThemAll() {
        try (LedgerScript script = begin(100)) {
            for (int i = 0; i < 1_000; i++) {
                authenticate(script, "ann");
            }
            long before = script.ledger().sessionSteps();
            assertEquals(100, script.player("ann").openSessions());
            assertEquals(Outcome.OK, script.closeSessions("ann"));
            assertEquals(0, script.player("ann").openSessions());
            assertTrue(script.ledger().sessionSteps() - before <= 100 + 3 * 100);
        }
    }

    @Test
    void shouldCloseTheOldestWhenOneMoreIsOpened() {
        try (LedgerScript script = begin(2)) {
            String first = authenticate(script, "ann");
            String second = authenticate(script, "ann");
            assertEquals(Anomaly.NONE, script.lastAnomaly());
            authenticate(script, "bob");
            String third = authenticate(script, "ann");
            assertEquals(Anomaly.OLDEST_SESSION_CLOSED, script.lastAnomaly());
            assertEquals(List.of(second, third), script.sessions("ann"));
            assertEquals(Outcome.SESSION_NOT_FOUND, script.closeSession(first));
            assertEquals(1, script.player("bob").openSessions());
            assertEquals(script.ledger().digest(), script.replayedDigest());
        }
    }

    @Test
    void shouldCloseNoneForOneThatTheOperatorClosedOrThatExpired() {
        try (LedgerScript script = begin(2)) {
            String first = authenticate(script, "ann");
            String second = authenticate(script, "ann");
            assertEquals(Outcome.OK, script.closeSession(second));
            String third = authenticate(script, "ann");
            assertEquals(Anomaly.NONE, script.lastAnomaly());
            assertEquals(List.of(first, third), script.sessions("ann"));
            script.advance(IDLE_MS);
            String fourth = authenticate(script, "ann");
            assertEquals(Anomaly.NONE, script.lastAnomaly());
            assertEquals(List.of(fourth), script.sessions("ann"));
            assertEquals(script.ledger().digest(), script.replayedDigest());
        }
    }

    @Test
    void shouldNotCountASessionThatExpiredBetweenTwoThatAreOpen() {
        try (LedgerScript script = begin(10)) {
            String first = authenticate(script, "ann");
            authenticate(script, "ann");
            script.advance(IDLE_MS - 1);
            script.book(Asked.debit("t1", "ann", first, "0"));
            String third = authenticate(script, "ann");
            script.advance(1);
            assertEquals(2, script.player("ann").openSessions());
            assertEquals(List.of(first, third), script.sessions("ann"));
        }
    }

    @Test
    void shouldLetGoOfASessionThatWasClearedAwaySoThatItsPlaceServesAnotherPlayer() {
        for (int bound : new int[] {NO_BOUND, 10}) {
            try (LedgerScript script = begin(bound)) {
                String first = authenticate(script, "ann");
                authenticate(script, "ann");
                script.advance(IDLE_MS - 1);
                script.book(Asked.debit("t1", "ann", first, "0"));
                String third = authenticate(script, "ann");
                script.advance(1);
                for (int i = 0; i < 8; i++) {
                    authenticate(script, "bob");
                }
                assertEquals(List.of(first, third), script.sessions("ann"));
                assertEquals(8, script.sessions("bob").size());
                assertEquals(script.ledger().digest(), script.replayedDigest());
            }
        }
    }

    @Test
    void shouldKeepEachPlayersNewestOpenSessionsWhenABoundComesIntoForce() {
        try (LedgerScript script = begin(NO_BOUND)) {
            authenticate(script, "ann");
            script.advance(IDLE_MS);
            List<String> opened = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                opened.add(authenticate(script, "ann"));
            }
            String other = authenticate(script, "bob");
            script.closeSession(opened.get(3));
            assertEquals(4, script.player("ann").openSessions());

            script.start(settings(3));
            assertEquals(List.of(opened.get(1), opened.get(2), opened.get(4)), script.sessions("ann"));
            script.start(settings(2));
            assertEquals(List.of(opened.get(2), opened.get(4)), script.sessions("ann"));
            assertEquals(List.of(other), script.sessions("bob"));
            String sixth = authenticate(script, "ann");
            assertEquals(List.of(opened.get(4), sixth), script.sessions("ann"));
            assertEquals(script.ledger().digest(), script.replayedDigest());
        }
    }

    @Test
    void shouldCloseNothingWhereTheJournalKnowsNoBound() {
        try (LedgerScript script = begin(NO_BOUND)) {
            for (int i = 0; i < 1_500; i++) {
                authenticate(script, "ann");
            }
            assertEquals(1_500, script.player("ann").openSessions());
            assertEquals(Outcome.OK, script.closeSessions("ann"));
            assertEquals(0, script.player("ann").openSessions());
            assertEquals(script.ledger().digest(), script.replayedDigest());
        }
    }

    @Test
    void shouldFindOlderSessionsAndLaunchCodesInASnapshotToo(@TempDir Path directory) {
        for (int bound : new int[] {NO_BOUND, 3}) {
            try (LedgerScript script = begin(bound)) {
                String first = authenticate(script, "ann");
                String second = authenticate(script, "ann");
                script.mint("later", "ann", null, false, 60_000);
                script.restartFromSnapshot(directory.resolve("bound-" + bound));
                assertEquals(List.of(first, second), script.sessions("ann"));
                String third = script.authenticate("later", null, "g");
                script.closeSession(second);
                String fourth = authenticate(script, "ann");
                assertEquals(List.of(first, third, fourth), script.sessions("ann"));
                assertEquals(Outcome.OK, script.closeSession(first));
                assertEquals(script.ledger().digest(), script.replayedDigest());
            }
        }
    }

    @Test
    void shouldKeepTheBoundAndEachPlayersNewestSessionsWhateverHappens(@TempDir Path directory) {
        play(SOAK ? 600 : 30, 1, directory);
        play(SOAK ? 80 : 4, 40, directory);
    }

    private static void play(int seeds, int many, Path directory) {
        Seeds.forEach(seeds, random -> {
            Play play = new Play(random, many, directory.resolve("seed-" + random.nextLong()));
            try (play.script) {
                for (int i = 0; i < (many == 1 ? 200 : 60); i++) {
                    play.step();
                    play.check("ann");
                    play.check("bob");
                }
                assertEquals(play.script.ledger().digest(), play.script.replayedDigest());
            }
        });
    }

    /** Random sessions of two players beside a list of what was opened, and until when each would last without a bound. */
    private static final class Play {
        private final Random random;
        private final Path snapshots;
        private final LedgerScript script;
        private final Map<String, List<Opened>> opened = new HashMap<>();
        /** How many are opened at a time, which the bound goes with. */
        private final int many;

        private int bound;
        private int transactions;

        private static final class Opened {
            private final String id;
            private final long openedMs;
            private long usedMs;
            private boolean isClosed;
            private boolean mayHaveGivenWay;

            private Opened(String id, long nowMs) {
                this.id = id;
                openedMs = nowMs;
                usedMs = nowMs;
            }

            private boolean isOpen(long nowMs) {
                return !isClosed && nowMs < usedMs + IDLE_MS && nowMs < openedMs + 86_400_000;
            }
        }

        private Play(Random random, int many, Path snapshots) {
            this.random = random;
            this.many = many;
            this.snapshots = snapshots;
            bound = 3 * many;
            script = begin(bound);
        }

        private void step() {
            String player = random.nextBoolean() ? "ann" : "bob";
            switch (random.nextInt(12)) {
                case 0 -> script.advance(random.nextInt(2) * IDLE_MS + 1_800_000L);
                case 1 -> closeAll(player);
                case 2, 3 -> closeOne(player);
                case 4, 5 -> use(player);
                case 6 -> start();
                default -> open(player);
            }
        }

        private void start() {
            if (random.nextBoolean()) {
                script.restartFromSnapshot(snapshots);
            } else {
                bound = many * (1 + random.nextInt(5));
                script.start(settings(bound));
                opened.values().forEach(this::giveWay);
            }
        }

        private void open(String player) {
            List<Opened> all = opened.computeIfAbsent(player, it -> new ArrayList<>());
            for (int i = 0; i < many; i++) {
                all.add(new Opened(authenticate(script, player), script.nowMs()));
                giveWay(all);
            }
        }

        /** Whoever is not among the newest that are open may have given way. */
        private void giveWay(List<Opened> all) {
            List<Opened> left =
                    all.stream().filter(it -> it.isOpen(script.nowMs())).toList();
            left.subList(0, Math.max(0, left.size() - bound)).forEach(it -> it.mayHaveGivenWay = true);
        }

        private void closeAll(String player) {
            script.closeSessions(player);
            of(player).forEach(it -> it.isClosed = true);
        }

        private void closeOne(String player) {
            if (!of(player).isEmpty()) {
                Opened any = of(player).get(random.nextInt(of(player).size()));
                if (script.closeSession(any.id) == Outcome.OK) {
                    any.isClosed = true;
                }
            }
        }

        private void use(String player) {
            if (!of(player).isEmpty()) {
                Opened any = of(player).get(random.nextInt(of(player).size()));
                boolean isOpen = script.sessions(player).contains(any.id);
                script.book(Asked.debit("t" + transactions++, player, any.id, "0"));
                any.usedMs = isOpen ? script.nowMs() : any.usedMs;
            }
        }

        private void check(String player) {
            List<String> sessions = script.sessions(player);
            assertEquals(sessions.size(), script.player(player).openSessions());
            assertTrue(sessions.size() <= bound);
            for (Opened session : of(player)) {
                boolean isListed = sessions.contains(session.id);
                boolean isOpen = session.isOpen(script.nowMs());
                assertTrue(!isListed || isOpen, () -> session.id + " is over and listed");
                assertTrue(isListed || !isOpen || session.mayHaveGivenWay, () -> session.id + " gave way too early");
            }
        }

        private List<Opened> of(String player) {
            return opened.getOrDefault(player, List.of());
        }
    }

    private static LedgerScript begin(int bound) {
        LedgerScript script = new LedgerScript(settings(bound), START_MS);
        for (String player : List.of("ann", "bob")) {
            script.open(player, "EUR");
            script.mint("code-" + player, player, null, true, 604_800_000);
        }
        return script;
    }

    private static String authenticate(LedgerScript script, String player) {
        String session = script.authenticate("code-" + player, null, "g");
        return session == null ? renewed(script, player) : session;
    }

    private static String renewed(LedgerScript script, String player) {
        String code = "code-" + player + "-" + script.nowMs();
        script.mint(code, player, null, true, 604_800_000);
        return script.authenticate(code, null, "g");
    }

    private static LedgerSettings settings(int sessionsPerPlayer) {
        return new LedgerSettings("UTC", IDLE_MS, 86_400_000, 0, false, sessionsPerPlayer);
    }
}
