package bankroll.bench.writer;

import bankroll.bench.process.Fork;
import bankroll.bench.process.Scratch;
import bankroll.bench.process.ServiceJvm;
import bankroll.bench.report.Chart;
import bankroll.bench.report.Facts;
import bankroll.bench.report.FigureTable;
import bankroll.bench.report.MachineFacts;
import bankroll.bench.report.Report;
import bankroll.snapshot.SnapshotStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
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

    private final FigureTable table = new FigureTable(
            "remembered",
            "bookings/s",
            "CPU ns/booking",
            "longest ms",
            "CPU",
            "bytes/tx",
            "RSS MiB",
            "replay s",
            "snapshot s",
            "snapshot MiB");
    private final List<Map<String, Double>> results = new ArrayList<>();

    @Override
    public Integer call() {
        options.check();
        try (Scratch scratch = new Scratch(options.directory(), options.keep)) {
            long played = 0;
            for (long point : points) {
                System.err.println("up to " + Facts.show(point) + " transactions");
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
        results.add(figures);
        table.row(row(figures));
        System.err.print(table.toText());
        return figures.get("played").longValue();
    }

    private Map<String, Double> fork(List<Object> arguments, Path result) {
        int exit = Fork.run(options.jvmFlags, Fork.arguments(arguments.toArray()));
        if (exit != 0) {
            throw new IllegalStateException("bench " + arguments.get(0) + " ended with " + exit);
        }
        return Figures.read(result);
    }

    private static Object[] row(Map<String, Double> figures) {
        return new Object[] {
            figures.get("remembered").longValue(),
            figures.get("bookings/s").longValue(),
            figures.get("CPU ns/booking"),
            figures.get("longest ms"),
            figures.get("longest CPU ms"),
            figures.get("bytes/tx"),
            figures.get("RSS MiB").longValue(),
            figures.get("replay s"),
            figures.get("snapshot s"),
            figures.get("snapshot MiB").longValue()
        };
    }

    private void report(Path directory) {
        Facts what = new Facts()
                .put("players", options.players)
                .put("batch", options.batch)
                .put("mix", options.play.mix)
                .put("measured at each point", options.measure + " items");
        Report report = new Report("bankroll bench grow")
                .section("Workload", what)
                .section(
                        "Machine",
                        MachineFacts.describe(directory).put("jvm flags", ServiceJvm.describe(options.jvmFlags)))
                .section("Points", table)
                .caveat("The writer alone, nothing forced: see bench load for the way through HTTP and disk.")
                .caveat("\"longest\" is the slowest request since the point before, by the clock; \"CPU\" the"
                        + " most processor time of one. Only the second is free of other processes.")
                .caveat("Restarts are cold processes, but what was just written may be read from memory.");
        report.chart(chart("Writer", "bookings/s", figures -> figures.get("bookings/s")));
        report.chart(chart("Memory of the process", "MiB", figures -> figures.get("RSS MiB")));
        report.chart(chart("Restart by replay", "s", figures -> figures.get("replay s")));
        report.chart(chart("Restart from a snapshot", "s", figures -> figures.get("snapshot s")));
        report.publish(options.json, options.html);
    }

    private Chart chart(String title, String unit, Function<Map<String, Double>, Double> figure) {
        return Chart.of(
                title,
                "million transactions remembered",
                unit,
                results.stream().map(each -> each.get("remembered") / 1e6).toList(),
                results.stream().map(figure).toList());
    }
}
