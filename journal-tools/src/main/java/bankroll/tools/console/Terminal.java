package bankroll.tools.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What our output is connected to. */
public final class Terminal {
    private Terminal() {}

    /** Whether standard output goes to a person. */
    public static boolean isOutput() {
        return isTerminal(1);
    }

    /** Whether standard error goes to a person. */
    public static boolean isError() {
        return isTerminal(2);
    }

    /** Java's own answer is about input and output together, which is wrong for {@code dump > file}. */
    private static boolean isTerminal(int descriptor) {
        Path link = Path.of("/proc/self/fd/" + descriptor);
        try {
            String target = Files.readSymbolicLink(link).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException e) {
            return System.console() != null;
        }
    }
}
