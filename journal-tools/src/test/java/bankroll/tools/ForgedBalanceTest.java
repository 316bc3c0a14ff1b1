package bankroll.tools;

import static bankroll.tools.Called.journal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.journal.CorruptJournalException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Frames, links and chain are right, but a balance was recorded that the entries do not lead to. */
class ForgedBalanceTest {
    @TempDir
    private Path temporary;

    private Path data;

    @BeforeEach
    void forge() {
        data = temporary.resolve("data");
        try (JournalScript script = new JournalScript(data)) {
            script.openAll("anna", "ben").deposit("anna", 500);
            script.forgeNext(1, 0).deposit("anna", 100);
            script.deposit("ben", 7);
        }
    }

    @Test
    void shouldBeFoundByVerifyWithTheItemAndBothBalances() {
        Called called = journal("verify", data, "--quiet");

        assertEquals(1, called.exitCode(), called::toString);
        assertTrue(called.out().contains("recorded balance 601, must be 600"), called::toString);
        assertTrue(called.out().contains("the trial balance in EUR is 1, not zero"), called::toString);
    }

    @Test
    void shouldNotBeRebuiltNorShownAsState() {
        Path target = temporary.resolve("target");

        for (Called called : new Called[] {
            journal("replay", data, target, "--quiet"),
            journal("state", data, "--quiet"),
            journal("snapshot", "take", data, "--quiet")
        }) {
            assertEquals(1, called.exitCode(), called::toString);
            assertTrue(called.err().contains("what is recorded is not what the entries"), called::toString);
            assertTrue(called.err().contains("\"sequence\":5"), called::toString);
        }
        assertFalse(Files.exists(target.resolve("journal")));
        assertFalse(Files.exists(data.resolve("snapshots")));
    }

    /** Balances and books fit, but more was moved than was asked for. */
    @Test
    void shouldBeFoundWithAnAmountToFit() {
        Path other = temporary.resolve("other");
        try (JournalScript script = new JournalScript(other)) {
            script.open("anna").forgeNext(1, 1).deposit("anna", 100);
        }

        assertTrue(journal("verify", other, "--quiet").out().contains("moved 101, asked for 100"));
        assertEquals(
                1,
                journal("replay", other, temporary.resolve("target"), "--quiet").exitCode());
        assertThrows(CorruptJournalException.class, () -> new JournalScript(other).close());
    }

    @Test
    void shouldNotStopTheRescueOfWhatIsBeforeIt() {
        Called called = journal("replay", data, temporary.resolve("target"), "--to-sequence", 4, "--quiet");

        assertEquals(0, called.exitCode(), called::toString);
        assertEquals("1", called.value("bookings"), called::toString);
    }

    @Test
    void shouldKeepTheServiceFromStarting() {
        CorruptJournalException refused = assertThrows(CorruptJournalException.class, () -> new JournalScript(data));

        assertEquals(5, refused.sequence());
    }
}
