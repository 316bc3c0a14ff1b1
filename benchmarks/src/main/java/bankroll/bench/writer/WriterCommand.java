package bankroll.bench.writer;

import bankroll.bench.process.Scratch;
import bankroll.bench.process.ServiceJvm;
import bankroll.bench.report.MachineFacts;
import bankroll.bench.report.Report;
import bankroll.tools.console.Summary;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code bench writer}. */
@Command(
        name = "writer",
        description = "The writer alone: decide, apply, seal and append on one core, nothing forced, no HTTP.",
        footer = {
            "",
            "Example:  ./bankroll bench writer --players 1000000 \\",
            "              --transactions 10000000 --measure 5000000"
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class WriterCommand implements Callable<Integer> {
    @Mixin
    private WriterOptions options = new WriterOptions();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        options.check();
        if (!ServiceJvm.isForked()) {
            return ServiceJvm.fork(
                    options.jvmFlags, spec.root().commandLine().getParseResult().originalArgs());
        }
        try (Scratch scratch = new Scratch(options.directory(), options.keep)) {
            measure(options.withoutJournal ? null : scratch.path(), scratch.path());
            if (options.keep) {
                System.out.println("data directory kept: " + scratch.path());
            }
        }
        return 0;
    }

    private void measure(Path data, Path directory) {
        List<Summary> table = new ArrayList<>();
        try (WriterRun run = new WriterRun(options.workload(), options.batch, data, 0)) {
            long prefill = options.transactions - run.remembered();
            add(table, "fill", prefill > 0 ? run.run("filling", prefill, options.step) : List.of());
            List<Step> measured = run.run("measuring", options.measure, options.measure);
            add(table, "measure", measured);
            if (options.withSnapshot) {
                add(table, "snapshot", List.of(run.runBesideSnapshot(directory.resolve("bench-snapshots"))));
            }
            run.check();
            report(table, measured.get(0), run.waitedSeconds(), directory);
        }
    }

    private static void add(List<Summary> table, String name, List<Step> steps) {
        for (Step step : steps) {
            table.add(new Summary().put("step", name).putAll(step.figures()));
        }
    }

    private void report(List<Summary> table, Step measured, double waitedSeconds, Path directory) {
        Summary what = new Summary()
                .put("players", options.players)
                .put("batch", options.batch)
                .put("mix", options.play.mix.toString())
                .put("skew", options.play.skew())
                .put("seed", options.play.seed)
                .put(
                        "journal",
                        options.withoutJournal
                                ? "none: frames are sealed, not appended"
                                : "appended to files in reserve as for always, not forced")
                .put("journal bytes per booking", measured.journaledBytesPerItem())
                .put("waited for the disk s", waitedSeconds);
        new Report("bankroll bench writer: batches of " + options.batch)
                .section("Writer", what)
                .section("Machine", MachineFacts.describe(directory))
                .section("Steps", table)
                .caveat("One thread and nothing beside it: no HTTP, no signature, no decoding, no force, no reply.")
                .caveat("Requests are made between the timed ones, so caches are neither colder nor warmer than that.")
                .caveat("Waiting for the disk to make the next journal file ready is in no figure but its own.")
                .caveat("\"longest\" is one whole request by the clock; on a busy machine other processes are in it."
                        + " \"CPU\" is the most processor time that one request took.")
                .publish(options.json);
    }
}
