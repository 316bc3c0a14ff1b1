package bankroll.condition;

import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Who sees what this process writes. */
public enum Terminal {
    /** Behind standard output. */
    OUTPUT(1),
    /** Behind standard error. */
    ERROR(2);

    private final Path link;

    Terminal(int descriptor) {
        link = Path.of("/proc/self/fd/" + descriptor);
    }

    /** Whether it is a person. Java's own answer is about input and output together, which is wrong for {@code dump > file}. */
    public boolean isThere() {
        try {
            String target = Files.readSymbolicLink(link).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException e) {
            return hasConsole();
        }
    }

    /** From Java 22 on there is a console that is none, and a method that says so. */
    private static boolean hasConsole() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException beforeJava22) {
            return true;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }
}
