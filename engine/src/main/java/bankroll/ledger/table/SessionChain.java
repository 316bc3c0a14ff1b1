package bankroll.ledger.table;

import static org.agrona.UnsafeApi.getInt;
import static org.agrona.UnsafeApi.putInt;

import bankroll.ledger.table.HashedTable.RecyclingTable;

/**
 * The sessions of an account in the order in which they were opened. The account knows the newest, and where a bound on
 * them is in force also the oldest and how many there are; then each session knows both neighbours, and what is over
 * leaves the chain at once, in a fixed number of steps.
 *
 * <p>Journals of releases without a bound are replayed as they were: their chains lead one way, and a session that leaves one is
 * searched from the newest end. One thread.
 */
final class SessionChain {
    private static final int ACCOUNT = 24;
    private static final int OLDER = 28;
    private static final int NEWER = 60;
    private static final int NONE = -1;

    private final RecyclingTable records;
    private final Players players;
    private long steps;

    SessionChain(RecyclingTable records, Players players) {
        this.records = records;
        this.players = players;
    }

    /** The session of the same account that was opened before it, or -1. */
    int older(int session) {
        steps++;
        return getInt(records.at(session) + OLDER) - 1;
    }

    /** How many links were followed so far, for tests: a walk shows here, whatever the machine does. */
    long steps() {
        return steps;
    }

    /** Puts a session, whose record is new and so has no neighbours, before all others of its account. */
    void add(int session, boolean isBounded) {
        int account = account(session);
        int second = players.newestSession(account);
        older(session, second);
        players.newestSession(account, session);
        if (isBounded) {
            if (second == NONE) {
                players.oldestSession(account, session);
            } else {
                newer(second, session);
            }
            players.sessions(account, players.sessions(account) + 1);
        }
    }

    /** Takes a session out. */
    void remove(int session, boolean isBounded) {
        int account = account(session);
        int older = older(session);
        int newer = isBounded ? newer(session) : newerByWalking(session);
        if (newer == NONE) {
            players.newestSession(account, older);
        } else {
            older(newer, older);
        }
        if (isBounded) {
            if (older == NONE) {
                players.oldestSession(account, newer);
            } else {
                newer(older, newer);
            }
            players.sessions(account, players.sessions(account) - 1);
        }
    }

    /** Forgets an account's chain and gives its newest session; the caller builds the chain anew. */
    int dissolve(int account) {
        int newest = players.newestSession(account);
        players.newestSession(account, NONE);
        players.oldestSession(account, NONE);
        players.sessions(account, 0);
        return newest;
    }

    /** Puts a session behind all others of its account. */
    void addOldest(int session, int last, boolean isBounded) {
        int account = account(session);
        older(session, NONE);
        if (last == NONE) {
            players.newestSession(account, session);
        } else {
            older(last, session);
        }
        newer(session, isBounded ? last : NONE);
        if (isBounded) {
            players.oldestSession(account, session);
            players.sessions(account, players.sessions(account) + 1);
        }
    }

    private int newerByWalking(int session) {
        int newer = NONE;
        for (int at = players.newestSession(account(session)); at != session; at = older(at)) {
            newer = at;
        }
        return newer;
    }

    private int account(int session) {
        return getInt(records.at(session) + ACCOUNT);
    }

    private int newer(int session) {
        steps++;
        return getInt(records.at(session) + NEWER) - 1;
    }

    private void older(int session, int older) {
        putInt(records.own(session) + OLDER, older + 1);
    }

    private void newer(int session, int newer) {
        putInt(records.own(session) + NEWER, newer + 1);
    }
}
