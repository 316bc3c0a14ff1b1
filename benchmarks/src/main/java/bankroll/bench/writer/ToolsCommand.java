package bankroll.bench.writer;

import bankroll.bench.process.Scratch;
import bankroll.bench.report.Facts;
import bankroll.bench.report.FigureTable;
import bankroll.bench.report.MachineFacts;
import bankroll.bench.report.Report;
import bankroll.tools.JournalTool;
import com.sun.management.OperatingSystemMXBean;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code bench tools}: every command of {@code ./bankroll journal} several times in one process. The best round is told,
 * by the clock, and by the processor time of all threads together, which a busy machine spoils less.
 */
@Command(
        name = "tools",
        description = {
            "How fast the commands of ./bankroll journal are, each several times in one warm process.",
            "Without --data a journal is made first, as bench writer makes it (the same options)."
        },
        footer = {"", "Example:  ./bankroll bench tools --data data --rounds 4"},
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class ToolsCommand implements Callable<Integer> {
    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final String DATA = "DATA";
    private static final String MADE = "MADE";
    private static final List<String> COMMANDS = List.of(
            "info DATA",
            "verify DATA",
            "verify DATA --no-chain",
            "verify DATA --no-chain --frames-only",
            "state DATA",
            "replay DATA MADE",
            "dump DATA",
            "dump DATA --json",
            "export DATA MADE",
            "export DATA MADE --format parquet",
            "backup DATA MADE",
            "report ggr DATA");

    @Option(names = "--data", description = "an existing data directory; it is read only")
    private Path data;

    @Option(names = "--rounds", defaultValue = "3", description = "how often each is run (default: ${DEFAULT-VALUE})")
    private int rounds;

    @Option(names = "--only", defaultValue = "", description = "only commands that begin with this, as in verify")
    private String only;

    @Mixin
    private WriterOptions options = new WriterOptions();

    @Override
    public Integer call() {
        options.check();
        if (rounds < 1) {
            throw new IllegalArgumentException("--rounds must be 1 or more");
        }
        try (Scratch scratch = new Scratch(options.directory(), options.keep)) {
            if (data == null) {
                data = scratch.path().resolve("data");
                try (WriterRun run = new WriterRun(options.workload(), options.batch, data, 0)) {
                    run.run("making a journal", options.transactions, options.step);
                }
            }
            measure(scratch.path().resolve("made"));
        }
        return 0;
    }

    private void measure(Path made) {
        long bookings = bookings();
        FigureTable table = new FigureTable("command", "s", "bookings/s", "bookings/s of processor time");
        for (String command : COMMANDS) {
            if (command.startsWith(only)) {
                measure(command, made, bookings, table);
            }
        }
        new Report("bankroll bench tools")
                .section("Machine", MachineFacts.describe(data))
                .section("Journal", new Facts().put("bookings", bookings).put("rounds", rounds))
                .section("Commands", table)
                .caveat("The best round of each; the process is warm, and the journal may be in the disk's cache.")
                .caveat("What a command writes to standard output is thrown away.")
                .publish(options.json, options.html);
    }

    private void measure(String command, Path made, long bookings, FigureTable table) {
        long bestNs = Long.MAX_VALUE;
        long bestCpuNs = Long.MAX_VALUE;
        for (int round = 0; round < rounds; round++) {
            Scratch.delete(made);
            long startCpuNs = PROCESS.getProcessCpuTime();
            long startNs = System.nanoTime();
            run(OutputStream.nullOutputStream(), command, made);
            bestNs = Math.min(bestNs, System.nanoTime() - startNs);
            bestCpuNs = Math.min(bestCpuNs, PROCESS.getProcessCpuTime() - startCpuNs);
        }
        table.row(command, bestNs / 1e9, Math.round(bookings * 1e9 / bestNs), Math.round(bookings * 1e9 / bestCpuNs));
    }

    private long bookings() {
        ByteArrayOutputStream info = new ByteArrayOutputStream();
        run(info, "info DATA --no-chain --json", data);
        return Figures.read(info.toByteArray()).get("bookings").longValue();
    }

    private void run(OutputStream out, String command, Path made) {
        String[] words = Stream.concat(Stream.of(command.split(" ")), Stream.of("--quiet"))
                .map(word -> word.equals(DATA) ? data.toString() : word.equals(MADE) ? made.toString() : word)
                .toArray(String[]::new);
        int exitCode = JournalTool.run(out, System.err, words);
        if (exitCode != 0) {
            throw new IllegalStateException("journal " + String.join(" ", words) + " ended with " + exitCode);
        }
    }
}
