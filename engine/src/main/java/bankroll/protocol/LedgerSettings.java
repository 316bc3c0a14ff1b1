package bankroll.protocol;

import java.time.ZoneId;

/**
 * The settings on which decisions depend. They are journaled whenever the service starts, so that replay knows under
 * which of them an entry was made.
 *
 * @param timeZone whose calendar day, week and month limits follow (decisions §11)
 * @param sessionIdleMs a session unused for longer is over (decisions §3)
 * @param sessionMaxAgeMs a session older than this is over (decisions §3)
 * @param limitRaiseDelayMs how long raising or removing a limit waits (decisions §11)
 * @param refuseRollbackAfterPayout whether a debit that was paid out can no longer be rolled back (decisions §9)
 */
public record LedgerSettings(
        ZoneId timeZone,
        long sessionIdleMs,
        long sessionMaxAgeMs,
        long limitRaiseDelayMs,
        boolean refuseRollbackAfterPayout) {
    /** What decisions.md says when nobody says otherwise. */
    public static final LedgerSettings DEFAULT =
            new LedgerSettings(ZoneId.of("UTC"), 3_600_000, 86_400_000, 86_400_000, false);

    /** Writes the settings. */
    public void put(Fields fields) {
        fields.putText(timeZone.getId())
                .putLong(sessionIdleMs)
                .putLong(sessionMaxAgeMs)
                .putLong(limitRaiseDelayMs)
                .putByte(refuseRollbackAfterPayout ? 1 : 0);
    }

    /** Reads settings. */
    public static LedgerSettings get(Fields fields) {
        return new LedgerSettings(
                ZoneId.of(fields.getText()),
                fields.getLong(),
                fields.getLong(),
                fields.getLong(),
                fields.getByte() != 0);
    }
}
