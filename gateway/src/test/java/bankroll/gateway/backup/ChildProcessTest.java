package bankroll.gateway.backup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What works for the service in a process of its own ends in time, tells how, and learns no secret. */
@Timeout(60)
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
        ChildProcess.End end = run("sleep 600 & echo $!; wait", 1);

        assertFalse(end.isInTime());
        String sleeper = end.lastLine();
        assertTrue(
                sleeper.isEmpty()
                        || ProcessHandle.of(Long.parseLong(sleeper))
                                .map(it -> it.onExit().join())
                                .filter(ProcessHandle::isAlive)
                                .isEmpty(),
                sleeper);
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
    void shouldNotRunOnceItWasKilled() throws Exception {
        ChildProcess child = new ChildProcess(List.of("sleep", "600"), Map.of(), 0);
        child.kill();

        assertTrue(child.run(LONG_MS).exitCode() != 0);
    }

    private static ChildProcess.End run(String script, long limitMs) throws IOException, InterruptedException {
        return new ChildProcess(List.of("sh", "-c", script), Map.of(), 10).run(limitMs);
    }
}
