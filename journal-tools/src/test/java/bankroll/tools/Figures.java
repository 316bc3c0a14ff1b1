package bankroll.tools;

import static bankroll.tools.Called.journal;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * How fast the tools are: {@code Figures DATA SCRATCH ROUNDS}. Every command several times in one process; the best
 * round is told, by the clock, and by the processor time of all threads together, which a busy machine spoils less.
 */
final class Figures {
    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final Path scratch;
    private final int rounds;
    private final long bookings;

    private Figures(Path data, Path scratch, int rounds) {
        this.scratch = scratch;
        this.rounds = rounds;
        Called info = journal("info", data, "--no-chain", "--quiet");
        bookings = Long.parseLong(info.value("bookings").replace(",", ""));
        System.out.printf(Locale.ROOT, "%,d bookings%n", bookings);
    }

    public static void main(String[] args) throws IOException {
        Path data = Path.of(args[0]);
        Path made = Path.of(args[1]).resolve("made");
        Map<String, Object[]> commands = new LinkedHashMap<>();
        commands.put("info", new Object[] {"info", data});
        commands.put("verify", new Object[] {"verify", data});
        commands.put("verify, no chain", new Object[] {"verify", data, "--no-chain"});
        commands.put("verify, frames only, no chain", new Object[] {"verify", data, "--no-chain", "--frames-only"});
        commands.put("state", new Object[] {"state", data});
        commands.put("replay", new Object[] {"replay", data, made});
        commands.put("dump", new Object[] {"dump", data});
        commands.put("dump, JSON", new Object[] {"dump", data, "--json"});
        commands.put("export, CSV", new Object[] {"export", data, made});
        commands.put("export, Parquet", new Object[] {"export", data, made, "--format", "parquet"});
        commands.put("backup", new Object[] {"backup", data, made});
        commands.put("report ggr", new Object[] {"report", "ggr", data});
        Figures figures = new Figures(data, Path.of(args[1]), Integer.parseInt(args[2]));
        for (Map.Entry<String, Object[]> command : commands.entrySet()) {
            if (args.length < 4 || command.getKey().startsWith(args[3])) {
                figures.measure(command.getKey(), command.getValue());
            }
        }
    }

    private void measure(String name, Object[] words) throws IOException {
        long bestNs = Long.MAX_VALUE;
        long bestCpuNs = Long.MAX_VALUE;
        for (int round = 0; round < rounds; round++) {
            delete(scratch.resolve("made"));
            long startCpuNs = PROCESS.getProcessCpuTime();
            long startNs = System.nanoTime();
            call(words);
            bestNs = Math.min(bestNs, System.nanoTime() - startNs);
            bestCpuNs = Math.min(bestCpuNs, PROCESS.getProcessCpuTime() - startCpuNs);
        }
        System.out.printf(
                Locale.ROOT,
                "%-30s %,12.0f /s by the clock %,12.0f /s of processor time%n",
                name,
                bookings * 1e9 / bestNs,
                bookings * 1e9 / bestCpuNs);
    }

    private static void call(Object[] words) {
        String[] args = Stream.concat(Stream.of(words), Stream.of("--quiet"))
                .map(Object::toString)
                .toArray(String[]::new);
        int exitCode = JournalTool.run(OutputStream.nullOutputStream(), System.err, args);
        if (exitCode != 0) {
            throw new AssertionError(String.join(" ", args) + " ended with " + exitCode);
        }
    }

    private static void delete(Path made) throws IOException {
        if (Files.exists(made)) {
            try (Stream<Path> all = Files.walk(made)) {
                for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }
}
