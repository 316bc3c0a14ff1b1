package bankroll.ledger.table;

import static org.agrona.UnsafeApi.getLong;
import static org.agrona.UnsafeApi.putLong;

/**
 * Exchanges of the last minute, so that a platform whose answer was lost gets the same session again (decisions §3).
 *
 * <pre>
 *   24 session's bits (16)   40 time
 * </pre>
 */
public final class Exchanges implements AutoCloseable {
    /** How long a repeated exchange gives the same session. */
    public static final long REPEATABLE_MS = 60_000;

    private static final int BYTES = 48;

    private final RecyclingTable records;

    Exchanges(int segmentBits) {
        records = new RecyclingTable(BYTES, segmentBits);
    }

    /** The exchange with this hash that can be repeated now, or -1. */
    public int find(long high, long low, long nowMs) {
        int exchange = low == 0 ? -1 : records.find(high, low);
        return exchange >= 0 && nowMs <= timeMs(exchange) + REPEATABLE_MS ? exchange : -1;
    }

    /** First half of the session's bits. */
    public long sessionHigh(int exchange) {
        return getLong(records.at(exchange) + 24);
    }

    /** Second half of the session's bits. */
    public long sessionLow(int exchange) {
        return getLong(records.at(exchange) + 32);
    }

    /** Remembers an exchange, in place of an older one with the same hash. */
    public void remember(long high, long low, long sessionHigh, long sessionLow, long nowMs) {
        clearSome(nowMs);
        int known = records.find(high, low);
        int exchange = known >= 0 ? known : records.add(high, low);
        long at = records.own(exchange);
        putLong(at + 24, sessionHigh);
        putLong(at + 32, sessionLow);
        putLong(at + 40, nowMs);
    }

    long memoryBytes() {
        return records.memoryBytes();
    }

    StatePart freeze() {
        return records.freeze();
    }

    void release() {
        records.release();
    }

    void load(StateSource source) {
        records.load(source);
    }

    void index() {
        records.index();
    }

    @Override
    public void close() {
        records.close();
    }

    private void clearSome(long nowMs) {
        for (int i = 0; i < RecyclingTable.SWEEP; i++) {
            int exchange = records.sweep();
            if (exchange >= 0 && nowMs > timeMs(exchange) + REPEATABLE_MS) {
                records.remove(exchange);
            }
        }
    }

    private long timeMs(int exchange) {
        return getLong(records.at(exchange) + 40);
    }
}
