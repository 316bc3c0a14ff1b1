package bankroll.bench.writer;

import bankroll.bench.report.Report;
import bankroll.tools.console.Summary;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Fills a data directory up to one point and measures the writer there; for {@link GrowCommand}. */
@Command(name = "grow-step", hidden = true)
public final class GrowStepCommand implements Callable<Integer> {
    @Option(names = "--data", required = true)
    private Path data;

    @Option(names = "--played", required = true)
    private long played;

    @Mixin
    private WriterOptions options = new WriterOptions();

    @Override
    public Integer call() throws Exception {
        options.check();
        try (WriterRun run = new WriterRun(options.workload(), options.batch, data, played)) {
            double longestMs = 0;
            double longestCpuMs = 0;
            for (long missing = options.transactions - run.remembered(); missing > 0; ) {
                for (Step step : run.run("filling", missing, options.step)) {
                    longestMs = Math.max(longestMs, step.longestMs());
                    longestCpuMs = Math.max(longestCpuMs, step.longestCpuMs());
                }
                // not every item is remembered: re-sends are not
                missing = options.transactions - run.remembered();
            }
            List<Step> measured = run.run("measuring", options.measure, options.measure);
            run.check();
            Step step = measured.get(0);
            Summary facts = new Summary()
                    .put("remembered", step.remembered())
                    .put("played", run.played())
                    .put("bookings/s", step.itemsPerSecond())
                    .put("CPU ns/booking", step.cpuNsPerItem())
                    .put("longest ms", Math.max(longestMs, step.longestMs()))
                    .put("longest CPU ms", Math.max(longestCpuMs, step.longestCpuMs()))
                    .put("bytes/tx", step.bytesPerTransaction())
                    .put("RSS MiB", step.residentMebibytes());
            new Report("grow-step").section("Step", facts).writeJson(options.json);
        }
        return 0;
    }
}
