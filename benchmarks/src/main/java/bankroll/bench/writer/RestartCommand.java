package bankroll.bench.writer;

import bankroll.bench.report.Facts;
import bankroll.bench.report.Report;
import bankroll.engine.Engine;
import bankroll.engine.EngineContext;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Starts the engine on a data directory as the service does, and tells how long it took; for {@link GrowCommand}. */
@Command(name = "restart", hidden = true)
public final class RestartCommand implements Callable<Integer> {
    @Option(names = "--data", required = true)
    private Path data;

    @Option(names = "--leave-snapshot", description = "take a snapshot at the end")
    private boolean leavesSnapshot;

    @Option(names = "--json", required = true)
    private Path json;

    @Override
    public Integer call() throws Exception {
        EngineContext context = new EngineContext().dataDirectory(data).settings(WriterRun.SETTINGS);
        if (!leavesSnapshot) {
            context.snapshotEveryTransactions(0);
        }
        Facts facts = new Facts();
        try (Engine engine = Engine.launch(context)) {
            facts.put("ready s", ColdStart.seconds())
                    .put("sequence", engine.status().sequence());
        }
        new Report("restart").section("Restart", facts).writeJson(json);
        return 0;
    }
}
