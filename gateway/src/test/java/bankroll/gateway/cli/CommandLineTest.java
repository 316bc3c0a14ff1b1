package bankroll.gateway.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ExitCode;
import bankroll.gateway.demo.DemoSecrets;
import bankroll.journal.files.Manifest;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CommandLineTest {
    @TempDir
    Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        CommandLine commandLine = BankrollMain.commandLine();
        commandLine.setOut(new PrintWriter(out));
        commandLine.setErr(new PrintWriter(err));
        return commandLine.execute(arguments);
    }

    @Test
    void shouldListEveryCommand() {
        assertEquals(ExitCode.OK, run("--help"));

        for (String command : new String[] {"serve", "config", "call"}) {
            assertTrue(out.toString().contains("  " + command + " "), out.toString());
        }
    }

    @Test
    void shouldEndWith2OnAnUnknownOption() {
        assertEquals(ExitCode.USAGE, run("config", "--bogus"));
    }

    @Test
    void shouldEndWith2AndNameTheKeyOnABadConfiguration() throws IOException {
        Path file = Files.writeString(directory.resolve("bankroll.conf"), "journal.snc = none");

        assertEquals(ExitCode.USAGE, run("config", "--config", file.toString()));
        assertTrue(err.toString().contains("did you mean journal.sync?"), err.toString());
    }

    @Test
    void shouldShowAFlagAsTheOriginOfItsValue() {
        assertEquals(ExitCode.OK, run("config", "--listen", "127.0.0.1:9"));

        assertTrue(out.toString().contains("# flag --listen"), out.toString());
    }

    @Test
    void shouldRefuseToServeWithoutPlatformAndToken() {
        assertEquals(ExitCode.USAGE, run("serve", "--data", directory.toString()));

        assertTrue(err.toString().contains("--demo"), err.toString());
    }

    @Test
    void shouldSayWhereTheSecretIsLookedForWhenThereIsNone() {
        assertEquals(ExitCode.USAGE, run("call", "--data", directory.toString(), "balance", "anna"));

        assertTrue(err.toString().contains("BANKROLL_PLATFORM_SECRET"), err.toString());
    }

    @Test
    void shouldSayThatNobodyAnswers() {
        DemoSecrets.in(directory).ensure();

        int exitCode = run("call", "balance", "anna", "--data", directory.toString(), "--url", "http://127.0.0.1:1/v1");
        assertEquals(ExitCode.UNAVAILABLE, exitCode);
    }

    @Test
    void shouldAskForASessionWhenNoneIsKnown() {
        DemoSecrets.in(directory).ensure();

        assertEquals(ExitCode.USAGE, run("call", "debit", "anna", "5", "--data", directory.toString()));
        assertTrue(err.toString().contains("--session"), err.toString());
    }

    @Test
    void shouldEndWith2OnALowWaterMarkThatTheDiskCanNeverReach() throws IOException {
        Path file = Files.writeString(directory.resolve("bankroll.conf"), "journal.low-water-bytes = " + (1L << 50));

        assertEquals(ExitCode.USAGE, serve("--config", file.toString()));

        assertTrue(err.toString().startsWith("bankroll: journal.low-water-bytes is 1125899906842624"), err::toString);
    }

    @Test
    void shouldEndWith74WithoutAStackTraceWhenAFileCantBeRead() throws IOException {
        Path manifest =
                Files.createDirectories(directory.resolve("data/journal").resolve(Manifest.FILE));

        assertEquals(ExitCode.JOURNAL, serve());

        assertTrue(err.toString().contains(manifest.getParent().toString()), err::toString);
        assertFalse(err.toString().contains("\tat "), err::toString);
    }

    private int serve(String... more) {
        List<String> arguments = new ArrayList<>(List.of("serve", "--demo"));
        arguments.addAll(List.of("--data", directory.resolve("data").toString()));
        arguments.addAll(List.of("--listen", "127.0.0.1:0", "--operator-listen", "127.0.0.1:0"));
        arguments.addAll(List.of(more));
        return run(arguments.toArray(String[]::new));
    }
}
