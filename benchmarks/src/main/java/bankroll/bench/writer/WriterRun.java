package bankroll.bench.writer;

import bankroll.bench.play.Workload;
import bankroll.engine.EngineContext;
import bankroll.engine.Replay;
import bankroll.engine.Request;
import bankroll.journal.Frame;
import bankroll.journal.Journal;
import bankroll.journal.JournalContext;
import bankroll.journal.JournalContext.SyncPolicy;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalStore;
import bankroll.journal.chronicle.ChronicleJournalStore;
import bankroll.ledger.Ledger;
import bankroll.ledger.table.FrozenState;
import bankroll.protocol.HashKey;
import bankroll.protocol.PieceDigest;
import bankroll.snapshot.SnapshotHead;
import bankroll.snapshot.SnapshotStore;
import bankroll.tools.console.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The writer alone on one thread: a round of requests is made, then handled under the clock, then every outcome is
 * compared. Nothing is forced. Use once.
 */
public final class WriterRun implements AutoCloseable {
    /** A run's clock is a millisecond a request; it must not be ahead of the engine's, started on it later. */
    private static final long BACKWARDS_MS = 6 * 3_600_000L;

    private static final int ROUND_ITEMS = 32_000;
    private static final HashKey KEY = new HashKey(0x0123456789abcdefL, 0x0fedcba987654321L);

    private final Workload workload;
    private final int batch;
    private final Ledger ledger = new Ledger();
    private final JournalStore store;
    private final WriterPath path;
    private final PlayCommands commands;
    private final PlayCommands.Expected expected = new PlayCommands.Expected();
    private final Request[] requests;

    /**
     * Goes on where a data directory stands.
     *
     * @param data data directory as the service's, or null: no journal at all
     * @param played how many items of the workload were played into it before
     */
    public WriterRun(Workload workload, int batch, Path data, long played) {
        this.workload = workload;
        this.batch = batch;
        commands = new PlayCommands(workload, KEY);
        commands.skip(played);
        Frame.Sealer sealer = new Frame.Sealer();
        store = data == null ? null : open(data, sealer);
        Journal appender = store == null ? null : store.journal();
        path = new WriterPath(ledger, sealer, appender, System.currentTimeMillis() - BACKWARDS_MS);
        requests = new Request[Math.max(1, ROUND_ITEMS / batch)];
        for (int i = 0; i < requests.length; i++) {
            requests[i] = new Request(published -> {});
        }
        if (ledger.sequence() == 0) {
            begin();
        }
    }

    /** Opens the journal and fills the ledger, from the newest snapshot where there is one. */
    private JournalStore open(Path data, Frame.Sealer sealer) {
        JournalContext context = new JournalContext()
                .directory(data.resolve(EngineContext.JOURNAL))
                .syncPolicy(SyncPolicy.ALWAYS);
        JournalStore opened = ChronicleJournalStore.open(context);
        long last = opened.recovered().lastSequence();
        SnapshotStore snapshots = new SnapshotStore(data.resolve(SnapshotStore.DIRECTORY));
        if (!snapshots.list().isEmpty()) {
            snapshots.load(snapshots.list().get(0), ledger);
        }
        try (JournalReader reader = opened.reader(ledger.sequence() + 1)) {
            new Replay(ledger, reader).upTo(last);
        }
        sealer.continueAfter(last, opened.recovered().lastCrc());
        return opened;
    }

    private void begin() {
        try (Progress progress = Progress.of("opening", "players", workload.players(), System.err)) {
            LedgerPopulation population = new LedgerPopulation(workload, KEY, this::handle);
            population.begin();
            population.open(progress::show);
        }
    }

    private void handle(Request request) {
        path.awaitRoom(request);
        path.execute(request);
    }

    /** Handles that many items, a step for every {@code itemsPerStep} of them. */
    List<Step> run(String name, long items, long itemsPerStep) {
        List<Step> steps = new ArrayList<>();
        try (Progress progress = Progress.of(name, "items", items, System.err)) {
            for (long done = 0; done < items; ) {
                Step step = new Step();
                while (step.items() < itemsPerStep && done + step.items() < items) {
                    round(step);
                    progress.show(done + step.items());
                }
                done += step.items();
                steps.add(step.end(path));
            }
        }
        return steps;
    }

    /** Handles items for as long as it takes to write a snapshot into a directory. */
    Step runBesideSnapshot(Path directory) {
        Step step = new Step();
        CompletableFuture<Void> written = step.run(() -> freezeAndWrite(new SnapshotStore(directory)));
        while (!written.isDone()) {
            round(step);
        }
        step.run(() -> {
            ledger.release();
            return written.join();
        });
        return step.end(path);
    }

    /** Another thread writes it, as the engine's does. */
    private CompletableFuture<Void> freezeAndWrite(SnapshotStore snapshots) {
        SnapshotHead head = path.head();
        FrozenState state = ledger.freeze();
        return CompletableFuture.runAsync(() -> {
            try {
                snapshots.take(head, state, PieceDigest.onOneProcessor());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private void round(Step step) {
        expected.clear();
        for (Request request : requests) {
            commands.write(request, batch, expected);
        }
        for (Request request : requests) {
            step.run(path, request, batch);
        }
        for (Request request : requests) {
            expected.compare(request);
        }
    }

    /** Handles that many items, rounded up to whole rounds. */
    public void fill(long items) {
        run("filling", items, items);
    }

    /** Transactions that are remembered. */
    long remembered() {
        return new Step().end(path).remembered();
    }

    /** Items of the workload played so far, those before this run too. */
    long played() {
        return commands.played();
    }

    /** How long the writer has waited, outside every figure, for the disk to make the next journal file ready. */
    double waitedSeconds() {
        return path.waitedSeconds();
    }

    /** Checks that the books are balanced and agree with the model. */
    void check() {
        commands.check(ledger.trialBalance());
    }

    @Override
    public void close() {
        if (store != null) {
            store.close();
        }
        ledger.close();
    }
}
