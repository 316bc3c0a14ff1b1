package bankroll.bench.play;

import bankroll.protocol.Outcome;
import bankroll.protocol.TransactionType;

/** The last transactions of a stream, so that wins, rollbacks and re-sends have something to name. One thread. */
final class Recent {
    static final int CAPACITY = 2048;

    private final TransactionType[] types = new TransactionType[CAPACITY];
    private final Outcome[] outcomes = new Outcome[CAPACITY];
    private final long[] ids = new long[CAPACITY];
    private final int[] players = new int[CAPACITY];
    private final long[] amounts = new long[CAPACITY];
    private final long[] references = new long[CAPACITY];
    private final long[] rounds = new long[CAPACITY];
    private final boolean[] ownSessions = new boolean[CAPACITY];
    private final boolean[] paid = new boolean[CAPACITY];
    private final boolean[] reversed = new boolean[CAPACITY];
    private long added;

    int size() {
        return (int) Math.min(added, CAPACITY);
    }

    void add(Play play) {
        int at = (int) (added++ & CAPACITY - 1);
        types[at] = play.type;
        outcomes[at] = play.outcome;
        ids[at] = play.id;
        players[at] = play.player;
        amounts[at] = play.amount;
        references[at] = play.reference;
        rounds[at] = play.round;
        ownSessions[at] = play.ownSession;
        paid[at] = false;
        reversed[at] = false;
    }

    /** Fills the play with what was sent at this place; balance is for the caller. */
    void repeat(int at, Play play) {
        play.type = types[at];
        play.outcome = outcomes[at];
        play.id = ids[at];
        play.player = players[at];
        play.amount = amounts[at];
        play.reference = references[at];
        play.round = rounds[at];
        play.ownSession = ownSessions[at];
    }

    boolean isStandingDebit(int at) {
        return types[at] == TransactionType.DEBIT && outcomes[at] == Outcome.OK && !reversed[at];
    }

    boolean isUnpaid(int at) {
        return !paid[at];
    }

    void markPaid(int at) {
        paid[at] = true;
    }

    void markReversed(int at) {
        reversed[at] = true;
    }

    long id(int at) {
        return ids[at];
    }

    int player(int at) {
        return players[at];
    }

    long amount(int at) {
        return amounts[at];
    }

    long round(int at) {
        return rounds[at];
    }
}
