package bankroll.bench.load;

import bankroll.bench.report.Measurements;
import bankroll.tools.console.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * One round of load by one thread: connects, plays the scripts at a pace, checks every answer, ends when all that was
 * due is answered. Use once.
 */
final class LoadLoop {
    private static final long PATIENCE_NS = 30_000_000_000L;
    private static final long SHORT_WAIT_NS = 1_500_000L;
    private static final long NAP_NS = 50_000L;

    private final List<LoadConnection> connections;
    private final SendingPace pace;
    private final AnswerCheck check;
    private final Measurements measurements;
    private final AnswerCounts findings;
    private final Progress progress;
    private Selector selector;
    private long startNs;
    private long nowNs;
    private long lastAnswerNs;

    /**
     * @param measurements where latencies go
     * @param findings where the verdict on each answer goes
     * @param progress told how many items were answered
     */
    LoadLoop(
            List<LoadConnection> connections,
            SendingPace pace,
            AnswerCheck check,
            Measurements measurements,
            AnswerCounts findings,
            Progress progress) {
        this.connections = connections;
        this.pace = pace;
        this.check = check;
        this.measurements = measurements;
        this.findings = findings;
        this.progress = progress;
    }

    /** Plays the round. */
    void run(Target target) {
        try (Selector opened = Selector.open()) {
            selector = opened;
            for (LoadConnection connection : connections) {
                connection.connect(target, selector);
            }
            startNs = System.nanoTime();
            lastAnswerNs = startNs;
            pace.begin(connections, startNs);
            connections.forEach(LoadConnection::send);
            loop();
            measurements.endRound(lastAnswerNs - startNs);
        } catch (IOException e) {
            throw new UncheckedIOException("no connection to " + target, e);
        } finally {
            connections.forEach(LoadConnection::close);
        }
    }

    private void loop() throws IOException {
        nowNs = startNs;
        while (!pace.isOver() || !connections.stream().allMatch(LoadConnection::isDone)) {
            pace.advance(nowNs);
            await(pace.idleNs(nowNs));
            nowNs = System.nanoTime();
            if (nowNs - lastAnswerNs > PATIENCE_NS) {
                throw new IllegalStateException("no answer for 30 s");
            }
        }
    }

    private void await(long idleNs) throws IOException {
        if (idleNs > SHORT_WAIT_NS) {
            selector.select(this::serve, Math.min(1000, idleNs / 1_000_000));
        } else if (selector.selectNow(this::serve) == 0 && idleNs > 0) {
            // a selector waits for whole milliseconds only, and spinning would take the server's processor
            LockSupport.parkNanos(Math.min(idleNs, NAP_NS));
        }
    }

    private void serve(SelectionKey key) {
        LoadConnection connection = (LoadConnection) key.attachment();
        if (key.isReadable()) {
            nowNs = System.nanoTime();
            connection.read(this::answered);
        }
        connection.send();
    }

    private void answered(LoadConnection connection, int request, int status, AnswerCheck.Body body) {
        Script script = connection.script();
        int items = script.firstItem(request + 1) - script.firstItem(request);
        long countsFrom = pace.countsFromNs(connection, request, connection.sentNs(request));
        measurements.record(nowNs - countsFrom, items);
        lastAnswerNs = nowNs;
        progress.at(measurements.items());
        if (status != 200) {
            script.distrust();
            findings.problem(status);
            findings.unchecked(items);
        } else if (!script.isTrusted()) {
            findings.unchecked(items);
        } else {
            check.check(body, script, request, findings);
        }
    }
}
