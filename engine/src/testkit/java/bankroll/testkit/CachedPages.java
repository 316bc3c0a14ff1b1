package bankroll.testkit;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the system keeps of files in memory, where a program is there that tells it. */
public final class CachedPages {
    private static final Path FINCORE = Path.of("/usr/bin/fincore");

    private CachedPages() {}

    /** A file system in memory has nowhere to forget to: a test that asks is left out there, and where nothing tells it. */
    public static void require(Path directory) throws IOException {
        assumeTrue(isTold(directory), directory + " is on a disk, and " + FINCORE + " tells what is in memory");
    }

    /** Whether {@link #bytes} can be asked. */
    public static boolean isTold(Path directory) throws IOException {
        String type = Files.getFileStore(directory).type();
        return !type.equals("tmpfs") && !type.equals("ramfs") && Files.isExecutable(FINCORE);
    }

    /** Bytes of a file that are in memory; -1 for a file that is gone. */
    public static long bytes(Path file) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        FINCORE.toString(), "--bytes", "--noheadings", "--output", "RES", file.toString())
                .start();
        String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        boolean isDone = process.waitFor() == 0;
        if (!isDone && !Files.exists(file)) {
            return -1;
        }
        assertTrue(isDone, told);
        return Long.parseLong(told.trim());
    }
}
