package bankroll.ledger.table;

import static org.agrona.UnsafeApi.getInt;
import static org.agrona.UnsafeApi.getLong;
import static org.agrona.UnsafeApi.putInt;
import static org.agrona.UnsafeApi.putLong;

import bankroll.protocol.Amounts;
import bankroll.protocol.Total;

/**
 * Accounts, one a player: 192 bytes each, three cache lines.
 *
 * <pre>
 *    0 hash of player_id (16)   16 balance    24 opened at   32 block ends at   40 profile   44 block reason
 *   48 currency    52 flags     56 limits     60 newest session + 1
 *   64 numbers of the day, week and month that the totals are about (3 × i32), 76 spare, 80 spare (16)
 *   96 wagered in each (3 × 16)    144 paid out in each (3 × 16)
 * </pre>
 *
 * Wagered is debits less rollbacks, paid out is credits; a loss is the difference (decisions §11). Totals of a window
 * that is over count as zero. One thread; no allocation per record.
 */
public final class Players implements AutoCloseable {
    private static final int BYTES = 192;
    private static final int BLOCKED = 1;
    private static final int SELF_EXCLUDED = 2;
    private static final int WINDOW_IDS = 64;
    private static final int WAGERED = 96;
    private static final int PAID_OUT = 144;

    private final PagedTable records = new PagedTable(BYTES, 64);
    private final HashIndex index;

    Players(int segmentBits) {
        index = new HashIndex(records, segmentBits);
    }

    /** The account with this hash of a player's id, or -1. */
    public int find(long high, long low) {
        return index.find(high, low);
    }

    /** What finds many of them at a time. */
    public RecordLookup lookup() {
        return index;
    }

    /** How many there are. */
    public int size() {
        return records.size();
    }

    /** Money in the account, unsigned. */
    public long balance(int account) {
        return getLong(at(account) + 16);
    }

    /** When the player was opened. */
    public long openedAtMs(int account) {
        return getLong(at(account) + 24);
    }

    /** Whether the player is blocked at a time. */
    public boolean isBlocked(int account, long nowMs) {
        return (flags(account) & BLOCKED) != 0 && nowMs < blockEndsAtMs(account);
    }

    /** Whether the block is the player's own. */
    public boolean isSelfExcluded(int account) {
        return (flags(account) & SELF_EXCLUDED) != 0;
    }

    /** When the block ends. */
    public long blockEndsAtMs(int account) {
        return getLong(at(account) + 32);
    }

    /** The reason of the block, in {@link Blobs}. */
    public int blockReason(int account) {
        return getInt(at(account) + 44);
    }

    /** The profile, in {@link Blobs}. */
    public int profile(int account) {
        return getInt(at(account) + 40);
    }

    /** The number of the currency in {@link Books}. */
    public int currency(int account) {
        return getInt(at(account) + 48);
    }

    /** The limits in {@link LimitSets}, or -1. */
    public int limits(int account) {
        return getInt(at(account) + 56) - 1;
    }

    /** The session opened last, or -1. */
    public int newestSession(int account) {
        return getInt(at(account) + 60) - 1;
    }

    /** Reads what was wagered in a current window. */
    public Total wagered(int account, int window, int windowId, Total into) {
        return total(account, WAGERED, window, windowId, into);
    }

    /** Reads what was paid out in a current window. */
    public Total paidOut(int account, int window, int windowId, Total into) {
        return total(account, PAID_OUT, window, windowId, into);
    }

    /** Opens an account with no money. */
    public int open(long high, long low, int currency, int profile, long nowMs) {
        int account = records.append();
        long at = own(account);
        putLong(at, high);
        putLong(at + 8, low);
        putLong(at + 24, nowMs);
        putInt(at + 40, profile);
        putInt(at + 48, currency);
        index.insert(high, account);
        return account;
    }

    /** Adds to the balance; the caller has checked that it fits. */
    public void add(int account, long amount) {
        long balance = balance(account);
        if (!Amounts.fits(balance, amount)) {
            throw new IllegalStateException("account " + account + " would exceed 19 digits");
        }
        putLong(own(account) + 16, balance + amount);
    }

    /** Takes from the balance; the caller has checked that it is there. */
    public void subtract(int account, long amount) {
        long balance = balance(account);
        if (!Amounts.covers(balance, amount)) {
            throw new IllegalStateException("account " + account + " would go below zero");
        }
        putLong(own(account) + 16, balance - amount);
    }

    /** Replaces the profile. */
    public void profile(int account, int profile) {
        putInt(own(account) + 40, profile);
    }

    /** Puts a block on, or another one in its place. */
    public void block(int account, int reason, long untilMs, boolean selfExcluded) {
        putLong(own(account) + 32, untilMs);
        putInt(own(account) + 44, reason);
        putInt(own(account) + 52, BLOCKED | (selfExcluded ? SELF_EXCLUDED : 0));
    }

    /** Lifts the block. */
    public void unblock(int account) {
        putInt(own(account) + 44, 0);
        putInt(own(account) + 52, 0);
    }

    /** Says where the limits are. */
    public void limits(int account, int limits) {
        putInt(own(account) + 56, limits + 1);
    }

    /** Says which session was opened last; -1 for none. */
    public void newestSession(int account, int session) {
        putInt(own(account) + 60, session + 1);
    }

    /** Counts a debit in all current windows. */
    public void wager(int account, Windows windows, long amount) {
        long wagered = enter(account, windows) + WAGERED;
        for (int window = 0; window < Windows.COUNT; window++) {
            Total.addAt(wagered + window * Total.BYTES, amount);
        }
    }

    /** Takes a debit back out of those windows that were current when it was booked. */
    public void unwager(int account, Windows windows, long amount, long debitedAtMs) {
        long wagered = enter(account, windows) + WAGERED;
        for (int window = 0; window < Windows.COUNT; window++) {
            if (debitedAtMs >= windows.startMs(window)) {
                Total.subtractAt(wagered + window * Total.BYTES, amount);
            }
        }
    }

    /** Counts a credit in all current windows. */
    public void payOut(int account, Windows windows, long amount) {
        long paidOut = enter(account, windows) + PAID_OUT;
        for (int window = 0; window < Windows.COUNT; window++) {
            Total.addAt(paidOut + window * Total.BYTES, amount);
        }
    }

    long memoryBytes() {
        return records.memoryBytes() + index.memoryBytes();
    }

    StatePart freeze() {
        return records.freeze();
    }

    void release() {
        records.release();
    }

    void load(StateSource source) {
        records.load(source);
        for (int account = 0; account < records.size(); account++) {
            index.insert(getLong(at(account)), account);
        }
    }

    @Override
    public void close() {
        index.close();
        records.close();
    }

    /** Starts the totals of each window anew that isn't the one they are about. */
    private long enter(int account, Windows windows) {
        long at = own(account);
        for (int window = 0; window < Windows.COUNT; window++) {
            if (getInt(at + WINDOW_IDS + 4 * window) != windows.id(window)) {
                putInt(at + WINDOW_IDS + 4 * window, windows.id(window));
                Total.clearAt(at + WAGERED + window * Total.BYTES);
                Total.clearAt(at + PAID_OUT + window * Total.BYTES);
            }
        }
        return at;
    }

    private Total total(int account, int field, int window, int windowId, Total into) {
        long at = at(account);
        boolean current = getInt(at + WINDOW_IDS + 4 * window) == windowId;
        return current ? into.get(at + field + window * Total.BYTES) : into.clear();
    }

    private int flags(int account) {
        return getInt(at(account) + 52);
    }

    private long at(int account) {
        return records.at(account);
    }

    private long own(int account) {
        return records.own(account);
    }
}
