package bankroll.testkit;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The file descriptors of this process, as Linux tells them. */
public final class HeldDescriptors {
    private static final Path ALL = Path.of("/proc/self/fd");

    private HeldDescriptors() {}

    /** Leaves the test out where the system doesn't tell them. */
    public static void assumeTold() {
        assumeTrue(Files.isDirectory(ALL), ALL + " is Linux's");
    }

    /** How many lead to this directory or what is in it. */
    public static long below(Path directory) throws IOException {
        Path real = directory.toRealPath();
        try (Stream<Path> all = Files.list(ALL)) {
            return all.filter(descriptor -> isBelow(real, descriptor)).count();
        }
    }

    private static boolean isBelow(Path directory, Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).startsWith(directory);
        } catch (IOException e) {
            // it was the listing's own
            return false;
        }
    }
}
