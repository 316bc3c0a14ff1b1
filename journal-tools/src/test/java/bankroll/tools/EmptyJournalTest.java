package bankroll.tools;

import static bankroll.tools.Called.journal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.journal.JournalContext;
import bankroll.journal.chronicle.ChronicleJournalStore;
import bankroll.tools.service.LiveService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every command on a journal without a booking, and on one without any entry. */
class EmptyJournalTest {
    @TempDir
    Path temporary;

    private Path data;
    private EveryCommand every;

    @BeforeEach
    void prepare() throws IOException {
        data = temporary.resolve("data");
        Path list = Files.writeString(temporary.resolve("list.csv"), "transaction_id,type,amount\n");
        every = new EveryCommand(data, list, temporary);
    }

    @Test
    void shouldBeAnsweredByEveryCommandWithoutABooking() throws IOException {
        LiveService.start(data, "snapshot.every-transactions = 0").close();

        for (String command : EveryCommand.READING) {
            Called called = every.call(command, data);
            // there is no such transaction
            assertEquals(command.equals("trace") ? 1 : 0, called.exitCode(), () -> command + ": " + called);
            assertFalse(called.out().contains("1970-01-01"), () -> command + ": " + called);
        }
        for (String command : EveryCommand.SNAPSHOTS) {
            assertEquals(0, every.call(command, data).exitCode(), command);
        }
        Path backup = temporary.resolve("backup");
        assertEquals(0, journal("backup", data, backup, "--quiet").exitCode());
        assertEquals(
                0,
                journal("restore", backup, temporary.resolve("restored"), "--quiet")
                        .exitCode());
    }

    /** A start that failed before its first entry leaves this. */
    @Test
    void shouldBeAnsweredByEveryCommandWithoutAnEntry() {
        JournalContext context =
                new JournalContext().directory(data.resolve("journal")).lowWaterBytes(0);
        ChronicleJournalStore.open(context).close();

        // what can't be made of nothing is misuse, and says so
        Map<String, Integer> expected = Map.of("trace", 1, "replay", 2, "snapshot take", 2, "reconcile", 2);
        for (String command : EveryCommand.READING) {
            Called called = every.call(command, data);
            assertEquals(expected.getOrDefault(command, 0), called.exitCode(), () -> command + ": " + called);
            assertFalse(called.out().contains("1970-01-01"), () -> command + ": " + called);
            if (called.exitCode() == 2) {
                assertTrue(called.err().contains("empty"), () -> command + ": " + called);
            }
        }
        for (String command : EveryCommand.SNAPSHOTS) {
            assertEquals(0, every.call(command, data).exitCode(), command);
        }
    }
}
