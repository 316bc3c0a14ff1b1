package bankroll.tools;

import static bankroll.tools.Called.journal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.protocol.LimitSlot;
import bankroll.protocol.Outcome;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tools over a journal in which windows of limits stand. */
class WindowsEntryTest {
    private static final long DAY_MS = 86_400_000;

    @TempDir
    static Path data;

    @TempDir
    static Path out;

    @BeforeAll
    static void play() {
        try (JournalScript script = new JournalScript(data)) {
            script.open("ann").deposit("ann", 1000);
            String session = script.session("ann", "slots");
            script.limit("ann", LimitSlot.WAGER_WEEK, 150);
            script.windows();
            assertEquals(Outcome.OK, script.debit("first", "ann", session, 100));
            script.advance(DAY_MS).windows();
            String next = script.session("ann", "slots");
            assertEquals(Outcome.OK, script.debit("second", "ann", next, 50));
            script.force();
        }
    }

    @Test
    void shouldShowWhenWindowsBeginAndEnd() {
        Called called = journal("dump", data, "--type", "windows");

        assertEquals(2, called.lines().size(), called::toString);
        assertTrue(
                called.lines()
                        .get(1)
                        .contains(" windows        ok                  day_starts_at=2026-01-02T00:00:00.000Z"
                                + " day_ends_at=2026-01-03T00:00:00.000Z day_number=1000000"),
                called::toString);
        assertTrue(called.lines().get(1).contains("week_starts_at=2025-12-29T00:00:00.000Z"), called::toString);
        assertTrue(called.lines().get(1).contains("time_zone=UTC"), called::toString);
    }

    @Test
    void shouldReadOverThem() {
        assertEquals(0, journal("verify", data, "--quiet").exitCode());
        Called trace = journal("trace", data, "first");
        assertEquals(0, trace.exitCode(), trace::toString);
        Called export = journal("export", data, out, "--quiet");
        assertEquals(0, export.exitCode(), export::toString);
        Called info = journal("info", data);
        assertTrue(info.out().contains("windows"), info::toString);
    }

    @Test
    void shouldShowWhatIsUsedInTheWindows() {
        Called state = journal("state", data, "--player", "ann", "--json", "--quiet");

        assertEquals(0, state.exitCode(), state::toString);
        assertTrue(state.out().contains("\"used\":\"150\""), state::toString);
    }
}
