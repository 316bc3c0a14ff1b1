package bankroll.ledger.table;

import static org.agrona.UnsafeApi.getInt;
import static org.agrona.UnsafeApi.getLong;
import static org.agrona.UnsafeApi.putInt;
import static org.agrona.UnsafeApi.putLong;

import bankroll.ledger.table.HashedTable.RecyclingTable;
import bankroll.protocol.LedgerSettings;
import org.agrona.collections.Int2ObjectHashMap;

/**
 * Sessions by their 128 random bits (decisions §3). One that expired is cleared away a little later, which nobody can
 * tell: an unknown session, an expired and a closed one answer alike.
 *
 * <p>A player has at most {@link LedgerSettings#sessionsPerPlayer()} of them that are not cleared away. Before one is opened
 * at the bound, the oldest that expired is cleared away, or the oldest is closed when all are open. Replayed journals of
 * releases that knew no bound have none.
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
    private final Int2ObjectHashMap<SessionCrowd> crowds = new Int2ObjectHashMap<>();

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

    /** Whether so many are kept that one has to leave before another one is opened for the account. */
    public boolean isAtBound(int account, LedgerSettings settings) {
        return settings.boundsSessions() && players.sessions(account) >= settings.sessionsPerPlayer();
    }

    /**
     * How many sessions of an account may be used now. At most {@value SessionCrowd#FEW} are looked at, whatever their number,
     * besides those whose time may have come since they were counted last; without a bound each is.
     */
    public int open(int account, LedgerSettings settings, long nowMs) {
        SessionCrowd crowd = crowds.get(account);
        if (crowd != null) {
            return crowd.count(nowMs);
        }
        int open = 0;
        for (int session = players.newestSession(account); session >= 0; session = nextOlder(session)) {
            open += isOpen(session, settings, nowMs) ? 1 : 0;
        }
        return open;
    }

    /** The oldest session of an account that expired and is not cleared away, or -1; where a bound is in force. */
    int oldestOver(int account, LedgerSettings settings, long nowMs) {
        SessionCrowd crowd = crowds.get(account);
        if (crowd != null) {
            return crowd.oldestOver(nowMs);
        }
        int over = -1;
        for (int session = players.newestSession(account); session >= 0; session = nextOlder(session)) {
            over = isOpen(session, settings, nowMs) ? over : session;
        }
        return over;
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
        clearForOne(account, settings, nowMs);
        int session = add(high, low);
        long at = own(session);
        putInt(at + ACCOUNT, account);
        putLong(at + OPENED_AT, nowMs);
        putLong(at + LAST_USED_AT, nowMs);
        putLong(at + SEQUENCE, sequence);
        chain.add(session, settings.boundsSessions());
        count(session, settings);
    }

    /** Keeps a session alive. */
    public void touch(int session, long nowMs) {
        putLong(own(session) + LAST_USED_AT, nowMs);
    }

    /** Closes a session for good. */
    public void close(int session, LedgerSettings settings, long nowMs) {
        if (settings.boundsSessions()) {
            remove(session, settings, nowMs);
        } else {
            putInt(own(session) + CLOSED, 1);
        }
    }

    /** Closes all sessions of an account: as many as the bound allows. */
    public void closeAll(int account, LedgerSettings settings, long nowMs) {
        int session = players.newestSession(account);
        while (session >= 0) {
            int older = nextOlder(session);
            close(session, settings, nowMs);
            session = older;
        }
    }

    /** Another bound, or none, is in force from now on: of each account the newest open sessions stay. At a start only. */
    void rebound(LedgerSettings settings, long nowMs) {
        crowds.clear();
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

    /** Journals of releases in which one that expired took a place: there the second step never has anything to do. */
    private void clearForOne(int account, LedgerSettings settings, long nowMs) {
        if (settings.boundsSessions()) {
            clear(players.oldestSession(account), settings, nowMs);
            if (isAtBound(account, settings)) {
                clear(oldestOver(account, settings, nowMs), settings, nowMs);
            }
        }
    }

    private void clear(int session, LedgerSettings settings, long nowMs) {
        if (session >= 0 && !isOpen(session, settings, nowMs)) {
            remove(session, settings, nowMs);
        }
    }

    private void remove(int session, LedgerSettings settings, long nowMs) {
        int account = account(session);
        SessionCrowd crowd = crowds.get(account);
        if (crowd != null) {
            crowd.remove(session, nowMs);
        }
        chain.remove(session, settings.boundsSessions());
        remove(session);
        if (crowd != null && players.sessions(account) < SessionCrowd.FEW / 2) {
            crowds.remove(account);
        }
    }

    /** Counts a session that was opened, where there are many: from the one with which there are on. */
    private void count(int session, LedgerSettings settings) {
        int account = account(session);
        SessionCrowd crowd = crowds.get(account);
        if (crowd != null) {
            crowd.add(session);
        } else if (settings.boundsSessions()) {
            gatherMany(account, settings);
        }
    }

    private void gather(int account, LedgerSettings settings) {
        SessionCrowd crowd = new SessionCrowd(kept(settings), settings.sessionsPerPlayer());
        for (int session = players.newestSession(account); session >= 0; session = nextOlder(session)) {
            crowd.add(session);
        }
        crowds.put(account, crowd);
    }

    private SessionCrowd.Kept kept(LedgerSettings settings) {
        return new SessionCrowd.Kept() {
            @Override
            public long expiresAtMs(int session) {
                return Sessions.this.expiresAtMs(session, settings);
            }

            @Override
            public long sequence(int session) {
                return Sessions.this.sequence(session);
            }

            @Override
            public boolean isFrom(int session, long sequence) {
                return isUsed(session) && sequence(session) == sequence;
            }
        };
    }

    /** Other settings are in force, or the table was loaded: counts anew wherever there are many. At a start only. */
    void countAnew(LedgerSettings settings) {
        crowds.clear();
        for (int session = 0; settings.boundsSessions() && session < places(); session++) {
            if (isUsed(session) && !crowds.containsKey(account(session))) {
                gatherMany(account(session), settings);
            }
        }
    }

    private void gatherMany(int account, LedgerSettings settings) {
        if (players.sessions(account) > SessionCrowd.FEW) {
            gather(account, settings);
        }
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
