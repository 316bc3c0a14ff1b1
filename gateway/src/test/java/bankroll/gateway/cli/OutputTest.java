package bankroll.gateway.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ExitCode;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.contract.kit.ServiceUnderTest;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who saves what a command prints must hear that it could not be saved. */
@NeedsOwnService
@Timeout(60)
class OutputTest {
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
}
