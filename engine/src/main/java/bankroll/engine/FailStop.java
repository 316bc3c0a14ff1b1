package bankroll.engine;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.condition.LogId;
import org.slf4j.LoggerFactory;

/**
 * Ends the process when memory may be ahead of the journal: an append or a force failed, or the ledger broke an
 * invariant. Going on could acknowledge what is lost, and a second force after a failed one lies (the kernel has
 * dropped the pages), so there is no retry: restart and replay.
 */
@FunctionalInterface
public interface FailStop {
    /** Says why, then halts without running shutdown hooks: they would wait for the engine. */
    FailStop HALT = cause -> {
        int code = exitCode(cause);
        LoggerFactory.getLogger(FailStop.class)
                .error(
                        LogId.STOPPED.marker(),
                        "Stopping at once: nothing more can be acknowledged safely. {}",
                        code == ExitCode.IO ? "Restart to recover." : "A restart alone cures nothing.",
                        cause);
        Runtime.getRuntime().halt(code);
    };

    /**
     * Of a process that stopped because of its journal or its ledger: {@link ExitCode#IO}, unless the next start would find
     * the same, as a node does whose journal is not that of the others. Started again and again, such a one would lead now
     * and then.
     */
    static int exitCode(Throwable cause) {
        int code = ConditionException.exitCodeOf(cause);
        return ExitCode.FOR_A_PERSON.contains(code) ? code : ExitCode.IO;
    }

    /** Stops; called once, on the thread that found the fault. */
    void stop(Throwable cause);
}
