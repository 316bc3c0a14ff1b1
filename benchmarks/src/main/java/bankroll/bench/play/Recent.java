package bankroll.bench.play;

import bankroll.protocol.Outcome;
import bankroll.protocol.TransactionType;
import java.util.Arrays;

/** The last transactions of a stream, so that wins, rollbacks and re-sends have something to name. One thread. */
final class Recent {
    static final int CAPACITY = 2048;

    private final Play[] plays = new Play[CAPACITY];
    private final boolean[] paid = new boolean[CAPACITY];
    private final boolean[] reversed = new boolean[CAPACITY];
    private long added;

    Recent() {
        Arrays.setAll(plays, at -> new Play());
    }

    int size() {
        return (int) Math.min(added, CAPACITY);
    }

    void add(Play play) {
        int at = (int) (added++ & CAPACITY - 1);
        plays[at].copy(play);
        paid[at] = false;
        reversed[at] = false;
    }

    /** What was sent at this place; its balance is that of then. */
    Play get(int at) {
        return plays[at];
    }

    boolean isStandingDebit(int at) {
        return plays[at].type == TransactionType.DEBIT && plays[at].outcome == Outcome.OK && !reversed[at];
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
}
