package bankroll.testkit;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.agrona.IoUtil;

/**
 * A program's classes as the JVM has laid them out once: a process that maps them starts in half the time, and tests start
 * many. One process does it beside the first tests; those that start before it is done, or where this JVM can't, do without.
 */
public final class SharedClasses {
    private static final Path ARCHIVE = ReleasedClasses.ONCE.resolve("classes.jsa");

    private final Life life;

    /** A short life of the program, to its end in order: what it has loaded by then is what others will need. */
    @FunctionalInterface
    public interface Life {
        /**
         * Lives it.
         *
         * @param directory for its files
         * @param flag of its JVM
         */
        void live(Path directory, String flag) throws IOException;
    }

    private SharedClasses(Life life) {
        this.life = life;
    }

    /** Begins to lay them out. */
    public static SharedClasses of(Life life) {
        SharedClasses classes = new SharedClasses(life);
        Thread thread = new Thread(classes::lay, "shared-classes");
        thread.setDaemon(true);
        thread.start();
        return classes;
    }

    /** For a JVM that has {@link ReleasedClasses#PATH} and no agent. */
    public List<String> flags() {
        return Files.exists(ARCHIVE)
                ? List.of("-XX:SharedArchiveFile=" + ARCHIVE, "-Xlog:cds=error", "-Xlog:cds+dynamic=error")
                : List.of();
    }

    private void lay() {
        try (FileChannel lock = FileChannel.open(ReleasedClasses.ONCE.resolve("classes.lock"), CREATE, WRITE);
                FileLock mine = lock.tryLock()) {
            if (mine != null && !Files.exists(ARCHIVE)) {
                layAlone();
            }
        } catch (IOException | AssertionError e) {
            System.out.println("no shared classes: " + e);
        }
    }

    /** No other JVM of these tests does it now. */
    private void layAlone() throws IOException {
        Path directory = Files.createDirectories(ReleasedClasses.ONCE.resolve("life"));
        try {
            Path half = directory.resolve("classes.jsa");
            life.live(directory, "-XX:ArchiveClassesAtExit=" + half);
            if (Files.exists(half)) {
                Files.move(half, ARCHIVE);
            }
        } finally {
            IoUtil.delete(directory.toFile(), true);
        }
    }
}
