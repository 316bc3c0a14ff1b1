package bankroll.bench.load;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** Runs the loops of a round, a thread each, and ends with the first failure of any. Use once. */
final class LoadThreads {
    private final Target target;
    private final List<LoadLoop> loops = new ArrayList<>();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    LoadThreads(Target target) {
        this.target = target;
    }

    void add(LoadLoop loop) {
        loops.add(loop);
    }

    /** Runs all; {@code tick} is called about four times a second meanwhile. */
    void run(Runnable tick) {
        List<Thread> threads = new ArrayList<>();
        for (LoadLoop loop : loops) {
            Thread thread = new Thread(() -> loop.run(target), "load-" + threads.size());
            thread.setUncaughtExceptionHandler((source, cause) -> failure.compareAndSet(null, cause));
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
        threads.forEach(thread -> await(thread, tick));
        if (failure.get() != null) {
            throw new IllegalStateException(
                    "the load broke off: " + failure.get().getMessage(), failure.get());
        }
    }

    private static void await(Thread thread, Runnable tick) {
        try {
            while (thread.isAlive()) {
                thread.join(250);
                tick.run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
