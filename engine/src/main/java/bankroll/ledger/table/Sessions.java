package bankroll.ledger.table;

import static org.agrona.UnsafeApi.getInt;
import static org.agrona.UnsafeApi.getLong;
import static org.agrona.UnsafeApi.putInt;
import static org.agrona.UnsafeApi.putLong;

import bankroll.protocol.LedgerSettings;

/**
 * Sessions by their 128 random bits (decisions §3). One that is over is cleared away a little later, which nobody can
 * tell: an unknown session and a closed one answer alike.
 *
 * <pre>
 *   24 account   28 next older session of the account + 1   32 opened at   40 last used at   48 sequence of its entry
 *   56 u32 1 when closed
 * </pre>
 */
public final class Sessions implements AutoCloseable {
    private static final int BYTES = 64;

    private final RecyclingTable records;
    private final Players players;

    Sessions(Players players, int segmentBits) {
        this.players = players;
        records = new RecyclingTable(BYTES, segmentBits);
    }

    /** The session with these bits, or -1; it may be over. */
    public int find(long high, long low) {
        return records.find(high, low);
    }

    /** What finds many of them at a time. */
    public RecordLookup lookup() {
        return records.lookup();
    }

    /** Whether a session may still be used. */
    public boolean isOpen(int session, LedgerSettings settings, long nowMs) {
        return getInt(at(session) + 56) == 0 && nowMs < expiresAtMs(session, settings);
    }

    /** When it ends unless it is used again. */
    public long expiresAtMs(int session, LedgerSettings settings) {
        return Math.min(
                lastUsedAtMs(session) + settings.sessionIdleMs(), openedAtMs(session) + settings.sessionMaxAgeMs());
    }

    /** Whose session it is. */
    public int account(int session) {
        return getInt(at(session) + 24);
    }

    /** The session of the same account that was opened before it, or -1. */
    public int nextOlder(int session) {
        return getInt(at(session) + 28) - 1;
    }

    /** When it was opened. */
    public long openedAtMs(int session) {
        return getLong(at(session) + 32);
    }

    /** When it was last kept alive. */
    public long lastUsedAtMs(int session) {
        return getLong(at(session) + 40);
    }

    /** The entry that opened it; what else was said of it stands there. */
    public long sequence(int session) {
        return getLong(at(session) + 48);
    }

    /** First half of its bits. */
    public long high(int session) {
        return getLong(at(session));
    }

    /** Second half of its bits. */
    public long low(int session) {
        return getLong(at(session) + 8);
    }

    /** How many are kept, those too that are over and not yet cleared away. */
    public int size() {
        return records.used();
    }

    /** Opens a session and clears away some that are over. */
    public void open(long high, long low, int account, long sequence, LedgerSettings settings, long nowMs) {
        clearSome(settings, nowMs);
        int session = records.add(high, low);
        long at = own(session);
        putInt(at + 24, account);
        putInt(at + 28, players.newestSession(account) + 1);
        putLong(at + 32, nowMs);
        putLong(at + 40, nowMs);
        putLong(at + 48, sequence);
        players.newestSession(account, session);
    }

    /** Keeps a session alive. */
    public void touch(int session, long nowMs) {
        putLong(own(session) + 40, nowMs);
    }

    /** Closes a session for good. */
    public void close(int session) {
        putInt(own(session) + 56, 1);
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

    @Override
    public void close() {
        records.close();
    }

    private void clearSome(LedgerSettings settings, long nowMs) {
        for (int i = 0; i < RecyclingTable.SWEEP; i++) {
            int session = records.sweep();
            if (session >= 0 && !isOpen(session, settings, nowMs)) {
                unlink(session);
                records.remove(session);
            }
        }
    }

    private void unlink(int gone) {
        int account = account(gone);
        if (players.newestSession(account) == gone) {
            players.newestSession(account, nextOlder(gone));
            return;
        }
        int newer = players.newestSession(account);
        while (nextOlder(newer) != gone) {
            newer = nextOlder(newer);
        }
        putInt(own(newer) + 28, nextOlder(gone) + 1);
    }

    private long at(int session) {
        return records.at(session);
    }

    private long own(int session) {
        return records.own(session);
    }
}
