package bankroll.journal;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import java.nio.file.Path;

/** Another process works on this directory. */
public final class DirectoryLockedException extends ConditionException {
    private static final long serialVersionUID = 1L;

    /** @param holderPid the process that holds the lock; 0 when it left no number. */
    public DirectoryLockedException(Path directory, long holderPid) {
        super(
                ExitCode.IN_USE,
                directory + " is in use by " + (holderPid == 0 ? "another process" : "process " + holderPid),
                "stop that one first, or give this one its own --data directory");
    }
}
