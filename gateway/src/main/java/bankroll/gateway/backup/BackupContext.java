package bankroll.gateway.backup;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Every option of the scheduled backup. Set up by one thread before {@link BackupSchedule#begin}, but for {@link #secrets};
 * nothing has a default.
 */
public final class BackupContext {
    /** Tells the hook the backup's directory. */
    public static final String HOOK_DIRECTORY = "BANKROLL_BACKUP";
    /** Tells the hook the last entry that is in it. */
    public static final String HOOK_SEQUENCE = "BANKROLL_BACKUP_SEQUENCE";

    Path data;
    private Optional<Path> to = Optional.empty();
    long everyMs;
    Optional<Path> hook = Optional.empty();
    long hookLimitMs;
    int nice;
    volatile List<String> secrets = List.of();

    /** The data directory. */
    public BackupContext data(Path value) {
        data = value;
        return this;
    }

    /** The backup's directory; empty: no backups are asked for. */
    public BackupContext to(Optional<Path> value) {
        to = value;
        return this;
    }

    /** From the beginning of one run to that of the next. */
    public BackupContext everyMs(long value) {
        everyMs = value;
        return this;
    }

    /** A program that is run after a good backup, with the backup's directory as its argument. */
    public BackupContext hook(Optional<Path> value) {
        hook = value;
        return this;
    }

    /** After this time the hook is killed. */
    public BackupContext hookLimitMs(long value) {
        hookLimitMs = value;
        return this;
    }

    /** Of both processes, 0 to 19. */
    public BackupContext nice(int value) {
        nice = value;
        return this;
    }

    /** What no process may find in its environment; also while the schedule goes on. */
    public BackupContext secrets(List<String> value) {
        secrets = List.copyOf(value);
        return this;
    }

    /** Whether there is anything to do. */
    public boolean isAskedFor() {
        return to.isPresent();
    }

    Path to() {
        return to.orElseThrow();
    }
}
