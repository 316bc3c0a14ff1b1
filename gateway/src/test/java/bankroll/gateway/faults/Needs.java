package bankroll.gateway.faults;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import bankroll.gateway.http.tls.TlsProvider;
import io.netty.handler.ssl.OpenSsl;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** What a fault needs of the machine. A test that misses it is skipped and says what is missing; it never passes. */
public final class Needs {
    private static final List<String> MORE_DIRECTORIES = List.of("/usr/sbin", "/sbin");

    private Needs() {}

    /** What takes minutes. */
    public static void soak() {
        assumeTrue(Boolean.getBoolean("soak"), "skipped: takes long, runs with -Psoak");
    }

    /** Only root may mount, or name its own processes. */
    public static void root() {
        assumeTrue("root".equals(System.getProperty("user.name")), "skipped: needs root");
    }

    /** A program of the machine. */
    public static void tools(String... names) {
        for (String name : names) {
            assumeTrue(isThere(name), "skipped: needs the program " + name);
        }
    }

    /** What computes TLS. */
    public static void provider(TlsProvider provider) {
        assumeTrue(
                provider != TlsProvider.NATIVE || OpenSsl.isAvailable(),
                "skipped: needs the native TLS library, which is for Linux on x86-64");
    }

    /** A program of npm's registry, of this version: it is fetched once, where the registry can be reached. */
    public static void npx(String program) {
        tools("node", "npx", "env");
        assumeTrue(
                Shell.succeeds(
                        "env", "npm_config_fetch_retries=0", "npx", "--yes", "--prefer-offline", program, "--version"),
                "skipped: needs npm's package " + program);
    }

    /** A command that must end well here, for instance because containers may forbid it. */
    public static void command(String... command) {
        assumeTrue(Shell.succeeds(command), () -> "skipped: doesn't work here: " + String.join(" ", command));
    }

    /** A file of the machine. */
    public static void file(Path file) {
        assumeTrue(Files.exists(file), "skipped: needs " + file);
    }

    private static boolean isThere(String tool) {
        return Stream.concat(Arrays.stream(System.getenv("PATH").split(":")), MORE_DIRECTORIES.stream())
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, tool)));
    }
}
