package bankroll.gateway.watch;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * For how long something is waited for that may never answer, as a disk that hangs: nothing ends a thread that waits for one, so
 * it is left behind. Who asks goes on.
 */
public final class Patience {
    /** A slow disk is measured within. */
    public static final Patience OF_A_PERSON = new Patience(TimeUnit.SECONDS.toMillis(15));

    private final long limitMs;

    /** It ends after so many milliseconds. */
    public Patience(long limitMs) {
        this.limitMs = limitMs;
    }

    /** It has not answered in time. */
    public static final class NoAnswerException extends IOException {
        private static final long serialVersionUID = 1L;

        private NoAnswerException(String who, long limitMs) {
            super(who + " has not answered within " + TimeUnit.MILLISECONDS.toSeconds(limitMs) + " s");
        }
    }

    /**
     * Does the work, on a thread of its own.
     *
     * @param who may not answer
     */
    public <T> T with(String who, Callable<T> work) throws IOException, InterruptedException {
        FutureTask<T> task = new FutureTask<>(work);
        Thread thread = new Thread(task, who);
        thread.setDaemon(true);
        thread.start();
        try {
            return task.get(limitMs, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new NoAnswerException(who, limitMs);
        } catch (ExecutionException e) {
            throw thrown(e.getCause());
        }
    }

    private static IOException thrown(Throwable cause) {
        if (cause instanceof IOException io) {
            return io;
        }
        if (cause instanceof RuntimeException defect) {
            throw defect;
        }
        if (cause instanceof Error error) {
            throw error;
        }
        throw new IllegalStateException(cause);
    }
}
