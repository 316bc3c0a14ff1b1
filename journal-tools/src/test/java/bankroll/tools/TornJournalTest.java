package bankroll.tools;

import static bankroll.tools.Called.journal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.journal.JournalReader;
import bankroll.journal.reading.JournalDirectory;
import bankroll.tools.service.LiveService;
import bankroll.tools.service.ServiceJournal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real service was killed and power was cut: its last frame is half there. Every command on what is left. */
class TornJournalTest {
    private final ServiceJournal source = ServiceJournal.get();

    @TempDir
    Path temporary;

    private Path data;
    private long good;

    @BeforeEach
    void tear() throws IOException {
        data = FrameSurgery.copy(source.killed(), temporary.resolve("data"));
        try (JournalReader reader = new JournalDirectory(data.resolve("journal")).reader(1)) {
            while (reader.next()) {
                good = reader.sequence() - 1;
            }
        }
        FrameSurgery last = FrameSurgery.frame(data, good + 1);
        last.zero(last.length() / 2, last.length() - last.length() / 2);
    }

    @Test
    void shouldBeToldAsTornByEveryCommandThatMeetsIt() {
        EveryCommand every =
                new EveryCommand(source.data(), source.lists().get("alpha").file(), temporary);
        for (String command : EveryCommand.READING) {
            Called called = every.call(command, data);

            if (command.equals("backup")) {
                // takes what was forced to disk, which ends before the torn tail
                assertEquals(0, called.exitCode(), called::toString);
                continue;
            }
            assertEquals(1, called.exitCode(), () -> command + ": " + called);
            if (!command.equals("snapshot take")) {
                String said = called.out() + called.err();
                assertTrue(
                        said.contains("where sequence " + (good + 1) + " must stand"), () -> command + ": " + called);
                assertTrue(said.contains("torn tail"), () -> command + ": " + called);
                assertTrue(
                        said.contains("entries up to " + good + " are good")
                                || said.contains("--yes cuts it behind sequence " + good),
                        () -> command + ": " + called);
            }
        }
        for (String command : EveryCommand.SNAPSHOTS) {
            assertEquals(0, every.call(command, data).exitCode(), command);
        }
    }

    @Test
    void shouldBeCutByRepairWithItsBytesKept() throws IOException {
        Called called = journal("repair", data, "--yes", "--quiet");

        assertEquals(0, called.exitCode(), called::toString);
        assertEquals(Long.toString(good), called.value("last sequence"));
        try (var kept = Files.list(data.resolve("journal/set-aside"))) {
            assertEquals(1, kept.count());
        }
        EveryCommand every =
                new EveryCommand(source.data(), source.lists().get("alpha").file(), temporary);
        for (String command : EveryCommand.READING) {
            Called after = every.call(command, data);
            // what the last frame held is missing now, on one platform's list, too
            boolean isCompared = command.equals("diff") || command.equals("reconcile");
            assertTrue(after.exitCode() == 0 || isCompared && after.exitCode() == 1, () -> command + ": " + after);
        }
    }

    @Test
    void shouldBeSetAsideByTheNextStartOfTheService() throws IOException {
        try (LiveService service = LiveService.start(data)) {
            assertTrue(service.operator().call("GET", "/health/ready", "").isOk());
        }
        Called called = journal("verify", data, "--quiet");
        assertEquals(0, called.exitCode(), called::toString);
        assertEquals(Long.toString(good + 1), called.value("last sequence"), "and the start's own entry");
    }
}
