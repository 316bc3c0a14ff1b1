package bankroll.ledger.table;

import bankroll.protocol.Amounts;
import bankroll.protocol.Total;
import org.agrona.concurrent.UnsafeBuffer;

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
    private final Total total = new Total();

    Players(int shardBits) {
        index = new HashIndex(records, shardBits);
    }

    /** The account with this hash of a player's id, or -1. */
    public int find(long high, long low) {
        return index.find(high, low);
    }

    /** Brings the place of a hash into the cache. */
    public void prefetch(long high) {
        index.prefetch(high);
    }

    /** Brings all three lines of an account into the cache; the sum only keeps that from being optimised away. */
    public int touch(long high, long low) {
        int account = find(high, low);
        if (account < 0) {
            return 0;
        }
        UnsafeBuffer page = page(account);
        int offset = offset(account);
        return page.getInt(offset + WINDOW_IDS) + page.getInt(offset + BYTES - 4);
    }

    /** How many there are. */
    public int size() {
        return records.size();
    }

    /** Money in the account, unsigned. */
    public long balance(int account) {
        return page(account).getLong(offset(account) + 16);
    }

    /** When the player was opened. */
    public long openedAtMs(int account) {
        return page(account).getLong(offset(account) + 24);
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
        return page(account).getLong(offset(account) + 32);
    }

    /** The reason of the block, in {@link Blobs}. */
    public int blockReason(int account) {
        return page(account).getInt(offset(account) + 44);
    }

    /** The profile, in {@link Blobs}. */
    public int profile(int account) {
        return page(account).getInt(offset(account) + 40);
    }

    /** The number of the currency in {@link Books}. */
    public int currency(int account) {
        return page(account).getInt(offset(account) + 48);
    }

    /** The limits in {@link LimitSets}, or -1. */
    public int limits(int account) {
        return page(account).getInt(offset(account) + 56) - 1;
    }

    /** The session opened last, or -1. */
    public int newestSession(int account) {
        return page(account).getInt(offset(account) + 60) - 1;
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
        UnsafeBuffer page = own(account);
        int offset = offset(account);
        page.putLong(offset, high);
        page.putLong(offset + 8, low);
        page.putLong(offset + 24, nowMs);
        page.putInt(offset + 40, profile);
        page.putInt(offset + 48, currency);
        index.insert(high, account);
        return account;
    }

    /** Adds to the balance; the caller has checked that it fits. */
    public void add(int account, long amount) {
        long balance = balance(account);
        if (!Amounts.fits(balance, amount)) {
            throw new IllegalStateException("account " + account + " would exceed 19 digits");
        }
        own(account).putLong(offset(account) + 16, balance + amount);
    }

    /** Takes from the balance; the caller has checked that it is there. */
    public void subtract(int account, long amount) {
        long balance = balance(account);
        if (!Amounts.covers(balance, amount)) {
            throw new IllegalStateException("account " + account + " would go below zero");
        }
        own(account).putLong(offset(account) + 16, balance - amount);
    }

    /** Replaces the profile. */
    public void profile(int account, int profile) {
        own(account).putInt(offset(account) + 40, profile);
    }

    /** Puts a block on, or another one in its place. */
    public void block(int account, int reason, long untilMs, boolean selfExcluded) {
        own(account).putLong(offset(account) + 32, untilMs);
        own(account).putInt(offset(account) + 44, reason);
        own(account).putInt(offset(account) + 52, BLOCKED | (selfExcluded ? SELF_EXCLUDED : 0));
    }

    /** Lifts the block. */
    public void unblock(int account) {
        own(account).putInt(offset(account) + 44, 0);
        own(account).putInt(offset(account) + 52, 0);
    }

    /** Says where the limits are. */
    public void limits(int account, int limits) {
        own(account).putInt(offset(account) + 56, limits + 1);
    }

    /** Says which session was opened last; -1 for none. */
    public void newestSession(int account, int session) {
        own(account).putInt(offset(account) + 60, session + 1);
    }

    /** Counts a debit in all current windows. */
    public void wager(int account, Windows windows, long amount) {
        UnsafeBuffer page = enter(account, windows);
        int offset = offset(account) + WAGERED;
        for (int window = 0; window < Windows.COUNT; window++) {
            total.get(page, offset + window * Total.BYTES).add(amount).put(page, offset + window * Total.BYTES);
        }
    }

    /** Takes a debit back out of those windows that were current when it was booked. */
    public void unwager(int account, Windows windows, long amount, long debitedAtMs) {
        UnsafeBuffer page = enter(account, windows);
        int offset = offset(account) + WAGERED;
        for (int window = 0; window < Windows.COUNT; window++) {
            if (debitedAtMs >= windows.startMs(window)) {
                int at = offset + window * Total.BYTES;
                total.get(page, at).subtract(amount).put(page, at);
            }
        }
    }

    /** Counts a credit in all current windows. */
    public void payOut(int account, Windows windows, long amount) {
        UnsafeBuffer page = enter(account, windows);
        int offset = offset(account) + PAID_OUT;
        for (int window = 0; window < Windows.COUNT; window++) {
            total.get(page, offset + window * Total.BYTES).add(amount).put(page, offset + window * Total.BYTES);
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
            index.insert(page(account).getLong(offset(account)), account);
        }
    }

    @Override
    public void close() {
        index.close();
        records.close();
    }

    /** Starts the totals of each window anew that isn't the one they are about. */
    private UnsafeBuffer enter(int account, Windows windows) {
        UnsafeBuffer page = own(account);
        int offset = offset(account);
        for (int window = 0; window < Windows.COUNT; window++) {
            if (page.getInt(offset + WINDOW_IDS + 4 * window) != windows.id(window)) {
                page.putInt(offset + WINDOW_IDS + 4 * window, windows.id(window));
                page.setMemory(offset + WAGERED + window * Total.BYTES, Total.BYTES, (byte) 0);
                page.setMemory(offset + PAID_OUT + window * Total.BYTES, Total.BYTES, (byte) 0);
            }
        }
        return page;
    }

    private Total total(int account, int field, int window, int windowId, Total into) {
        UnsafeBuffer page = page(account);
        int offset = offset(account);
        boolean current = page.getInt(offset + WINDOW_IDS + 4 * window) == windowId;
        return current ? into.get(page, offset + field + window * Total.BYTES) : into.clear();
    }

    private int flags(int account) {
        return page(account).getInt(offset(account) + 52);
    }

    private UnsafeBuffer page(int account) {
        return records.page(account);
    }

    private UnsafeBuffer own(int account) {
        return records.own(account);
    }

    private int offset(int account) {
        return records.offset(account);
    }
}
