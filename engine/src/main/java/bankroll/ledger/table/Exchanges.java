package bankroll.ledger.table;

import static org.agrona.UnsafeApi.getLong;
import static org.agrona.UnsafeApi.putLong;

import bankroll.ledger.table.HashedTable.RecyclingTable;

/**
 * Exchanges of the last minute, so that a platform whose answer was lost gets the same session again (decisions §3).
 *
 * <pre>
 *   24 session's bits (16)   40 time
 * </pre>
 */
public final class Exchanges extends RecyclingTable {
    /** How long a repeated exchange gives the same session. */
    public static final long REPEATABLE_MS = 60_000;

    private static final int BYTES = 48;
    private static final int SESSION = 24;
    private static final int SESSION_LOW = 32;
    private static final int TIME = 40;

    Exchanges(int segmentBits) {
        super(BYTES, segmentBits);
    }

    /** The exchange with this hash that can be repeated now, or -1. */
    public int find(long high, long low, long nowMs) {
        int exchange = low == 0 ? -1 : find(high, low);
        return exchange >= 0 && nowMs <= timeMs(exchange) + REPEATABLE_MS ? exchange : -1;
    }

    /** First half of the session's bits. */
    public long sessionHigh(int exchange) {
        return getLong(at(exchange) + SESSION);
    }

    /** Second half of the session's bits. */
    public long sessionLow(int exchange) {
        return getLong(at(exchange) + SESSION_LOW);
    }

    /** Remembers an exchange, in place of an older one with the same hash. */
    public void remember(long high, long low, long sessionHigh, long sessionLow, long nowMs) {
        clearSome(nowMs);
        int known = find(high, low);
        int exchange = known >= 0 ? known : add(high, low);
        long at = own(exchange);
        putLong(at + SESSION, sessionHigh);
        putLong(at + SESSION_LOW, sessionLow);
        putLong(at + TIME, nowMs);
    }

    private void clearSome(long nowMs) {
        for (int i = 0; i < RecyclingTable.SWEEP; i++) {
            int exchange = sweep();
            if (exchange >= 0 && nowMs > timeMs(exchange) + REPEATABLE_MS) {
                remove(exchange);
            }
        }
    }

    private long timeMs(int exchange) {
        return getLong(at(exchange) + TIME);
    }
}
