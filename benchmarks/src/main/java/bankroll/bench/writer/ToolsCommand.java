package bankroll.bench.writer;

import bankroll.bench.process.Scratch;
import bankroll.bench.report.MachineFacts;
import bankroll.bench.report.Report;
import bankroll.gateway.json.Json;
import bankroll.tools.JournalTool;
import bankroll.tools.console.Summary;
import com.sun.management.OperatingSystemMXBean;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
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
                options.makeJournal(data);
            }
            measure(scratch.path().resolve("made"));
        }
        return 0;
    }

    private void measure(Path made) {
        long bookings = bookings();
        List<Summary> table = new ArrayList<>();
        for (String command : COMMANDS) {
            if (command.startsWith(only)) {
                table.add(measure(command, made, bookings));
            }
        }
        new Report("bankroll bench tools")
                .section("Machine", MachineFacts.describe(data))
                .section("Journal", new Summary().put("bookings", bookings).put("rounds", rounds))
                .section("Commands", table)
                .caveat("The best round of each; the process is warm, and the journal may be in the disk's cache.")
                .caveat("What a command writes to standard output is thrown away.")
                .publish(options.json);
    }

    private Summary measure(String command, Path made, long bookings) {
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
        return new Summary()
                .put("command", command)
                .put("s", bestNs / 1e9)
                .put("bookings/s", Math.round(bookings * 1e9 / bestNs))
                .put("bookings/s of processor time", Math.round(bookings * 1e9 / bestCpuNs));
    }

    private long bookings() {
        ByteArrayOutputStream info = new ByteArrayOutputStream();
        run(info, "info DATA --no-chain --json", data);
        return Json.findNumber(info.toString(StandardCharsets.UTF_8), "bookings");
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
