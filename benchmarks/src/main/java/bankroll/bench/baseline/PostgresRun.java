package bankroll.bench.baseline;

import bankroll.bench.baseline.SqlLane.SqlPlayers;
import bankroll.bench.load.AnswerCounts;
import bankroll.bench.play.Workload;
import bankroll.bench.report.Measurements;
import bankroll.tools.console.Progress;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Warms up and measures one batch size against a loaded PostgreSQL. Use once. */
final class PostgresRun implements AutoCloseable {
    private static final double MOST_ITEMS_PER_SECOND = 150_000;
    private static final double MOST_REQUESTS_PER_SECOND = 30_000;

    private final PostgresServer server;
    private final int batch;
    private final List<SqlLane> lanes = new ArrayList<>();
    private final AtomicLong answered = new AtomicLong();
    private final ExecutorService threads;
    private Measurements measurements = new Measurements();
    private double cpuSeconds;

    PostgresRun(PostgresServer server, Workload workload, SqlPlayers players, int batch) throws SQLException {
        this.server = server;
        this.batch = batch;
        threads = Executors.newFixedThreadPool(workload.streams());
        for (int stream = 0; stream < workload.streams(); stream++) {
            lanes.add(new SqlLane(server.connect(), workload, stream, players, batch, answered));
        }
    }

    /** Plays the warm-up, then what counts. */
    void run(double warmupSeconds, double seconds) {
        phase("PostgreSQL, batches of " + batch + ": warming up", warmupSeconds);
        double before = server.cpuSeconds();
        measurements = phase("PostgreSQL, batches of " + batch + ": measuring", seconds);
        cpuSeconds = server.cpuSeconds() - before;
    }

    private Measurements phase(String name, double seconds) {
        double perSecond = Math.min(MOST_REQUESTS_PER_SECOND, MOST_ITEMS_PER_SECOND / batch);
        int each = (int) Math.ceil(perSecond * seconds / lanes.size()) + 1;
        await(submit(lane -> lane.fill(each)), () -> {});
        answered.set(0);
        Measurements sum = new Measurements();
        long startNs = System.nanoTime();
        long durationNs = (long) (seconds * 1e9);
        try (Progress progress = Progress.of(name, "items", 0, System.err)) {
            await(submit(lane -> lane.play(startNs, durationNs, sum)), () -> progress.show(answered.get()));
        }
        return sum;
    }

    private interface Work {
        void on(SqlLane lane) throws SQLException;
    }

    private List<Future<?>> submit(Work work) {
        List<Future<?>> futures = new ArrayList<>();
        for (SqlLane lane : lanes) {
            futures.add(threads.submit(() -> {
                work.on(lane);
                return null;
            }));
        }
        return futures;
    }

    private static void await(List<Future<?>> futures, Runnable tick) {
        try {
            for (Future<?> future : futures) {
                while (!future.isDone()) {
                    TimeUnit.MILLISECONDS.sleep(100);
                    tick.run();
                }
                future.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(
                    "PostgreSQL broke off: " + e.getCause().getMessage(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    Measurements measurements() {
        return measurements;
    }

    /** Of all PostgreSQL's processes while the clock ran. */
    double cpuSeconds() {
        return cpuSeconds;
    }

    /** The verdicts on all answers, the warm-up's too. */
    AnswerCounts findings() {
        AnswerCounts all = new AnswerCounts();
        lanes.forEach(lane -> all.add(lane.findings));
        return all;
    }

    /** What all players must own. */
    long total() {
        return lanes.stream().mapToLong(lane -> lane.total).sum();
    }

    @Override
    public void close() throws SQLException {
        threads.shutdownNow();
        for (SqlLane lane : lanes) {
            lane.close();
        }
    }
}
