package bankroll.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the environment says of the log, under the settings of a release. */
class LogWordsTest {
    private static final String CONFIGURATION = "logback.configurationFile";

    @TempDir
    static Path data;

    @TempDir
    Path directory;

    private int calls;

    @BeforeAll
    static void writeJournal() {
        Story.write(data);
    }

    @Test
    void shouldLogNoMoreThanUsualAtALevelThatIsNone() throws Exception {
        assertEquals(List.of(), logged(Map.of()));
        assertEquals(List.of(), logged(Map.of("BANKROLL_LOG_LEVEL", "LOUD")));
    }

    @Test
    void shouldLogEachLineOnceInAFormatThatIsNone() throws Exception {
        List<String> lines = logged(Map.of("BANKROLL_LOG_LEVEL", "debug", "BANKROLL_LOG_FORMAT", "JSON"));

        assertTrue(lines.stream().anyMatch(line -> line.contains(" DEBUG [")), lines::toString);
        assertEquals(
                List.of(), lines.stream().filter(line -> line.startsWith("{")).toList());
    }

    /** By a command whose libraries say much. */
    private List<String> logged(Map<String, String> environment) throws IOException, InterruptedException {
        ProcessBuilder tool = ToolProcess.builder(
                        "export", data, directory.resolve("" + calls++), "--format", "parquet")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        tool.command().replaceAll(LogWordsTest::ofARelease);
        tool.environment().putAll(environment);
        Process process = tool.start();
        String said = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
        return said.lines().toList();
    }

    private static String ofARelease(String flag) {
        return flag.startsWith("-D" + CONFIGURATION + "=") ? flag.replace("logback-test.xml", "logback.xml") : flag;
    }
}
