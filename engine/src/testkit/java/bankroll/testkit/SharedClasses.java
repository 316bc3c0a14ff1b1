package bankroll.testkit;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.agrona.IoUtil;

/**
 * A program's classes as the JVM has laid them out once: a process that maps them starts in half the time, and tests start
 * many. One process does it beside the first tests; those that start before it is done, or where this JVM can't, do without.
 */
public final class SharedClasses {
    private final Life life;
    private volatile List<String> flags = List.of();

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
        return flags;
    }

    private void lay() {
        try {
            File directory = Files.createTempDirectory("bankroll-shared").toFile();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> IoUtil.delete(directory, true)));
            Path archive = directory.toPath().resolve("classes.jsa");
            life.live(directory.toPath(), "-XX:ArchiveClassesAtExit=" + archive);
            if (Files.exists(archive)) {
                flags = List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:cds=error", "-Xlog:cds+dynamic=error");
            }
        } catch (IOException | AssertionError e) {
            System.out.println("no shared classes: " + e.getMessage());
        }
    }
}
