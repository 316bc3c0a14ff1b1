package bankroll.tools;

import static bankroll.tools.Called.journal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RepairTest {
    @TempDir
    Path temporary;

    private Path data;

    /** What a kill leaves: entries 1 to 3 on disk for sure, 4 to 6 not. */
    @BeforeEach
    void killAProcess() throws IOException {
        Path live = temporary.resolve("live");
        try (JournalScript script = new JournalScript(live)) {
            script.open("anna").open("ben").force();
            script.open("carl").open("dora").open("emil");
            data = FrameSurgery.copy(live, temporary.resolve("data"));
        }
    }

    private void tear() {
        FrameSurgery tail = FrameSurgery.frame(data, 6);
        tail.zero(40, tail.length() - 40);
    }

    @Test
    void shouldOnlySayWhatItWouldDoWithoutYes() throws IOException {
        tear();

        Called called = journal("repair", data, "--quiet");

        assertEquals(1, called.exitCode(), called::toString);
        assertEquals("torn tail: --yes cuts it behind sequence 5", called.value("result"));
        assertFalse(Files.exists(data.resolve("journal/set-aside")));
    }

    @Test
    void shouldCutATornTailAndKeepItsBytes() throws IOException {
        tear();

        Called called = journal("repair", data, "--yes", "--quiet");

        assertEquals(0, called.exitCode(), called::toString);
        assertEquals("repaired", called.value("result"));
        assertEquals("5", called.value("last sequence"));
        try (Stream<Path> kept = Files.list(data.resolve("journal/set-aside"))) {
            assertEquals(1, kept.count());
        }
        Called verified = journal("verify", data, "--quiet");
        assertEquals(0, verified.exitCode(), verified::toString);
        assertEquals("5", verified.value("last sequence"));
    }

    @Test
    void shouldRefuseDamageInTheMiddle() {
        FrameSurgery.frame(data, 2).flip(90);

        Called called = journal("repair", data, "--yes", "--quiet");

        assertEquals(1, called.exitCode(), called::toString);
        assertTrue(called.err().contains("damage in the middle is not repaired"), called::toString);
        assertTrue(called.err().contains("journal salvage " + data + " --with BACKUP NEW"), called::toString);
    }

    /** The cure is copied from the screen. */
    @Test
    void shouldQuoteInTheCureWhatAShellWouldReadOtherwise() throws IOException {
        FrameSurgery.frame(data, 2).flip(90);
        Path other = Files.move(data, temporary.resolve("anna's data"));

        for (String command : new String[] {"repair", "verify"}) {
            Called called = journal(command, other, "--quiet");

            String said = called.out() + called.err();
            String quoted = "'" + temporary + "/anna'\\''s data'";
            assertTrue(said.contains("journal salvage " + quoted + " --with BACKUP NEW"), called::toString);
        }
    }

    @Test
    void shouldHaveNothingToDoOnAGoodJournal() {
        Called called = journal("repair", data, "--yes", "--quiet");

        assertEquals(0, called.exitCode(), called::toString);
        assertEquals("nothing had to be repaired", called.value("result"));
    }

    @Test
    void shouldKeepItsHandsOffAJournalThatIsBeingWritten() {
        Path live = temporary.resolve("running");
        try (JournalScript script = new JournalScript(live)) {
            script.open("anna");

            Called called = journal("repair", live, "--yes", "--quiet");

            assertEquals(1, called.exitCode(), called::toString);
            assertTrue(called.err().contains("is in use by"), called::toString);
            assertTrue(called.err().strip().endsWith("; stop that one first"), called::toString);
        }
    }
}
