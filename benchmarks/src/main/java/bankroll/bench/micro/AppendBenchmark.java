package bankroll.bench.micro;

import bankroll.bench.process.Scratch;
import bankroll.bench.writer.PlayCommands;
import bankroll.engine.Request;
import bankroll.journal.Frame;
import bankroll.journal.Journal;
import bankroll.journal.JournalContext;
import bankroll.journal.JournalStore;
import bankroll.journal.chronicle.ChronicleJournalStore;
import bankroll.protocol.Outcome.OutcomeRecord;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Seals and appends an entry to a real journal, and forces every {@code group} of them; 0: never (policy none). */
@State(Scope.Thread)
public class AppendBenchmark {
    /** Items of the entry. */
    @Param({"1", "50", "500"})
    public int items;

    /** Entries of a force: 1 is {@code always} with one request at a time, 8 a group commit, 0 is {@code none}. */
    @Param({"0", "1", "8"})
    public int group;

    private final Request request = new Request(published -> {});
    private final Frame.Sealer sealer = new Frame.Sealer();
    private Scratch scratch;
    private JournalStore store;
    private Journal journal;
    private int appended;

    /** Opens a journal. */
    @Setup
    public void open() {
        scratch = new Scratch(Scratch.defaultParent(), false);
        store = ChronicleJournalStore.open(
                new JournalContext().directory(scratch.path().resolve("journal")));
        journal = store.journal();
        new PlayCommands(Bodies.workload(100_000), Bodies.KEY).write(request, items, new PlayCommands.Expected());
        request.frame().checkLimit(request.outcomesOffset() + items * OutcomeRecord.BYTES + 64);
    }

    /** Appends, waiting for the next file where the disk is behind, and forces when the group is full. */
    @Benchmark
    public long append() {
        int length = sealer.seal(request.frame(), 0, request.commandLength(), items * OutcomeRecord.BYTES, 1);
        while (!journal.hasRoom(length)) {
            Thread.onSpinWait();
        }
        journal.append(request.frame(), 0, length, sealer.lastSequence());
        appended++;
        if (group > 0 && appended % group == 0) {
            return journal.force();
        }
        return length;
    }

    /** Deletes the journal. */
    @TearDown
    public void close() {
        store.close();
        scratch.close();
    }
}
