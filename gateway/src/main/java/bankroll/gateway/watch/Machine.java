package bankroll.gateway.watch;

import bankroll.memory.NativeLibraries;
import com.sun.jna.Native;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What Linux tells of the machine in {@code /proc} and {@code /sys}. Where nothing can be read, nothing is known.
 *
 * @param root {@code /}, or a test's
 */
record Machine(Path root) {
    private static final int MOST_BYTES = 1 << 20;

    /**
     * A line of {@code /proc/self/mounts}.
     *
     * @param directory where it is mounted
     * @param type of the file system
     * @param options with commas between them
     */
    record Mount(String directory, String type, String options) {
        private static final Pattern SPACE = Pattern.compile("\\\\040");

        boolean has(String option) {
            return List.of(options.split(",")).contains(option);
        }
    }

    /** The text of a file, without blanks round it. Some of the kernel's files are whole in the first read or never. */
    Optional<String> text(String path) {
        try (InputStream file = Files.newInputStream(root.resolve(path))) {
            return Optional.of(new String(file.readNBytes(MOST_BYTES), StandardCharsets.UTF_8).strip());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The first group of the first line that matches as a whole. */
    Optional<String> find(String path, String pattern) {
        Pattern line = Pattern.compile(pattern);
        return text(path).stream()
                .flatMap(String::lines)
                .map(line::matcher)
                .filter(Matcher::matches)
                .map(match -> match.group(1))
                .findFirst();
    }

    /** Kilobytes of a line of {@code /proc/meminfo}, in bytes; 0 where it isn't told. */
    long memory(String name) {
        return find("proc/meminfo", name + ":\\s+(\\d{1,15}) kB")
                .map(kilobytes -> Long.parseLong(kilobytes) << 10)
                .orElse(0L);
    }

    /** The file system that a directory is on: the one that is mounted deepest above it, and last there. */
    Optional<Mount> mountOf(Path directory) {
        return text("proc/self/mounts").stream()
                .flatMap(String::lines)
                .map(line -> line.split(" "))
                .filter(fields -> fields.length >= 4)
                .map(fields -> new Mount(Mount.SPACE.matcher(fields[1]).replaceAll(" "), fields[2], fields[3]))
                .filter(mount -> directory.startsWith(Path.of(mount.directory)))
                .reduce((first, second) -> Path.of(second.directory).getNameCount()
                                >= Path.of(first.directory).getNameCount()
                        ? second
                        : first);
    }

    /** What Linux thinks of its own clock: adjtimex(2), asked for nothing but its answer. */
    static final class KernelClock {
        /** The clock isn't synchronised with anything. */
        static final int UNSYNCHRONISED = 5;

        /** More than struct timex has on any architecture; modes 0, its first field, changes nothing. */
        private static final int TIMEX_BYTES = 512;

        private KernelClock() {}

        /** Its state; nothing where it can't be asked. */
        static OptionalInt state() {
            try {
                int state = Calls.adjtimex(new byte[TIMEX_BYTES]);
                return state < 0 ? OptionalInt.empty() : OptionalInt.of(state);
            } catch (RuntimeException | LinkageError e) {
                return OptionalInt.empty();
            }
        }

        private static final class Calls {
            static {
                NativeLibraries.unpackForThisProcess();
                Native.register(Calls.class, "c");
            }

            private Calls() {}

            static native int adjtimex(byte[] timex);
        }
    }
}
