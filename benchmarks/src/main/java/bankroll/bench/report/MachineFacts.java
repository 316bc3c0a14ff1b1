package bankroll.bench.report;

import bankroll.tools.console.Summary;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** Where a figure was taken: without its machine a figure says nothing. Reads Linux's /proc; elsewhere it says so. */
public final class MachineFacts {
    private static final String UNKNOWN = "unknown";

    private MachineFacts() {}

    /** Adds processor, memory, kernel, JVM, its flags and the file system of {@code data} as named values. */
    public static Summary describe(Path data) {
        Runtime runtime = Runtime.getRuntime();
        return new Summary()
                .put("processor", runtime.availableProcessors() + " × " + procValue("/proc/cpuinfo", "model name"))
                .put("memory", procValue("/proc/meminfo", "MemTotal"))
                .put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"))
                .put("jvm", jvm())
                .put("jvm flags", flags())
                .put("file system", fileSystem(data));
    }

    /** The JVM in one line. */
    public static String jvm() {
        return System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version") + " ("
                + System.getProperty("java.vendor") + ")";
    }

    /** Type and device of the file system that holds a path, which need not exist yet. */
    public static String fileSystem(Path path) {
        Path existing = path.toAbsolutePath();
        while (existing != null && !Files.exists(existing)) {
            existing = existing.getParent();
        }
        try {
            FileStore store = Files.getFileStore(existing == null ? Path.of("/") : existing);
            return store.type() + " on " + store.name();
        } catch (IOException e) {
            return UNKNOWN;
        }
    }

    /** Resident memory of a process in bytes; -1 where it can't be told. */
    public static long residentBytes(long pid) {
        String text = procValue("/proc/" + pid + "/status", "VmRSS");
        return text.equals(UNKNOWN) ? -1 : Long.parseLong(text.replaceAll("\\D", "")) * 1024;
    }

    /** Processor time of a process so far in seconds, all threads; 0 where it can't be told. */
    public static double cpuSeconds(long pid) {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().totalCpuDuration())
                .map(duration -> duration.toNanos() / 1e9)
                .orElse(0.0);
    }

    /** How long this process has been there: what a restart costs includes the JVM's own start. */
    public static double secondsSinceStart() {
        Instant start = ProcessHandle.current().info().startInstant().orElseThrow();
        return Duration.between(start, Instant.now()).toMillis() / 1e3;
    }

    private static String flags() {
        List<String> flags = ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> flag.startsWith("-X"))
                .toList();
        return flags.isEmpty() ? "config/jvm.options" : "config/jvm.options " + String.join(" ", flags);
    }

    private static String procValue(String file, String name) {
        try (Stream<String> lines = Files.lines(Path.of(file))) {
            return lines.filter(line -> line.startsWith(name))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(UNKNOWN);
        } catch (IOException e) {
            return UNKNOWN;
        }
    }
}
