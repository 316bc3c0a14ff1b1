package bankroll.gateway.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Runs programs of the machine. */
final class Shell {
    private Shell() {}

    /** Runs a command to its end; what it printed. It must end well. */
    static String run(String... command) {
        Ended ended = end(command);
        if (ended.code != 0) {
            throw new AssertionError(String.join(" ", command) + " ended with " + ended.code + ": " + ended.printed);
        }
        return ended.printed;
    }

    /** Whether a command ends well. */
    static boolean succeeds(String... command) {
        try {
            return end(command).code == 0;
        } catch (UncheckedIOException e) {
            return false;
        }
    }

    private record Ended(int code, String printed) {}

    private static Ended end(String... command) {
        try {
            ProcessBuilder builder = new ProcessBuilder(List.of(command)).redirectErrorStream(true);
            builder.environment().merge("PATH", "/usr/sbin:/sbin", (path, more) -> path + ":" + more);
            Process process = builder.start();
            process.getOutputStream().close();
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Ended(process.waitFor(), printed);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
