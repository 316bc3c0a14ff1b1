package bankroll.ledger.table;

import static org.agrona.UnsafeApi.getInt;
import static org.agrona.UnsafeApi.getLong;
import static org.agrona.UnsafeApi.putInt;
import static org.agrona.UnsafeApi.putLong;

import bankroll.ledger.table.HashIndex.CacheLines;
import bankroll.protocol.Amounts;
import bankroll.protocol.Amounts.Total;
import bankroll.protocol.LimitWindows;
import bankroll.protocol.TransactionType;

/**
 * Accounts, one a player: 192 bytes each, three cache lines, of which a debit needs the first two and a credit the first
 * and the last.
 *
 * <pre>
 *    0 hash of player_id (16)   16 balance    24 block ends at   32 profile   36 currency   40 flags   44 limits
 *   48 newest session + 1       52 numbers of the day, week and month that the totals are about (3 × i32)
 *   64 wagered in each (3 × 16)     112 opened at   120 block reason   124 sessions
 *  128 paid out in each (3 × 16)    176 oldest session + 1                  180 spare (12)
 * </pre>
 *
 * Wagered is debits less rollbacks, paid out is credits; a loss is the difference (decisions §11). Totals of a window
 * that is over count as zero. One thread; no allocation per record.
 */
public final class Players extends HashedTable {
    private static final int BYTES = 192;
    private static final int BLOCKED = 1;
    private static final int SELF_EXCLUDED = 2;
    private static final int BALANCE = 16;
    private static final int BLOCK_ENDS_AT = 24;
    private static final int PROFILE = 32;
    private static final int CURRENCY = 36;
    private static final int FLAGS = 40;
    private static final int LIMITS = 44;
    private static final int NEWEST_SESSION = 48;
    private static final int WINDOW_NUMBERS = 52;
    private static final int WAGERED = 64;
    private static final int OPENED_AT = 112;
    private static final int BLOCK_REASON = 120;
    private static final int SESSIONS = 124;
    private static final int PAID_OUT = 128;
    private static final int OLDEST_SESSION = 176;

    Players(int segmentBits) {
        super(BYTES, 64, segmentBits);
    }

    /** Adds those lines of an account that a transaction of this type needs. */
    public void addLines(int account, TransactionType type, CacheLines lines) {
        long at = at(account);
        lines.add(at);
        lines.add(at + (type == TransactionType.CREDIT ? PAID_OUT : WAGERED));
    }

    /** Money in the account, unsigned. */
    public long balance(int account) {
        return getLong(at(account) + BALANCE);
    }

    /** When the player was opened. */
    public long openedAtMs(int account) {
        return getLong(at(account) + OPENED_AT);
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
        return getLong(at(account) + BLOCK_ENDS_AT);
    }

    /** The reason of the block, in {@link Blobs}. */
    public int blockReason(int account) {
        return getInt(at(account) + BLOCK_REASON);
    }

    /** The profile, in {@link Blobs}. */
    public int profile(int account) {
        return getInt(at(account) + PROFILE);
    }

    /** The number of the currency in {@link Books}. */
    public int currency(int account) {
        return getInt(at(account) + CURRENCY);
    }

    /** The limits in {@link LimitSets}, or -1. */
    public int limits(int account) {
        return getInt(at(account) + LIMITS) - 1;
    }

    /** The session opened last, or -1. */
    public int newestSession(int account) {
        return getInt(at(account) + NEWEST_SESSION) - 1;
    }

    /** The session opened first of those not cleared away, or -1; known where a bound on sessions is in force. */
    public int oldestSession(int account) {
        return getInt(at(account) + OLDEST_SESSION) - 1;
    }

    /** How many sessions are not cleared away; known where a bound on them is in force. */
    int sessions(int account) {
        return getInt(at(account) + SESSIONS);
    }

    /** Reads what was wagered in a current window. */
    public Total wagered(int account, int window, int number, Total into) {
        return total(account, WAGERED, window, number, into);
    }

    /** Reads what was paid out in a current window. */
    public Total paidOut(int account, int window, int number, Total into) {
        return total(account, PAID_OUT, window, number, into);
    }

    /** Opens an account with no money. */
    public void open(long high, long low, int currency, int profile, long nowMs) {
        int account = append();
        hash(account, high, low);
        long at = own(account);
        putLong(at + OPENED_AT, nowMs);
        putInt(at + PROFILE, profile);
        putInt(at + CURRENCY, currency);
    }

    /** Adds to the balance; the caller has checked that it fits. */
    public void add(int account, long amount) {
        long balance = balance(account);
        if (!Amounts.fits(balance, amount)) {
            throw new IllegalStateException("account " + account + " would exceed 19 digits");
        }
        putLong(own(account) + BALANCE, balance + amount);
    }

    /** Takes from the balance; the caller has checked that it is there. */
    public void subtract(int account, long amount) {
        long balance = balance(account);
        if (!Amounts.covers(balance, amount)) {
            throw new IllegalStateException("account " + account + " would go below zero");
        }
        putLong(own(account) + BALANCE, balance - amount);
    }

    /** Replaces the profile. */
    public void profile(int account, int profile) {
        putInt(own(account) + PROFILE, profile);
    }

    /** Puts a block on, or another one in its place. */
    public void block(int account, int reason, long untilMs, boolean selfExcluded) {
        putLong(own(account) + BLOCK_ENDS_AT, untilMs);
        putInt(own(account) + BLOCK_REASON, reason);
        putInt(own(account) + FLAGS, BLOCKED | (selfExcluded ? SELF_EXCLUDED : 0));
    }

    /** Lifts the block. */
    public void unblock(int account) {
        putInt(own(account) + BLOCK_REASON, 0);
        putInt(own(account) + FLAGS, 0);
    }

    /** Says where the limits are. */
    public void limits(int account, int limits) {
        putInt(own(account) + LIMITS, limits + 1);
    }

    /** Says which session was opened last; -1 for none. */
    public void newestSession(int account, int session) {
        putInt(own(account) + NEWEST_SESSION, session + 1);
    }

    void oldestSession(int account, int session) {
        putInt(own(account) + OLDEST_SESSION, session + 1);
    }

    void sessions(int account, int count) {
        putInt(own(account) + SESSIONS, count);
    }

    /** Counts a debit in all current windows. */
    public void wager(int account, LimitWindows windows, long amount) {
        long wagered = enter(account, windows) + WAGERED;
        for (int window = 0; window < LimitWindows.COUNT; window++) {
            Total.addAt(wagered + window * Total.BYTES, amount);
        }
    }

    /** Takes a debit back out of those windows that were current when it was booked. */
    public void unwager(int account, LimitWindows windows, long amount, long debitedAtMs) {
        long wagered = enter(account, windows) + WAGERED;
        for (int window = 0; window < LimitWindows.COUNT; window++) {
            if (debitedAtMs >= windows.get(window).startMs()) {
                Total.subtractAt(wagered + window * Total.BYTES, amount);
            }
        }
    }

    /** Counts a credit in all current windows. */
    public void payOut(int account, LimitWindows windows, long amount) {
        long paidOut = enter(account, windows) + PAID_OUT;
        for (int window = 0; window < LimitWindows.COUNT; window++) {
            Total.addAt(paidOut + window * Total.BYTES, amount);
        }
    }

    /** Starts the totals of each window anew that isn't the one they are about. */
    private long enter(int account, LimitWindows windows) {
        long at = own(account);
        for (int window = 0; window < LimitWindows.COUNT; window++) {
            int number = windows.get(window).number();
            if (getInt(at + WINDOW_NUMBERS + 4 * window) != number) {
                putInt(at + WINDOW_NUMBERS + 4 * window, number);
                Total.clearAt(at + WAGERED + window * Total.BYTES);
                Total.clearAt(at + PAID_OUT + window * Total.BYTES);
            }
        }
        return at;
    }

    private Total total(int account, int field, int window, int number, Total into) {
        long at = at(account);
        boolean current = getInt(at + WINDOW_NUMBERS + 4 * window) == number;
        return current ? into.get(at + field + window * Total.BYTES) : into.clear();
    }

    private int flags(int account) {
        return getInt(at(account) + FLAGS);
    }
}
