package bankroll.bench.writer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ToolsCommandTest {
    @TempDir
    Path directory;

    @Test
    void shouldTellHowFastEachCommandIs() throws IOException {
        Path report = directory.resolve("report.json");
        int exitCode = tools(report, "--only", "verify DATA --no-chain");
        assertEquals(0, exitCode);
        String told = Files.readString(report);
        assertTrue(told.contains("\"verify DATA --no-chain --frames-only\""), told);
        // a whole round of 32,000 items, and 50 deposits
        assertTrue(told.contains("\"bookings\" : 32050"), told);
    }

    @Test
    void shouldRunACommandThatMakesFilesAgainAndAgain() throws IOException {
        assertEquals(0, tools(directory.resolve("report.json"), "--only", "backup", "--rounds", "2"));
    }

    private int tools(Path report, String... more) {
        String[] words = ("--players 50 --transactions 1000 --measure 500 --step 500 --batch 100 --dir " + directory
                        + " --json " + report + " --rounds 1")
                .split(" ");
        CommandLine line = new CommandLine(new ToolsCommand()).setOverwrittenOptionsAllowed(true);
        String[] all = java.util.stream.Stream.concat(java.util.Arrays.stream(words), java.util.Arrays.stream(more))
                .toArray(String[]::new);
        return line.execute(all);
    }
}
