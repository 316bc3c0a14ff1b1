package bankroll.bench.writer;

import bankroll.bench.process.Scratch;
import bankroll.bench.process.ServiceJvm;
import bankroll.bench.report.MachineFacts;
import bankroll.bench.report.Report;
import bankroll.engine.Engine;
import bankroll.engine.EngineContext;
import bankroll.gateway.json.Json;
import bankroll.snapshot.SnapshotStore;
import bankroll.tools.console.Summary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code bench grow}: at each point a process of its own fills the data directory up to it and measures the writer;
 * then the engine is started on it twice, by replay and from a snapshot, each in a cold process.
 */
@Command(
        name = "grow",
        description = "How cost grows with what is remembered: writer, memory, longest stall, restart.",
        footer = {"", "Example:  ./bankroll bench grow --points 3000000,10000000"},
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class GrowCommand implements Callable<Integer> {
    private static final String RESULT = "result.json";

    @Option(
            names = "--points",
            split = ",",
            defaultValue = "1000000,10000000,50000000,100000000",
            description = "remembered transactions (default: ${DEFAULT-VALUE})")
    private List<Long> points;

    @Mixin
    private WriterOptions options = new WriterOptions();

    private final List<Summary> table = new ArrayList<>();

    @Override
    public Integer call() {
        options.check();
        try (Scratch scratch = new Scratch(options.directory(), options.keep)) {
            long played = 0;
            for (long point : points) {
                System.err.println("up to " + point + " transactions");
                played = measure(scratch.path(), point, played);
            }
            report(scratch.path());
        }
        return 0;
    }

    private long measure(Path directory, long point, long played) {
        Path data = directory.resolve("data");
        Path result = directory.resolve(RESULT);
        List<Object> step = new ArrayList<>(List.of("grow-step", "--data", data, "--played", played));
        step.addAll(List.of("--transactions", point, "--json", result));
        step.addAll(options.workloadArguments());
        Map<String, Double> figures = fork(step, result);
        Scratch.delete(data.resolve(SnapshotStore.DIRECTORY));
        List<Object> restart = List.of("restart", "--data", data, "--json", result);
        List<Object> leaving = new ArrayList<>(restart);
        leaving.add("--leave-snapshot");
        Map<String, Double> replay = fork(leaving, result);
        Map<String, Double> start = fork(restart, result);
        if (replay.get("from snapshot of") != 0 || start.get("from snapshot of") == 0) {
            throw new IllegalStateException("a replay began with a snapshot, or a start from a snapshot had none");
        }
        figures.put("replay s", replay.get("ready s"));
        figures.put("snapshot s", start.get("ready s"));
        figures.put("snapshot MiB", replay.get("snapshot MiB"));
        table.add(row(figures));
        System.err.print(new Summary().put("Points", table).toText());
        return figures.get("played").longValue();
    }

    private Map<String, Double> fork(List<Object> arguments, Path result) {
        int exit = ServiceJvm.fork(options.jvmFlags, ServiceJvm.arguments(arguments.toArray()));
        if (exit != 0) {
            throw new IllegalStateException("bench " + arguments.get(0) + " ended with " + exit);
        }
        return figures(result);
    }

    /** The numbers of the report that a process has left. */
    private static Map<String, Double> figures(Path report) {
        Map<String, Double> figures = new HashMap<>();
        try {
            for (Object section : ((Map<?, ?>) Json.read(Files.readString(report))).values()) {
                if (section instanceof Map<?, ?> named) {
                    named.forEach((name, value) -> figures.put((String) name, ((Number) value).doubleValue()));
                }
            }
            return figures;
        } catch (IOException e) {
            throw new UncheckedIOException("no figures in " + report, e);
        }
    }

    private static Summary row(Map<String, Double> figures) {
        return new Summary()
                .put("remembered", figures.get("remembered").longValue())
                .put("bookings/s", figures.get("bookings/s").longValue())
                .put("CPU ns/booking", figures.get("CPU ns/booking"))
                .put("longest ms", figures.get("longest ms"))
                .put("CPU", figures.get("CPU"))
                .put("bytes/tx", figures.get("bytes/tx"))
                .put("RSS MiB", figures.get("RSS MiB").longValue())
                .put("replay s", figures.get("replay s"))
                .put("snapshot s", figures.get("snapshot s"))
                .put("snapshot MiB", figures.get("snapshot MiB").longValue());
    }

    private void report(Path directory) {
        Summary what = new Summary()
                .put("players", options.players)
                .put("batch", options.batch)
                .put("mix", options.play.mix.toString())
                .put("measured at each point", options.measure + " items");
        new Report("bankroll bench grow")
                .section("Workload", what)
                .section(
                        "Machine",
                        MachineFacts.describe(directory).put("jvm flags", ServiceJvm.describe(options.jvmFlags)))
                .section("Points", table)
                .caveat("The writer alone, nothing forced: see bench load for the way through HTTP and disk.")
                .caveat("\"longest\" is the slowest request since the point before, by the clock; \"CPU\" the"
                        + " most processor time of one. Only the second is free of other processes.")
                .caveat("Restarts are cold processes, but what was just written may be read from memory.")
                .publish(options.json);
    }

    /** Fills a data directory up to one point and measures the writer there. */
    @Command(name = "grow-step", hidden = true)
    public static final class Fill implements Callable<Integer> {
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
                Summary facts = step.figures()
                        .put("played", run.played())
                        .put("longest ms", Math.max(longestMs, step.longestMs()))
                        .put("CPU", Math.max(longestCpuMs, step.longestCpuMs()));
                new Report("grow-step").section("Step", facts).writeJson(options.json);
            }
            return 0;
        }
    }

    /** Starts the engine on a data directory as the service does, and tells how long it took. */
    @Command(name = "restart", hidden = true)
    public static final class Restart implements Callable<Integer> {
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
                facts.put("ready s", MachineFacts.secondsSinceStart())
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
}
