package bankroll.bench.micro;

import bankroll.bench.process.Scratch;
import bankroll.bench.writer.WriterRun;
import bankroll.engine.EngineContext;
import bankroll.engine.Replay;
import bankroll.journal.JournalReader;
import bankroll.journal.reading.JournalDirectory;
import bankroll.ledger.Ledger;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Reads, checks and applies a whole journal of {@code items} bookings, the opening of 10,000 players included. */
@State(Scope.Thread)
public class ReplayBenchmark {
    /** Bookings in the journal. */
    @Param("960000")
    public int items;

    private Scratch scratch;
    private Path journal;

    /** Writes the journal. */
    @Setup
    public void write() {
        scratch = new Scratch(Scratch.defaultParent(), false);
        journal = scratch.path().resolve(EngineContext.JOURNAL);
        try (WriterRun run = new WriterRun(Bodies.workload(10_000), 500, scratch.path(), 0)) {
            run.fill(items);
        }
    }

    /** Replays it. */
    @Benchmark
    public long replay() {
        try (Ledger ledger = new Ledger();
                JournalReader reader = new JournalDirectory(journal).reader(1)) {
            new Replay(ledger, reader).upTo(Long.MAX_VALUE);
            return ledger.sequence();
        }
    }

    /** Deletes the journal. */
    @TearDown
    public void delete() {
        scratch.close();
    }
}
