package bankroll.journal;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;

/** The journal can't promise anything any more: an append or a force failed. The caller halts the process. */
public final class JournalFailure extends ConditionException {
    private static final long serialVersionUID = 1L;

    public JournalFailure(String message) {
        super(ExitCode.IO, message);
    }

    public JournalFailure(String message, Throwable cause) {
        super(ExitCode.IO, message, cause);
    }
}
