package bankroll.gateway.flood;

import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.contract.kit.Answer;
import bankroll.gateway.contract.kit.Call;
import bankroll.gateway.contract.kit.RawHttp;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/** A client that keeps one connection and calls every few milliseconds, whatever else goes on; remembers how long it took. */
final class Probe implements AutoCloseable {
    private static final long PACE_NS = TimeUnit.MILLISECONDS.toNanos(4);

    private final RawHttp connection;
    private final Supplier<Call> calls;
    private final Consumer<Answer> answers;
    private final LongStream.Builder tookNs = LongStream.builder();
    private final CompletableFuture<Void> running;
    private final AtomicInteger answered = new AtomicInteger();
    private volatile boolean isOver;

    Probe(RawHttp connection, Supplier<Call> calls, Consumer<Answer> answers) {
        this.connection = connection;
        this.calls = calls;
        this.answers = answers;
        this.running = CompletableFuture.runAsync(this::call);
    }

    private void call() {
        while (!isOver) {
            Call call = calls.get();
            long startNs = System.nanoTime();
            Answer answer = connection.send(call);
            tookNs.add(System.nanoTime() - startNs);
            answered.incrementAndGet();
            answers.accept(answer);
            LockSupport.parkNanos(PACE_NS);
        }
    }

    /** Waits until so many calls were answered: of fewer, one that is slow would be more than one of a hundred. */
    void awaitAnswers(int calls) {
        while (answered.get() < calls && !running.isDone()) {
            LockSupport.parkNanos(PACE_NS);
        }
    }

    /** Ends it and tells in how many milliseconds 99 of 100 answers came, and prints more. */
    long p99Ms(String during) {
        isOver = true;
        running.join();
        long[] sorted = tookNs.build().sorted().toArray();
        assertTrue(sorted.length > 0, "no answer at all");
        // as many as may be left out are slower, and not one more
        long p99Ms = TimeUnit.NANOSECONDS.toMillis(sorted[(int) Math.ceil(sorted.length * 0.99) - 1]);
        String figures = during + ": p99 " + p99Ms + " ms, longest "
                + TimeUnit.NANOSECONDS.toMillis(sorted[sorted.length - 1]) + " ms, median "
                + TimeUnit.NANOSECONDS.toMicros(sorted[sorted.length / 2]) + " us of " + sorted.length;
        System.out.println(figures);
        return p99Ms;
    }

    @Override
    public void close() {
        isOver = true;
        connection.close();
    }
}
