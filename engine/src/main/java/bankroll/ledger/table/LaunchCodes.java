package bankroll.ledger.table;

import static org.agrona.UnsafeApi.getInt;
import static org.agrona.UnsafeApi.getLong;
import static org.agrona.UnsafeApi.putInt;
import static org.agrona.UnsafeApi.putLong;

import bankroll.ledger.table.HashedTable.RecyclingTable;

/**
 * Launch codes by their keyed hash, until they are used up or expired (decisions §3); unknown, used and expired answer
 * alike, so what is over is cleared away.
 *
 * <pre>
 *   24 account   28 u32 1 when reusable   32 expires at   40 hash of the game (16), zero: any game
 * </pre>
 */
public final class LaunchCodes extends RecyclingTable {
    private static final int BYTES = 56;
    private static final int ACCOUNT = 24;
    private static final int REUSABLE = 28;
    private static final int EXPIRES_AT = 32;
    private static final int GAME = 40;
    private static final int GAME_LOW = 48;

    LaunchCodes(int segmentBits) {
        super(BYTES, segmentBits);
    }

    /** Whose code it is. */
    public int account(int code) {
        return getInt(at(code) + ACCOUNT);
    }

    /** Whether it can be exchanged more than once. */
    public boolean isReusable(int code) {
        return getInt(at(code) + REUSABLE) != 0;
    }

    /** When it stops being good. */
    public long expiresAtMs(int code) {
        return getLong(at(code) + EXPIRES_AT);
    }

    /** Whether it is good for a game. */
    public boolean isFor(int code, long gameHigh, long gameLow) {
        long at = at(code);
        long low = getLong(at + GAME_LOW);
        return low == 0 || low == gameLow && getLong(at + GAME) == gameHigh;
    }

    /** Adds a code and clears away some that are expired; returns it for its fields. */
    public int mint(long high, long low, int account, boolean reusable, long expiresAtMs, long nowMs) {
        clearSome(nowMs);
        int code = add(high, low);
        putInt(own(code) + ACCOUNT, account);
        putInt(own(code) + REUSABLE, reusable ? 1 : 0);
        putLong(own(code) + EXPIRES_AT, expiresAtMs);
        return code;
    }

    /** Binds a code to one game. */
    public void bind(int code, long gameHigh, long gameLow) {
        putLong(own(code) + GAME, gameHigh);
        putLong(own(code) + GAME_LOW, gameLow);
    }

    /** Uses a code up. */
    public void use(int code) {
        remove(code);
    }

    private void clearSome(long nowMs) {
        for (int i = 0; i < RecyclingTable.SWEEP; i++) {
            int code = sweep();
            if (code >= 0 && nowMs >= expiresAtMs(code)) {
                remove(code);
            }
        }
    }
}
