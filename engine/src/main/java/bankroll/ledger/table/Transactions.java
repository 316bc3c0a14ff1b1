package bankroll.ledger.table;

import static org.agrona.UnsafeApi.getInt;
import static org.agrona.UnsafeApi.getLong;
import static org.agrona.UnsafeApi.putInt;
import static org.agrona.UnsafeApi.putLong;

import bankroll.protocol.Outcome;
import bankroll.protocol.TransactionType;

/**
 * Every transaction and transfer that was ever decided, for ever: 64 bytes each, one cache line, and its slot in the
 * index. What else was said of it is in the journal, at its position.
 *
 * <pre>
 *    0 hash of its id (16)    16 content fingerprint    24 amount that moved    32 player tag
 *   40 position ({@code Position})    48 u48 time in ms, u16 flags    56 first referrer + 1    60 next referrer + 1
 * </pre>
 *
 * The player tag is half of the hash of the player's id: it also tells unknown players apart. Referrers of a debit are
 * the credits and rollbacks that name it, newest first. One thread; no allocation per record.
 */
public final class Transactions extends HashedTable {
    /** Bytes of a record. */
    public static final int BYTES = 64;

    private static final int FINGERPRINT = 16;
    private static final int AMOUNT = 24;
    private static final int PLAYER_TAG = 32;
    private static final int POSITION = 40;
    private static final int TIME = 48;
    private static final int FIRST_REFERRER = 56;
    private static final int NEXT_REFERRER = 60;
    private static final int TYPE_MASK = 7;
    private static final int STATUS_SHIFT = 3;
    private static final int STATUS_MASK = 15;
    private static final int REVERSED = 1 << 7;
    private static final int TARGETED = 1 << 8;
    private static final int CREDITED = 1 << 9;
    private static final int TIME_BITS = 48;
    private static final long TIME_MASK = (1L << TIME_BITS) - 1;

    Transactions(int segmentBits) {
        super(BYTES, 512, segmentBits);
    }

    /** Debit, credit, rollback, transfer, or only a tombstone. */
    public TransactionType type(int record) {
        return TransactionType.of(flags(record) & TYPE_MASK);
    }

    /** How it was decided. */
    public Outcome status(int record) {
        return Outcome.of(flags(record) >> STATUS_SHIFT & STATUS_MASK);
    }

    /** Whether it moved money, or is a rollback that was answered ok. */
    public boolean isBooked(int record) {
        return type(record) != TransactionType.TOMBSTONE && status(record) == Outcome.OK;
    }

    /** Whether a rollback gave it back. */
    public boolean isReversed(int record) {
        return (flags(record) & REVERSED) != 0;
    }

    /** Whether a rollback named it when it wasn't booked: it never will be, as a debit. */
    public boolean isTargeted(int record) {
        return (flags(record) & TARGETED) != 0;
    }

    /** Whether a credit paid it out. */
    public boolean isCredited(int record) {
        return (flags(record) & CREDITED) != 0;
    }

    /** The keyed hash of the content that decisions §6 compares. */
    public long fingerprint(int record) {
        return getLong(at(record) + FINGERPRINT);
    }

    /** The amount that moved, unsigned. */
    public long amount(int record) {
        return getLong(at(record) + AMOUNT);
    }

    /** Half of the hash of the player's id. */
    public long playerTag(int record) {
        return getLong(at(record) + PLAYER_TAG);
    }

    /** Where its entry stands in the journal: sequence and item. */
    public long position(int record) {
        return getLong(at(record) + POSITION);
    }

    /** When it was decided. */
    public long timeMs(int record) {
        return getLong(at(record) + TIME) & TIME_MASK;
    }

    /** The newest credit or rollback that names it, or -1. */
    public int firstReferrer(int record) {
        return getInt(at(record) + FIRST_REFERRER) - 1;
    }

    /** The next older one that names the same debit, or -1. */
    public int nextReferrer(int record) {
        return getInt(at(record) + NEXT_REFERRER) - 1;
    }

    /** Adds a record that so far is only a tombstone. */
    public int add(long high, long low) {
        int record = append();
        hash(record, high, low);
        return record;
    }

    /** Says what was decided. What is known of rollbacks that named the id before stays. */
    public void decided(int record, TransactionType type, Outcome status, long timeMs) {
        int kept = flags(record) & ~(TYPE_MASK | STATUS_MASK << STATUS_SHIFT);
        int flags = kept | type.code() | status.code() << STATUS_SHIFT;
        putLong(own(record) + TIME, (long) flags << TIME_BITS | timeMs & TIME_MASK);
    }

    /** Says what it was about. */
    public void content(int record, long fingerprint, long amount, long playerTag, long position) {
        long at = own(record);
        putLong(at + FINGERPRINT, fingerprint);
        putLong(at + AMOUNT, amount);
        putLong(at + PLAYER_TAG, playerTag);
        putLong(at + POSITION, position);
    }

    /** Marks a debit as given back. */
    public void reverse(int record) {
        raise(record, REVERSED);
    }

    /** Marks an id as named by a rollback before it was booked. */
    public void target(int record) {
        raise(record, TARGETED);
    }

    /** Marks a debit as paid out. */
    public void credit(int record) {
        raise(record, CREDITED);
    }

    /** Remembers that {@code referrer} names {@code record}. */
    public void refer(int record, int referrer) {
        putInt(own(referrer) + NEXT_REFERRER, firstReferrer(record) + 1);
        putInt(own(record) + FIRST_REFERRER, referrer + 1);
    }

    private void raise(int record, int flag) {
        long at = own(record);
        putLong(at + TIME, getLong(at + TIME) | (long) flag << TIME_BITS);
    }

    private int flags(int record) {
        return (int) (getLong(at(record) + TIME) >>> TIME_BITS);
    }
}
