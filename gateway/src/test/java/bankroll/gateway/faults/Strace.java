package bankroll.gateway.faults;

import bankroll.testkit.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A running process with strace at its side, which makes some of its system calls fail or wait; until it is closed. */
final class Strace implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private final Process strace;
    private final Path said;

    private Strace(Process strace, Path said) {
        this.strace = strace;
        this.said = said;
    }

    /** Skips the test where strace is missing or forbidden. */
    static void isNeeded() {
        Needs.tools("strace");
        Needs.command("strace", "-o", "/dev/null", "-e", "trace=fdatasync", "true");
    }

    /** From now on these calls of all threads, or with {@code thread} of this thread alone, are injected into. */
    static Strace at(long pidOrThread, boolean isThread, String calls, String injection) {
        try {
            Path said = Files.createTempFile("strace", ".txt");
            List<String> which = isThread ? List.of("-p") : List.of("-f", "-p");
            List<String> command = new ArrayList<>(List.of("strace"));
            command.addAll(which);
            command.addAll(List.of(
                    Long.toString(pidOrThread),
                    "-o",
                    "/dev/null",
                    "-e",
                    "trace=" + calls,
                    "-e",
                    "inject=" + calls + ":" + injection));
            Process strace = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(said.toFile())
                    .start();
            Strace attached = new Strace(strace, said);
            Eventually.within(LIMIT, "strace attached", attached::isAttached);
            return attached;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean isAttached() {
        try {
            return Files.readString(said).contains("attached") || !strace.isAlive();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lets the process go on as it was. */
    @Override
    public void close() {
        strace.destroy();
        try {
            strace.waitFor();
            Files.delete(said);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
