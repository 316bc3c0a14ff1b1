package bankroll.ledger.table;

import static org.agrona.UnsafeApi.getInt;
import static org.agrona.UnsafeApi.getLong;
import static org.agrona.UnsafeApi.putInt;
import static org.agrona.UnsafeApi.putLong;

import bankroll.protocol.LedgerSettings;

/**
 * Sessions by their 128 random bits (decisions §3). One that expired is cleared away a little later, which nobody can
 * tell: an unknown session, an expired and a closed one answer alike.
 *
 * <p>A player has at most {@link LedgerSettings#sessionsPerPlayer()} of them that are not cleared away: before one is
 * opened at the bound, the oldest is closed. Replayed journals of releases that knew no bound have none.
 *
 * <pre>
 *   24 account   28 next older session of the account + 1   32 opened at   40 last used at   48 sequence of its entry
 *   56 u32 1 when closed, where there is no bound   60 next newer session of the account + 1, where there is one
 * </pre>
 */
public final class Sessions extends RecyclingTable {
    private static final int BYTES = 64;
    private static final int ACCOUNT = 24;
    private static final int OPENED_AT = 32;
    private static final int LAST_USED_AT = 40;
    private static final int SEQUENCE = 48;
    private static final int CLOSED = 56;

    private final Players players;
    private final SessionChain chain;

    Sessions(Players players, int segmentBits) {
        super(BYTES, segmentBits);
        this.players = players;
        chain = new SessionChain(this, players);
    }

    /** Whether a session may still be used. */
    public boolean isOpen(int session, LedgerSettings settings, long nowMs) {
        return !isClosed(session) && nowMs < expiresAtMs(session, settings);
    }

    /** Whether it was closed before its end. */
    public boolean isClosed(int session) {
        return getInt(at(session) + CLOSED) != 0;
    }

    /** When it ends unless it is used again. */
    public long expiresAtMs(int session, LedgerSettings settings) {
        return Math.min(
                lastUsedAtMs(session) + settings.sessionIdleMs(), openedAtMs(session) + settings.sessionMaxAgeMs());
    }

    /** Whose session it is. */
    public int account(int session) {
        return getInt(at(session) + ACCOUNT);
    }

    /** The session of the same account that was opened before it, or -1. */
    public int nextOlder(int session) {
        return chain.older(session);
    }

    /** Whether a session has to be closed before another one is opened for the account. */
    public boolean isAtBound(int account, LedgerSettings settings) {
        return settings.boundsSessions() && players.sessions(account) >= settings.sessionsPerPlayer();
    }

    /** When it was opened. */
    public long openedAtMs(int session) {
        return getLong(at(session) + OPENED_AT);
    }

    /** When it was last kept alive. */
    public long lastUsedAtMs(int session) {
        return getLong(at(session) + LAST_USED_AT);
    }

    /** The entry that opened it; what else was said of it stands there. */
    public long sequence(int session) {
        return getLong(at(session) + SEQUENCE);
    }

    /** Opens a session and clears away some that are over. */
    public void open(long high, long low, int account, long sequence, LedgerSettings settings, long nowMs) {
        clearSome(settings, nowMs);
        clearOldest(account, settings, nowMs);
        int session = add(high, low);
        long at = own(session);
        putInt(at + ACCOUNT, account);
        putLong(at + OPENED_AT, nowMs);
        putLong(at + LAST_USED_AT, nowMs);
        putLong(at + SEQUENCE, sequence);
        chain.add(session, settings.boundsSessions());
    }

    /** Keeps a session alive. */
    public void touch(int session, long nowMs) {
        putLong(own(session) + LAST_USED_AT, nowMs);
    }

    /** Closes a session for good. */
    public void close(int session, LedgerSettings settings) {
        if (settings.boundsSessions()) {
            remove(session, settings);
        } else {
            putInt(own(session) + CLOSED, 1);
        }
    }

    /** Closes all sessions of an account: as many as the bound allows. */
    public void closeAll(int account, LedgerSettings settings) {
        int session = players.newestSession(account);
        while (session >= 0) {
            int older = nextOlder(session);
            close(session, settings);
            session = older;
        }
    }

    /** Another bound, or none, is in force from now on: of each account the newest open sessions stay. At a start only. */
    void rebound(LedgerSettings settings, long nowMs) {
        for (int account = 0; account < players.size(); account++) {
            if (players.newestSession(account) >= 0) {
                rebound(account, settings, nowMs);
            }
        }
    }

    /** How many links from session to session were followed so far; for tests. */
    public long steps() {
        return chain.steps();
    }

    private void clearSome(LedgerSettings settings, long nowMs) {
        for (int i = 0; i < RecyclingTable.SWEEP; i++) {
            clear(sweep(), settings, nowMs);
        }
    }

    private void clearOldest(int account, LedgerSettings settings, long nowMs) {
        if (settings.boundsSessions()) {
            clear(players.oldestSession(account), settings, nowMs);
        }
    }

    private void clear(int session, LedgerSettings settings, long nowMs) {
        if (session >= 0 && !isOpen(session, settings, nowMs)) {
            remove(session, settings);
        }
    }

    private void remove(int session, LedgerSettings settings) {
        chain.remove(session, settings.boundsSessions());
        remove(session);
    }

    private void rebound(int account, LedgerSettings settings, long nowMs) {
        int kept = 0;
        int last = -1;
        int session = chain.dissolve(account);
        while (session >= 0) {
            int older = nextOlder(session);
            boolean isKept = !settings.boundsSessions()
                    || kept < settings.sessionsPerPlayer() && isOpen(session, settings, nowMs);
            if (isKept) {
                chain.addOldest(session, last, settings.boundsSessions());
                last = session;
                kept++;
            } else {
                remove(session);
            }
            session = older;
        }
    }
}
