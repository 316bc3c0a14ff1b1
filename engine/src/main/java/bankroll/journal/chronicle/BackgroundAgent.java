package bankroll.journal.chronicle;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** A named daemon thread that does its work at an interval and whenever it is woken, until it fails or is closed. */
final class BackgroundAgent implements AutoCloseable {
    /** One round of work. */
    @FunctionalInterface
    interface Work {
        void run() throws Exception;
    }

    private final Thread thread;
    private final Work work;
    private final long intervalNs;
    private final Consumer<Throwable> onFailure;
    private volatile boolean closed;

    BackgroundAgent(String name, long intervalMs, Work work, Consumer<Throwable> onFailure) {
        this.work = work;
        this.intervalNs = TimeUnit.MILLISECONDS.toNanos(intervalMs);
        this.onFailure = onFailure;
        this.thread = new Thread(this::run, name);
        this.thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Work now. Any thread. */
    void wake() {
        LockSupport.unpark(thread);
    }

    /** Whether no more work is wanted. Any thread. */
    boolean isClosed() {
        return closed;
    }

    private void run() {
        try {
            while (!closed) {
                work.run();
                LockSupport.parkNanos(intervalNs);
            }
        } catch (Exception | Error failure) {
            onFailure.accept(failure);
        }
    }

    /** Waits for the round that runs, however slow its force is, and ends the thread. */
    @Override
    public void close() {
        closed = true;
        wake();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
