package bankroll.memory;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How much memory this process may use: that of the machine, or of the tightest control group (version 1 or 2) round it.
 * Where nothing of this can be read, as on a system that isn't Linux, what the JVM says.
 */
public final class MachineMemory {
    /** What {@link #forTables} leaves at least, so that a tiny machine starts too. */
    public static final long LEAST_TABLE_BYTES = 64L << 20;

    private static final long DIRECT_BYTES = 512L << 20;
    private static final long JVM_BYTES = 256L << 20;
    private static final Pattern TOTAL = Pattern.compile("MemTotal:\\s+(\\d+) kB");

    private final Path root;

    private MachineMemory(Path root) {
        this.root = root;
    }

    /** Of the machine whose root directory this is: {@code /}, or a test's. */
    public static MachineMemory of(Path root) {
        return new MachineMemory(root);
    }

    /** Bytes that this process may use. */
    public long bytes() {
        long bytes = physicalBytes();
        for (String line : lines(root.resolve("proc/self/cgroup"))) {
            String[] fields = line.split(":", 3);
            if (fields.length == 3 && fields[1].isEmpty()) {
                bytes = Math.min(
                        bytes, groupBytes(List.of("sys/fs/cgroup", "sys/fs/cgroup/unified"), fields[2], "memory.max"));
            } else if (fields.length == 3 && List.of(fields[1].split(",")).contains("memory")) {
                bytes = Math.min(
                        bytes, groupBytes(List.of("sys/fs/cgroup/memory"), fields[2], "memory.limit_in_bytes"));
            }
        }
        return bytes;
    }

    /**
     * Bytes that are left for tables when the heap takes a quarter, direct buffers 512 MiB and the JVM itself 256 MiB, as
     * {@code ./bankroll serve} starts it (or more, when this JVM was given more), and an eighth stays for the system and
     * the journal's pages.
     *
     * @param heapBytes most that this JVM's heap may take
     */
    public long forTables(long heapBytes) {
        long bytes = bytes();
        long heap = Math.max(bytes / 4, Math.min(heapBytes, bytes));
        return Math.max(LEAST_TABLE_BYTES, bytes - heap - bytes / 8 - DIRECT_BYTES - JVM_BYTES);
    }

    private long physicalBytes() {
        for (String line : lines(root.resolve("proc/meminfo"))) {
            Matcher total = TOTAL.matcher(line);
            if (total.matches()) {
                return Long.parseLong(total.group(1)) << 10;
            }
        }
        var system = java.lang.management.ManagementFactory.getOperatingSystemMXBean();
        return system instanceof com.sun.management.OperatingSystemMXBean known
                ? known.getTotalMemorySize()
                : Runtime.getRuntime().maxMemory() * 4;
    }

    /** A group's limit holds for all groups in it; in a container the path may lead to what only the host sees. */
    private long groupBytes(List<String> mounts, String group, String file) {
        long bytes = Long.MAX_VALUE;
        for (String mount : mounts) {
            Path top = root.resolve(mount);
            Path at = top.resolve(group.replaceAll("(^|/)\\.\\.(?=/|$)", "").replaceFirst("^/+", ""))
                    .normalize();
            for (; at != null && at.startsWith(top); at = at.getParent()) {
                bytes = Math.min(bytes, limit(at.resolve(file)));
            }
        }
        return bytes;
    }

    private static long limit(Path file) {
        List<String> lines = lines(file);
        boolean isNumber = !lines.isEmpty() && lines.get(0).strip().matches("\\d{1,18}");
        return isNumber ? Long.parseLong(lines.get(0).strip()) : Long.MAX_VALUE;
    }

    private static List<String> lines(Path file) {
        try {
            return Files.exists(file) ? Files.readAllLines(file, StandardCharsets.UTF_8) : List.of();
        } catch (IOException e) {
            return List.of();
        }
    }
}
