package bankroll.ledger.table;

import static org.agrona.UnsafeApi.getInt;
import static org.agrona.UnsafeApi.getLong;
import static org.agrona.UnsafeApi.putInt;
import static org.agrona.UnsafeApi.putLong;

/**
 * Launch codes by their keyed hash, until they are used up or expired (decisions §3); unknown, used and expired answer
 * alike, so what is over is cleared away.
 *
 * <pre>
 *   24 account   28 u32 1 when reusable   32 expires at   40 hash of the game (16), zero: any game
 * </pre>
 */
public final class LaunchCodes implements AutoCloseable {
    private static final int BYTES = 56;

    private final RecyclingTable records;

    LaunchCodes(int segmentBits) {
        records = new RecyclingTable(BYTES, segmentBits);
    }

    /** The code with this hash, or -1; it may be expired. */
    public int find(long high, long low) {
        return records.find(high, low);
    }

    /** Whose code it is. */
    public int account(int code) {
        return getInt(at(code) + 24);
    }

    /** Whether it can be exchanged more than once. */
    public boolean isReusable(int code) {
        return getInt(at(code) + 28) != 0;
    }

    /** When it stops being good. */
    public long expiresAtMs(int code) {
        return getLong(at(code) + 32);
    }

    /** Whether it is good for a game. */
    public boolean isFor(int code, long gameHigh, long gameLow) {
        long at = at(code);
        long low = getLong(at + 48);
        return low == 0 || low == gameLow && getLong(at + 40) == gameHigh;
    }

    /** How many are kept. */
    public int size() {
        return records.used();
    }

    /** Adds a code and clears away some that are expired; returns it for its fields. */
    public int mint(long high, long low, int account, boolean reusable, long expiresAtMs, long nowMs) {
        clearSome(nowMs);
        int code = records.add(high, low);
        putInt(own(code) + 24, account);
        putInt(own(code) + 28, reusable ? 1 : 0);
        putLong(own(code) + 32, expiresAtMs);
        return code;
    }

    /** Binds a code to one game. */
    public void bind(int code, long gameHigh, long gameLow) {
        putLong(own(code) + 40, gameHigh);
        putLong(own(code) + 48, gameLow);
    }

    /** Uses a code up. */
    public void use(int code) {
        records.remove(code);
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
            int code = records.sweep();
            if (code >= 0 && nowMs >= expiresAtMs(code)) {
                records.remove(code);
            }
        }
    }

    private long at(int code) {
        return records.at(code);
    }

    private long own(int code) {
        return records.own(code);
    }
}
