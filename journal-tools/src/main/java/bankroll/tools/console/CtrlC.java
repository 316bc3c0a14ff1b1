package bankroll.tools.console;

import bankroll.condition.ExitCode;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Makes Ctrl-C (or SIGTERM) the proper end of a command that has no end of its own: it finishes the line that it is at, and
 * the process ends with exit code 0. Made and closed by the command's thread.
 */
public final class CtrlC implements AutoCloseable {
    private static final long PATIENCE_MS = 5_000;

    private final CountDownLatch finished = new CountDownLatch(1);
    private final Thread hook = new Thread(this::end, "ctrl-c");
    private volatile boolean isTold;

    private CtrlC() {}

    /** From now on, until it is closed. */
    public static CtrlC install() {
        CtrlC installed = new CtrlC();
        Runtime.getRuntime().addShutdownHook(installed.hook);
        return installed;
    }

    /** Whether the command has been told to end. */
    public boolean isTold() {
        return isTold;
    }

    /** All is written. */
    @Override
    public void close() {
        finished.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // it is at work, and ends the process
        }
    }

    /** The JVM would end with 128 + the signal's number. Nobody may read what is still written: so not for ever. */
    private void end() {
        isTold = true;
        try {
            boolean isWritten = finished.await(PATIENCE_MS, TimeUnit.MILLISECONDS);
            Runtime.getRuntime().halt(isWritten ? ExitCode.OK : ExitCode.WRONG);
        } catch (InterruptedException e) {
            Runtime.getRuntime().halt(ExitCode.WRONG);
        }
    }
}
