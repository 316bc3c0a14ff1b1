package bankroll.bench.writer;

import bankroll.bench.play.Workload;
import bankroll.bench.report.Progress;
import bankroll.engine.Request;
import bankroll.journal.FrameSealer;
import bankroll.journal.Journal;
import bankroll.journal.JournalContext;
import bankroll.journal.JournalStore;
import bankroll.journal.SyncPolicy;
import bankroll.journal.chronicle.ChronicleJournalStore;
import bankroll.ledger.Ledger;
import bankroll.protocol.HashKey;
import bankroll.protocol.TrialBalanceAnswer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The writer alone on one thread: a round of requests is made, then handled under the clock, then every outcome is
 * compared. Nothing is forced. Use once.
 */
public final class WriterRun implements AutoCloseable {
    private static final int ROUND_ITEMS = 32_000;
    private static final HashKey KEY = new HashKey(0x0123456789abcdefL, 0x0fedcba987654321L);

    private final Workload workload;
    private final int batch;
    private final Ledger ledger = new Ledger();
    private final JournalStore store;
    private final WriterPath path;
    private final PlayCommands commands;
    private final ExpectedOutcomes expected = new ExpectedOutcomes();
    private final Request[] requests;

    /**
     * A ledger with the workload's players.
     *
     * @param journal where the journal is written, or null for none
     */
    public WriterRun(Workload workload, int batch, Path journal) {
        this.workload = workload;
        this.batch = batch;
        store = journal == null ? null : ChronicleJournalStore.open(context(journal));
        Journal appender = store == null ? null : store.journal();
        path = new WriterPath(ledger, new FrameSealer(), appender, 1_795_000_000_000L);
        commands = new PlayCommands(workload, 0, KEY);
        requests = new Request[Math.max(1, ROUND_ITEMS / batch)];
        for (int i = 0; i < requests.length; i++) {
            requests[i] = new Request(published -> {});
        }
    }

    private static JournalContext context(Path directory) {
        return new JournalContext().directory(directory).syncPolicy(SyncPolicy.NONE);
    }

    /** Opens the players. */
    public void begin() {
        try (Progress progress = new Progress("opening players", workload.players())) {
            LedgerPopulation population = new LedgerPopulation(workload, KEY, path::execute);
            population.begin();
            population.open();
            progress.at(workload.players());
        }
    }

    /** Handles that many items, a line for every {@code itemsPerStep} of them. */
    List<Step> run(String name, long items, long itemsPerStep) {
        List<Step> steps = new ArrayList<>();
        try (Progress progress = new Progress(name, items)) {
            for (long done = 0; done < items; ) {
                Step step = new Step();
                while (step.items() < itemsPerStep && done + step.items() < items) {
                    round(step);
                    progress.at(done + step.items());
                }
                done += step.items();
                steps.add(step.end(path));
            }
        }
        return steps;
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

    /** Transactions that are remembered. */
    long remembered() {
        return new Step().end(path).remembered();
    }

    /** Checks that the books are balanced and agree with the model. */
    void check() {
        TrialBalanceAnswer balance = (TrialBalanceAnswer) ledger.trialBalance();
        TrialBalanceAnswer.Line line = balance.currencies().get(0);
        if (!line.sum().equals("0") || !line.players().equals(Long.toString(commands.total()))) {
            throw new IllegalStateException("the books say " + line + ", players must own " + commands.total());
        }
    }

    @Override
    public void close() {
        if (store != null) {
            store.close();
        }
        ledger.close();
    }
}
