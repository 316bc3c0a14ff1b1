package bankroll.bench.writer;

import bankroll.bench.report.Report;
import bankroll.engine.Engine;
import bankroll.engine.EngineContext;
import bankroll.snapshot.SnapshotStore;
import bankroll.tools.console.Summary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Starts the engine on a data directory as the service does, and tells how long it took; for {@link GrowCommand}. */
@Command(name = "restart", hidden = true)
public final class RestartCommand implements Callable<Integer> {
    /** However large the state is, the stop takes its snapshot: a service's would rather leave in time. */
    private static final long LONG_STOP_MS = 3_600_000;

    @Option(names = "--data", required = true)
    private Path data;

    @Option(names = "--leave-snapshot", description = "take a snapshot at the end")
    private boolean leavesSnapshot;

    @Option(names = "--json", required = true)
    private Path json;

    @Override
    public Integer call() throws Exception {
        EngineContext context = new EngineContext()
                .dataDirectory(data)
                .settings(LedgerPopulation.SETTINGS)
                .snapshotAtStopMs(LONG_STOP_MS);
        if (!leavesSnapshot) {
            context.snapshotEveryTransactions(0);
        }
        Summary facts = new Summary();
        try (Engine engine = Engine.launch(context)) {
            facts.put("ready s", ColdStart.seconds())
                    .put("sequence", engine.status().sequence())
                    .put("from snapshot of", engine.status().snapshots().sequence());
        }
        facts.put("snapshot MiB", leavesSnapshot ? snapshotMebibytes() : 0);
        new Report("restart").section("Restart", facts).writeJson(json);
        return 0;
    }

    private long snapshotMebibytes() throws IOException {
        List<Path> snapshots = new SnapshotStore(data.resolve(SnapshotStore.DIRECTORY)).list();
        if (snapshots.isEmpty()) {
            throw new IllegalStateException("the stop left no snapshot in " + data);
        }
        return Files.size(snapshots.get(0)) >> 20;
    }
}
