package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * Callers who pay in at whichever node answers and note what they were told; each fifth id is asked of two nodes at once. In the
 * end all of it is asked again.
 */
final class NodeCallers implements AutoCloseable {
    private static final int CALLERS = 4;
    private static final int PLAYERS = 7;
    private static final int AMOUNTS = 97;
    private static final int ASKED_TWICE = 5;
    private static final long ANSWER_MS = 500;
    private static final long REST_NS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long PATIENCE_NS = TimeUnit.MINUTES.toNanos(3);

    private final Nodes nodes;
    private final Map<Integer, String> told = new ConcurrentHashMap<>();
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger newestTold = new AtomicInteger(-1);
    private final List<CompletableFuture<Void>> callers = new ArrayList<>();
    private volatile boolean isOver;

    /** Opens the players' accounts. */
    NodeCallers(Nodes nodes) {
        this.nodes = nodes;
        for (int player = 0; player < PLAYERS; player++) {
            nodes.open("p" + player);
        }
    }

    NodeCallers start() {
        for (int caller = 0; caller < CALLERS; caller++) {
            int first = caller;
            callers.add(CompletableFuture.runAsync(() -> call(first), runnable -> {
                Thread thread = new Thread(runnable, "caller" + first);
                thread.setDaemon(true);
                thread.start();
            }));
        }
        return this;
    }

    /** How many ids were acknowledged. */
    int acknowledged() {
        return told.size();
    }

    /** The newest one as it stands in a journal. */
    byte[] newest() {
        int number = newestTold.get();
        String id = "d" + number;
        return ("\0" + id + "\002\0p" + number % PLAYERS).getBytes(StandardCharsets.US_ASCII);
    }

    private void call(int first) {
        int at = first;
        while (!isOver) {
            int number = next.getAndIncrement();
            if (number % ASKED_TWICE == 0) {
                int other = at + 1;
                CompletableFuture<String> beside = CompletableFuture.supplyAsync(
                        () -> nodes.get(other % nodes.size()).ask(question(number), ANSWER_MS));
                at = insist(at, number);
                agree(number, beside.join());
            } else {
                at = insist(at, number);
            }
            newestTold.accumulateAndGet(number, Math::max);
            LockSupport.parkNanos(REST_NS);
        }
    }

    /** Until there is an answer, and the node that gave it. */
    private int insist(int first, int number) {
        long beganNs = System.nanoTime();
        for (int at = first; System.nanoTime() - beganNs < PATIENCE_NS; at++) {
            if (agree(number, nodes.get(at % nodes.size()).ask(question(number), ANSWER_MS))) {
                return at % nodes.size();
            }
        }
        throw new AssertionError("nobody answers to " + question(number) + nodes.logs());
    }

    /** Every answer to one id is the first one; whether it is an answer. */
    private boolean agree(int number, String answer) {
        if (answer == null || answer.equals(NodeMain.UNAVAILABLE)) {
            return false;
        }
        String before = told.putIfAbsent(number, answer);
        assertEquals(before == null ? answer : before, answer, () -> question(number));
        return true;
    }

    private static String question(int number) {
        return "pay d" + number + " p" + number % PLAYERS + " " + amount(number);
    }

    private static long amount(int number) {
        return 1 + number % AMOUNTS;
    }

    /** Until an id is acknowledged that was not asked for yet; for so many milliseconds it was not. */
    long silenceMs() {
        return awaitMore(1);
    }

    /** Until so many more have been asked for and acknowledged; tells the milliseconds. */
    long awaitMore(int count) {
        long beganNs = System.nanoTime();
        int wanted = next.get() + count - 1;
        while (newestTold.get() < wanted) {
            callers.stream().filter(CompletableFuture::isCompletedExceptionally).forEach(CompletableFuture::join);
            if (System.nanoTime() - beganNs > PATIENCE_NS) {
                throw new AssertionError("nothing is acknowledged" + nodes.logs());
            }
            LockSupport.parkNanos(REST_NS / 2);
        }
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNs);
    }

    /** Ends the load, and asks everything again: same answers, each booked once, balances as told, books zero. */
    void check() {
        close();
        callers.forEach(CompletableFuture::join);
        List<CompletableFuture<Void>> again = IntStream.range(0, CALLERS)
                .mapToObj(caller -> CompletableFuture.runAsync(() -> askAgain(caller)))
                .toList();
        again.forEach(CompletableFuture::join);
        for (int player = 0; player < PLAYERS; player++) {
            int whose = player;
            long sum = told.keySet().stream()
                    .filter(number -> number % PLAYERS == whose)
                    .mapToLong(NodeCallers::amount)
                    .sum();
            assertEquals(String.valueOf(sum), nodes.ask("balance p" + player), "p" + player);
        }
        assertEquals("0", nodes.ask("books"));
    }

    private void askAgain(int caller) {
        int at = 0;
        for (int number = caller; number < next.get(); number += CALLERS) {
            if (told.containsKey(number)) {
                at = insist(at, number);
            }
        }
    }

    @Override
    public void close() {
        isOver = true;
    }
}
