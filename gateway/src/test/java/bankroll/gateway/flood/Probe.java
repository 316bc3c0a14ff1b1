package bankroll.gateway.flood;

import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.contract.kit.Answer;
import bankroll.gateway.contract.kit.Call;
import bankroll.gateway.contract.kit.RawHttp;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** A client that keeps one connection and calls every few milliseconds, whatever else goes on; remembers how long it took. */
final class Probe implements AutoCloseable {
    private static final long PACE_NS = TimeUnit.MILLISECONDS.toNanos(4);

    private static final int LEAST_CALLS = 100;
    private static final int MOST_CALLS = 1_000;
    private static final int OF_WHICH_ONE = 100;
    /** More than an attack of a minute has. */
    private static final int MOST_REMEMBERED = 1 << 14;

    private final RawHttp connection;
    private final Supplier<Call> calls;
    private final Consumer<Answer> answers;
    private final AtomicLongArray tookNs = new AtomicLongArray(MOST_REMEMBERED);
    private final AtomicInteger answered = new AtomicInteger();
    private final CompletableFuture<Void> running;
    private volatile boolean isOver;
    /** So many calls have decided; those that come while the attack ends would be judged by another rule. */
    private int judged = MOST_REMEMBERED;

    Probe(RawHttp connection, Supplier<Call> calls, Consumer<Answer> answers) {
        this.connection = connection;
        this.calls = calls;
        this.answers = answers;
        this.running = CompletableFuture.runAsync(this::call);
    }

    private void call() {
        while (!isOver && answered.get() < MOST_REMEMBERED) {
            Call call = calls.get();
            long startNs = System.nanoTime();
            Answer answer = connection.send(call);
            tookNs.set(answered.get(), System.nanoTime() - startNs);
            answered.incrementAndGet();
            answers.accept(answer);
            LockSupport.parkNanos(PACE_NS);
        }
    }

    /**
     * Waits until enough calls were answered to tell the 99th percentile. Of a hundred it leaves out a single one, and a
     * machine that others use stops for a moment twice as easily as once: so while more than that are slow the attack goes
     * on and all calls count, until there are a thousand, or more slow ones than a thousand may have.
     */
    void awaitVerdict(long limitMs) {
        long limitNs = TimeUnit.MILLISECONDS.toNanos(limitMs);
        while (!running.isDone() && !isDecided(limitNs)) {
            LockSupport.parkNanos(PACE_NS);
        }
    }

    private boolean isDecided(long limitNs) {
        int calls = answered.get();
        long slow = times(calls).filter(ns -> ns > limitNs).count();
        judged = calls;
        return calls >= LEAST_CALLS && slow <= calls / OF_WHICH_ONE || slow > MOST_CALLS / OF_WHICH_ONE;
    }

    private LongStream times(int calls) {
        return IntStream.range(0, calls).mapToLong(tookNs::get);
    }

    /** Ends it, prints how long answers took, and fails if more than one of a hundred took longer. */
    void shouldBeAnsweredWithin(long limitMs, String during) {
        isOver = true;
        running.join();
        long[] sorted = times(Math.min(judged, answered.get())).sorted().toArray();
        assertTrue(sorted.length > 0, "no answer at all");
        // as many as may be left out are slower, and not one more
        long p99Ms = TimeUnit.NANOSECONDS.toMillis(sorted[sorted.length - sorted.length / OF_WHICH_ONE - 1]);
        String figures = during + ": p99 " + p99Ms + " ms, longest "
                + TimeUnit.NANOSECONDS.toMillis(sorted[sorted.length - 1]) + " ms, median "
                + TimeUnit.NANOSECONDS.toMicros(sorted[sorted.length / 2]) + " us of " + sorted.length;
        System.out.println(figures);
        assertTrue(p99Ms <= limitMs, figures);
    }

    @Override
    public void close() {
        isOver = true;
        connection.close();
    }
}
