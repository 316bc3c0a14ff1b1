package bankroll.ledger;

import bankroll.ledger.table.Transactions;
import bankroll.protocol.Position;

/** Where and when the item being applied was recorded; used again for each. One thread. */
final class EntryPlace {
    private long sequence;
    private long timeMs;
    private int item;

    EntryPlace at(long sequence, long timeMs, int item) {
        this.sequence = sequence;
        this.timeMs = timeMs;
        this.item = item;
        return this;
    }

    long sequence() {
        return sequence;
    }

    long timeMs() {
        return timeMs;
    }

    /** Sequence and item in one number, as {@link Transactions} keeps it. */
    long position() {
        return Position.of(sequence, item);
    }
}
