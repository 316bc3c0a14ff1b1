package bankroll.bench.load;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Books on whichever node answers, one booking after another from each of a few callers, and knows when the last one was
 * acknowledged. What a node that stands still holds back is asked elsewhere after a quarter of a second.
 */
final class BookingProbe implements AutoCloseable {
    private static final int CALLERS = 4;
    private static final Duration PATIENCE = Duration.ofMillis(250);
    private static final long NAP_NS = 2_000_000;

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();
    private final List<BenchNodes.Node> nodes;
    private final String run;
    private final AtomicLong next = new AtomicLong();
    private final AtomicLong lastNs = new AtomicLong(System.nanoTime());
    private final AtomicLong longestNs = new AtomicLong();
    private final AtomicLong answered = new AtomicLong();
    private final List<Thread> callers = new ArrayList<>();
    private volatile boolean isOver;

    /**
     * Opens its player.
     *
     * @param run part of every id
     */
    BookingProbe(BenchNodes nodes, String run) {
        this.nodes = nodes.all();
        this.run = run;
        open(nodes.leader(), "probe-" + run);
        for (int caller = 0; caller < CALLERS; caller++) {
            Thread thread = new Thread(this::call, "probe-" + caller);
            thread.setDaemon(true);
            callers.add(thread);
            thread.start();
        }
    }

    /** Opens a player. */
    static void open(BenchNodes.Node leader, String player) {
        String body = "{\"players\":[{\"player_id\":\"" + player + "\",\"currency\":\"EUR\"}]}";
        leader.operator().call("POST", "/operator/v1/players", body).orThrow();
    }

    /** Forgets the longest silence so far: it is measured from here on. */
    void begin() {
        lastNs.set(System.nanoTime());
        longestNs.set(0);
    }

    /** The longest time within which nobody was answered, up to now. */
    double longestMs() {
        return Math.max(longestNs.get(), System.nanoTime() - lastNs.get()) / 1e6;
    }

    /** Until so many more were acknowledged. */
    void await(long more) {
        long wanted = answered.get() + more;
        while (answered.get() < wanted) {
            LockSupport.parkNanos(NAP_NS);
        }
    }

    private void call() {
        int at = 0;
        while (!isOver) {
            String body = "{\"transfers\":[{\"transfer_id\":\"probe-" + run + "-" + next.getAndIncrement()
                    + "\",\"player_id\":\"probe-" + run
                    + "\",\"type\":\"deposit\",\"amount\":\"1\",\"currency\":\"EUR\"}]}";
            while (!isOver && !isBooked(nodes.get(at), body)) {
                at = (at + 1) % nodes.size();
                LockSupport.parkNanos(NAP_NS);
            }
        }
    }

    private boolean isBooked(BenchNodes.Node node, String body) {
        HttpRequest request = HttpRequest.newBuilder(node.target().operator().resolve("/operator/v1/transfers"))
                .timeout(PATIENCE)
                .header("Authorization", "Bearer " + node.target().operatorToken())
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build();
        try {
            if (http.send(request, BodyHandlers.ofString()).statusCode() != 200) {
                return false;
            }
        } catch (IOException gone) {
            return false;
        } catch (InterruptedException e) {
            isOver = true;
            return false;
        }
        long nowNs = System.nanoTime();
        long beforeNs = lastNs.getAndSet(nowNs);
        longestNs.accumulateAndGet(nowNs - beforeNs, Math::max);
        answered.incrementAndGet();
        return true;
    }

    @Override
    public void close() {
        isOver = true;
        callers.forEach(Thread::interrupt);
    }
}
