package bankroll.gateway.cli;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.condition.LogId;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way out. A signal starts the JVM's shutdown hooks and would end it with 128 + the signal's number; this hook
 * closes the service first and then halts with 0, or with what {@link ExitCode#of} says when closing failed.
 */
final class Termination {
    private static final Logger LOG = LoggerFactory.getLogger(Termination.class);

    private final CountDownLatch never = new CountDownLatch(1);
    private final Thread hook = new Thread(this::end, "termination");
    private volatile AutoCloseable service = () -> {};

    private Termination() {}

    /** From now on a signal ends the process with 0. */
    static Termination install() {
        Termination termination = new Termination();
        Runtime.getRuntime().addShutdownHook(termination.hook);
        return termination;
    }

    /** What to close first. */
    void closes(AutoCloseable closeable) {
        service = closeable;
    }

    /** Waits; the hook ends the process. */
    void await() throws InterruptedException {
        never.await();
    }

    /** The command failed by itself: its own exit code counts. */
    void remove() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException alreadyEnding) {
            LOG.debug("Ending already");
        }
    }

    private void end() {
        int exitCode = ExitCode.OK;
        try {
            LOG.info("Told to end: draining");
            service.close();
            LOG.info("Closed");
        } catch (Exception | Error e) {
            LOG.error(
                    LogId.CLOSE_FAILED.marker(), "Could not close cleanly; what was acknowledged is in the journal", e);
            exitCode = ConditionException.exitCodeOf(e);
        }
        Runtime.getRuntime().halt(exitCode);
    }
}
