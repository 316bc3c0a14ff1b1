package bankroll.tools.service;

import bankroll.condition.ConditionException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A casino that plays on a thread of its own, until the service is gone. Any thread. */
public final class Load {
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(120);

    private final List<Batch> answered = new ArrayList<>();
    private final Casino casino;
    private final Thread thread;
    private Throwable failure;
    private boolean isOver;

    private Load(Casino casino) {
        this.casino = casino.onBatch(this::add);
        thread = new Thread(this::play, "load");
    }

    /** Starts playing. */
    public static Load start(Casino casino) {
        Load load = new Load(casino);
        load.thread.start();
        return load;
    }

    /** Waits until so many more batches were answered; tells how many were, in all. */
    public synchronized int awaitMore(int batches) throws InterruptedException {
        int wanted = answered.size() + batches;
        long end = System.nanoTime() + LIMIT_NS;
        while (answered.size() < wanted) {
            if (isOver || System.nanoTime() > end) {
                throw new AssertionError("the load ended after " + answered.size() + " batches", failure);
            }
            wait(1_000);
        }
        return answered.size();
    }

    /** When the service was killed: all that it had answered, in order. */
    public List<Batch> awaitEnd() throws InterruptedException {
        thread.join();
        if (failure != null) {
            throw new AssertionError("the load failed", failure);
        }
        return List.copyOf(answered);
    }

    private void play() {
        try {
            casino.play(Long.MAX_VALUE / 2);
        } catch (ConditionException e) {
            // nobody answers any more: killed, as planned
        } catch (RuntimeException | Error e) {
            end(e);
        }
        end(failure);
    }

    private synchronized void add(Batch batch) {
        answered.add(batch);
        notifyAll();
    }

    private synchronized void end(Throwable cause) {
        failure = cause;
        isOver = true;
        notifyAll();
    }
}
