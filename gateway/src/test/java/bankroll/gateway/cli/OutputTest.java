package bankroll.gateway.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ExitCode;
import bankroll.condition.ShellWord;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.contract.kit.ServiceUnderTest;
import bankroll.gateway.faults.Needs;
import bankroll.testkit.Eventually;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who saves what a command prints must hear that it could not be saved. */
@NeedsOwnService
class OutputTest {
    private static final String CLEAR = "\u001b[H\u001b[2J";

    @ParameterizedTest
    @ValueSource(strings = {"config --example", "version", "call --help"})
    void shouldEndWith74WhenTheOutputsDiskIsFull(String words) throws IOException, InterruptedException {
        Process command = CommandProcess.of(words.split(" "))
                .redirectOutput(new File("/dev/full"))
                .start();

        String said = new String(command.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);

        assertEquals(ExitCode.IO, command.waitFor(), said);
        assertTrue(said.contains("bankroll: the output can't be written: No space left on device"), said);
    }

    @Test
    void shouldLookNoMoreWhenNobodyReadsTheFigures() throws IOException, InterruptedException {
        try (ServiceUnderTest service = ServiceUnderTest.start(new ServiceSettings())) {
            String url = service.operator().endpoint().base().toString();
            Process top = CommandProcess.of("top", "--interval", "0.1", "--operator-url", url)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try {
                try (BufferedReader lines = top.inputReader()) {
                    assertTrue(lines.readLine().startsWith("service  "));
                }

                assertEquals(ExitCode.OK, top.waitFor());
            } finally {
                top.destroyForcibly();
            }
        }
    }

    /** Whatever its input is: Java's own answer is about both. */
    @Test
    void shouldClearTheScreenOfATerminalAndNothingInAFile(@TempDir Path directory) throws IOException {
        Needs.tools("script");
        try (ServiceUnderTest service = ServiceUnderTest.start(new ServiceSettings())) {
            String url = service.operator().endpoint().base().toString();
            List<String> words = CommandProcess.of("top", "--interval", "0.1", "--operator-url", url)
                    .command();
            String top = words.stream().collect(Collectors.joining("' '", "'", "'"));
            assertTrue(firstLine(onTerminal(top + " < /dev/null")).startsWith(CLEAR + "service  "));

            Path file = directory.resolve("figures");
            Process saved = onTerminal(top + " > " + ShellWord.of(file));
            try {
                Eventually.within(Duration.ofSeconds(30), "figures come", () -> size(file) > 0);
            } finally {
                end(saved);
            }
            assertTrue(Files.readString(file).startsWith("service  "), "nobody looks at a file");
        }
    }

    private static Process onTerminal(String command) throws IOException {
        return new ProcessBuilder("script", "-qec", command, "/dev/null").start();
    }

    private static String firstLine(Process process) throws IOException {
        try (BufferedReader lines = process.inputReader()) {
            return lines.readLine();
        } finally {
            end(process);
        }
    }

    private static void end(Process process) {
        List<ProcessHandle> all = process.descendants().toList();
        process.destroyForcibly();
        all.forEach(ProcessHandle::destroyForcibly);
    }

    private static long size(Path file) {
        return file.toFile().length();
    }
}
