package bankroll.bench.writer;

import bankroll.engine.Request;
import bankroll.protocol.Outcome;
import bankroll.protocol.OutcomeRecord;
import org.agrona.ExpandableArrayBuffer;

/** What must come of the requests of a round, item by item in order. One thread. */
public final class ExpectedOutcomes {
    private static final int BYTES = 16;

    private final ExpandableArrayBuffer expected = new ExpandableArrayBuffer(1 << 16);
    private int added;
    private int compared;

    /** Forgets all. */
    public void clear() {
        added = 0;
        compared = 0;
    }

    void add(Outcome outcome, long balance) {
        expected.putLong(added * BYTES, outcome.code());
        expected.putLong(added * BYTES + 8, balance);
        added++;
    }

    /** Compares the next request's outcomes; an {@link IllegalStateException} names the first that is wrong. */
    public void compare(Request request) {
        for (int i = 0; i < request.items(); i++) {
            int record = request.outcomeOffset(i);
            Outcome outcome = OutcomeRecord.outcome(request.frame(), record);
            long balance = OutcomeRecord.balance(request.frame(), record);
            Outcome must = Outcome.of((int) expected.getLong(compared * BYTES));
            long mustHave = expected.getLong(compared * BYTES + 8);
            if (outcome != must || balance != mustHave) {
                throw new IllegalStateException("item " + i + " got " + outcome + " with balance "
                        + Long.toUnsignedString(balance) + ", must be " + must + " with "
                        + Long.toUnsignedString(mustHave));
            }
            compared++;
        }
    }
}
