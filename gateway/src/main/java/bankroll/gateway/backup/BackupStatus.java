package bankroll.gateway.backup;

/**
 * How the scheduled backups stand, for status and metrics. Times are milliseconds since the epoch; 0: not yet.
 *
 * @param to the backup's directory; empty: no backups are scheduled, and nothing else means anything
 * @param everyMs from one run to the next
 * @param sinceMs when the schedule began
 * @param lastRunMs when the last run ended
 * @param lastGoodMs when the last good run began: all that was acknowledged before is in the backup
 * @param lastSequence the last entry that the backup holds
 * @param bytes of all files of the backup
 * @param tookMs how long the last run took, without the hook
 * @param failures runs that failed, and hooks, since the service started
 * @param failure why the last run failed; empty when it did not
 * @param hookExitCode of the last run of the hook; {@link #NO_HOOK} when there was none
 */
public record BackupStatus(
        String to,
        long everyMs,
        long sinceMs,
        long lastRunMs,
        long lastGoodMs,
        long lastSequence,
        long bytes,
        long tookMs,
        long failures,
        String failure,
        int hookExitCode) {
    /** No hook has run to its end. */
    public static final int NO_HOOK = -1;

    /** Of a service without scheduled backups. */
    public static final BackupStatus NONE = begun("", 0, 0);

    static BackupStatus begun(String to, long everyMs, long nowMs) {
        return new BackupStatus(to, everyMs, nowMs, 0, 0, 0, 0, 0, 0, "", NO_HOOK);
    }

    /** Whether backups are scheduled. */
    public boolean isScheduled() {
        return !to.isEmpty();
    }

    /** How long bookings have been in no backup, at most, in milliseconds; 0 where none is scheduled. */
    public long ageMs(long nowMs) {
        return isScheduled() ? Math.max(0, nowMs - (lastGoodMs == 0 ? sinceMs : lastGoodMs)) : 0;
    }

    BackupStatus good(long beganMs, long endedMs, long newTookMs, long newLast, long newBytes) {
        return new BackupStatus(
                to, everyMs, sinceMs, endedMs, beganMs, newLast, newBytes, newTookMs, failures, "", hookExitCode);
    }

    BackupStatus failed(long endedMs, long newTookMs, String reason) {
        return new BackupStatus(
                to,
                everyMs,
                sinceMs,
                endedMs,
                lastGoodMs,
                lastSequence,
                bytes,
                newTookMs,
                failures + 1,
                reason,
                hookExitCode);
    }

    BackupStatus hookEnded(int exitCode) {
        return new BackupStatus(
                to, everyMs, sinceMs, lastRunMs, lastGoodMs, lastSequence, bytes, tookMs, failures, failure, exitCode);
    }
}
