package bankroll.gateway.backup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.testkit.Eventually;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What works for the service in a process of its own ends in time, tells how, and learns no secret. */
class ChildProcessTest {
    private static final long LONG_MS = 30_000;

    @Test
    void shouldTellItsExitCodeAndTheLastLineOfBothOutputs() throws Exception {
        ChildProcess.End end = run("echo first; echo second >&2; exit 3", LONG_MS);

        assertTrue(end.isInTime());
        assertEquals(3, end.exitCode());
        assertEquals("second", end.lastLine());
    }

    @Test
    void shouldKillItAndWhatItStartedWhenItsTimeIsOver() throws Exception {
        String marker = "600.0" + ProcessHandle.current().pid();
        for (int limitMs = 1; limitMs <= 20; limitMs++) {
            ChildProcess.End end = run("for i in 1 2 3 4 5 6 7 8 9; do sleep " + marker + " & done; wait", limitMs);

            assertFalse(end.isInTime());
        }
        try {
            // the signal reaches each of them in its own time
            Eventually.within(Duration.ofSeconds(30), "those that go on", () -> processesOf(marker), List::isEmpty);
        } finally {
            processesOf(marker).forEach(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void shouldKeepTheEndOfWhatIsPrintedHoweverMuchItIs() throws Exception {
        ChildProcess.End end = run("head -c 3000000 /dev/zero | tr '\\0' x; echo; echo last", LONG_MS);

        assertEquals("last", end.lastLine());
        assertTrue(end.printed().length() <= 4_096, () -> end.printed().length() + " characters");
    }

    @Test
    void shouldHaveNothingOfOursInItsEnvironmentButWhatItIsGiven() throws Exception {
        ChildProcess child =
                new ChildProcess(List.of("sh", "-c", "env | grep ^BANKROLL_"), Map.of("BANKROLL_BACKUP", "/b"), 0);

        assertEquals("BANKROLL_BACKUP=/b", child.run(LONG_MS).printed().strip());
    }

    @Test
    void shouldNotHaveASecretInItsEnvironmentWhateverItsName() throws Exception {
        String path = System.getenv("PATH");
        for (List<String> secrets : List.of(List.of("another", path), List.of("whsec_" + path))) {
            ChildProcess child = new ChildProcess(List.of("/usr/bin/env"), Map.of("KEPT", "kept"), 0).hiding(secrets);

            String printed = child.run(LONG_MS).printed();

            assertTrue(printed.lines().anyMatch("KEPT=kept"::equals), printed);
            assertFalse(printed.lines().anyMatch(line -> line.startsWith("PATH=")), printed);
        }
    }

    @Test
    void shouldNotRunOnceItWasKilled() throws Exception {
        ChildProcess child = new ChildProcess(List.of("sleep", "600"), Map.of(), 0);
        child.kill();

        assertTrue(child.run(LONG_MS).exitCode() != 0);
    }

    /** One that has ended and whose end nobody has asked for has no command line. */
    private static List<ProcessHandle> processesOf(String marker) {
        return ProcessHandle.allProcesses()
                .filter(it -> it.info().commandLine().orElse("").contains(marker))
                .toList();
    }

    private static ChildProcess.End run(String script, long limitMs) throws IOException, InterruptedException {
        return new ChildProcess(List.of("sh", "-c", script), Map.of(), 10).run(limitMs);
    }
}
