package bankroll.protocol;

/**
 * The settings on which decisions depend. They are journaled whenever the service starts, so that replay knows under
 * which of them an entry was made.
 *
 * @param timeZone whose calendar day, week and month limits follow (decisions §11), as UTC or Europe/Vienna; here a
 *     name only, so that a journal can be read where nobody knows the zone
 * @param sessionIdleMs a session unused for longer is over (decisions §3)
 * @param sessionMaxAgeMs a session older than this is over (decisions §3)
 * @param limitRaiseDelayMs how long raising or removing a limit waits (decisions §11)
 * @param refuseRollbackAfterPayout whether a debit that was paid out can no longer be rolled back (decisions §9)
 * @param sessionsPerPlayer most sessions of a player that are kept at a time, 1 to {@value #MOST_SESSIONS_PER_PLAYER};
 *     opening another one closes the oldest. 0 is no bound, as in the journals of releases that knew none
 */
public record LedgerSettings(
        String timeZone,
        long sessionIdleMs,
        long sessionMaxAgeMs,
        long limitRaiseDelayMs,
        boolean refuseRollbackAfterPayout,
        int sessionsPerPlayer) {
    /** A bound for the writer, which goes through all sessions of a player when an operator asks for them. */
    public static final int MOST_SESSIONS_PER_PLAYER = 10_000;

    /** What decisions.md says when nobody says otherwise. */
    public static final LedgerSettings DEFAULT =
            new LedgerSettings("UTC", 3_600_000, 86_400_000, 86_400_000, false, MOST_SESSIONS_PER_PLAYER);

    private static final int REFUSES = 1;
    private static final int BOUNDS_SESSIONS = 2;

    /** Whether a player's sessions have a bound. */
    public boolean boundsSessions() {
        return sessionsPerPlayer > 0;
    }

    /** The same with another {@link #timeZone()}. */
    public LedgerSettings timeZone(String value) {
        return new LedgerSettings(
                value, sessionIdleMs, sessionMaxAgeMs, limitRaiseDelayMs, refuseRollbackAfterPayout, sessionsPerPlayer);
    }

    /** The same with another {@link #sessionIdleMs()}. */
    public LedgerSettings sessionIdleMs(long value) {
        return new LedgerSettings(
                timeZone, value, sessionMaxAgeMs, limitRaiseDelayMs, refuseRollbackAfterPayout, sessionsPerPlayer);
    }

    /** The same with another {@link #sessionMaxAgeMs()}. */
    public LedgerSettings sessionMaxAgeMs(long value) {
        return new LedgerSettings(
                timeZone, sessionIdleMs, value, limitRaiseDelayMs, refuseRollbackAfterPayout, sessionsPerPlayer);
    }

    /** The same with another {@link #limitRaiseDelayMs()}. */
    public LedgerSettings limitRaiseDelayMs(long value) {
        return new LedgerSettings(
                timeZone, sessionIdleMs, sessionMaxAgeMs, value, refuseRollbackAfterPayout, sessionsPerPlayer);
    }

    /** The same with another {@link #refuseRollbackAfterPayout()}. */
    public LedgerSettings refuseRollbackAfterPayout(boolean value) {
        return new LedgerSettings(
                timeZone, sessionIdleMs, sessionMaxAgeMs, limitRaiseDelayMs, value, sessionsPerPlayer);
    }

    /** The same with another {@link #sessionsPerPlayer()}. */
    public LedgerSettings sessionsPerPlayer(int value) {
        return new LedgerSettings(
                timeZone, sessionIdleMs, sessionMaxAgeMs, limitRaiseDelayMs, refuseRollbackAfterPayout, value);
    }

    /** Writes the settings; without a bound on sessions in the bytes of releases that knew none. */
    public void put(Fields fields) {
        fields.putText(timeZone)
                .putLong(sessionIdleMs)
                .putLong(sessionMaxAgeMs)
                .putLong(limitRaiseDelayMs)
                .putByte((refuseRollbackAfterPayout ? REFUSES : 0) | (boundsSessions() ? BOUNDS_SESSIONS : 0));
        if (boundsSessions()) {
            fields.putInt(sessionsPerPlayer);
        }
    }

    /** Reads settings. */
    public static LedgerSettings get(Fields fields) {
        String timeZone = fields.getText();
        if (timeZone == null) {
            throw new IllegalArgumentException("settings without a time zone");
        }
        long sessionIdleMs = fields.getLong();
        long sessionMaxAgeMs = fields.getLong();
        long limitRaiseDelayMs = fields.getLong();
        int flags = fields.getByte();
        int sessionsPerPlayer = (flags & BOUNDS_SESSIONS) == 0 ? 0 : fields.getInt();
        return new LedgerSettings(
                timeZone, sessionIdleMs, sessionMaxAgeMs, limitRaiseDelayMs, (flags & REFUSES) != 0, sessionsPerPlayer);
    }
}
