package bankroll.engine;

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
    /** Exit code of a process that stopped because of its journal or its ledger. */
    int EXIT_CODE = ExitCode.IO;

    /** Says why, then halts without running shutdown hooks: they would wait for the engine. */
    FailStop HALT = cause -> {
        LoggerFactory.getLogger(FailStop.class)
                .error(
                        LogId.STOPPED.marker(),
                        "Stopping at once: nothing more can be acknowledged safely. Restart to recover.",
                        cause);
        Runtime.getRuntime().halt(EXIT_CODE);
    };

    /** Stops; called once, on the thread that found the fault. */
    void stop(Throwable cause);
}
