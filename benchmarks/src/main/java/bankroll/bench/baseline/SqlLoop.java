package bankroll.bench.baseline;

import bankroll.bench.load.AnswerCounts;
import bankroll.bench.report.Measurements;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicLong;

/** One connection's closed loop: the next batch goes out when the answer is there, until time is up. One thread. */
final class SqlLoop {
    private final SqlConnection connection;
    private final SqlLane lane;
    private final int batch;
    private final ArrayDeque<SqlConnection.Batch> batches = new ArrayDeque<>();
    private final AtomicLong answeredItems;
    private final AnswerCounts findings = new AnswerCounts();
    private long total;

    SqlLoop(SqlConnection connection, SqlLane lane, int batch, AtomicLong answeredItems) {
        this.connection = connection;
        this.lane = lane;
        this.batch = batch;
        this.answeredItems = answeredItems;
        total = lane.total();
    }

    /** Prepares batches until that many wait; what was not played stays. */
    void fill(int count) throws SQLException {
        while (batches.size() < count) {
            batches.add(lane.next(batch, connection));
        }
    }

    /** Plays from that moment for that long at most; many loops share the measurements. */
    void play(long startNs, long durationNs, Measurements measurements) throws SQLException {
        long sentNs = System.nanoTime();
        long endNs = startNs;
        while (sentNs - startNs < durationNs && !batches.isEmpty()) {
            SqlConnection.Batch next = batches.poll();
            connection.book(next, findings);
            total = next.total();
            endNs = System.nanoTime();
            synchronized (measurements) {
                measurements.record(endNs - sentNs, next.items());
            }
            answeredItems.addAndGet(next.items());
            sentNs = System.nanoTime();
        }
        synchronized (measurements) {
            measurements.endRound(Math.max(endNs - startNs, measurements.measuredNs()));
        }
    }

    AnswerCounts findings() {
        return findings;
    }

    /** What the stream's players own after the last answer. */
    long total() {
        return total;
    }

    SqlConnection connection() {
        return connection;
    }
}
