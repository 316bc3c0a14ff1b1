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

    /** More than it takes to drain both listeners; a snapshot may take longer. */
    private static final long LIMIT_MS = 15_000;

    /** A line that somebody takes is written long before. */
    private static final long LINE_MS = 1_000;

    private final CountDownLatch never = new CountDownLatch(1);
    private final Thread hook = new Thread(this::end, "termination");
    private volatile AutoCloseable service = () -> {};
    private volatile long graceMs;

    private Termination() {}

    /** From now on a signal ends the process with 0. */
    static Termination install() {
        Termination termination = new Termination();
        Runtime.getRuntime().addShutdownHook(termination.hook);
        return termination;
    }

    /** What to close first, and how long that goes on as before. */
    void closes(AutoCloseable closeable, long graceOfCloseableMs) {
        graceMs = graceOfCloseableMs;
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
            Thread line = start(() -> LOG.info("Told to end: draining"));
            line.join(LINE_MS); // it comes before what is written while closing
            start(() -> endWhenNobodyReads(line));
            service.close();
            LOG.info("Closed");
        } catch (Exception | Error e) {
            LOG.error(
                    LogId.CLOSE_FAILED.marker(), "Could not close cleanly; what was acknowledged is in the journal", e);
            exitCode = ConditionException.exitCodeOf(e);
        }
        Runtime.getRuntime().halt(exitCode);
    }

    /**
     * While nobody takes what the log says (a held terminal, a collector that stands still), whoever writes a line waits for
     * ever, and closing with him. What was acknowledged is in the journal.
     */
    private void endWhenNobodyReads(Thread first) {
        long limitMs = graceMs + LIMIT_MS;
        try {
            for (Thread line = first; ; line = start(() -> LOG.info("Still closing"))) {
                line.join(limitMs);
                if (line.isAlive()) {
                    Runtime.getRuntime().halt(ExitCode.IO);
                }
                Thread.sleep(limitMs);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Thread start(Runnable task) {
        Thread thread = new Thread(task, "termination-log");
        thread.start();
        return thread;
    }
}
