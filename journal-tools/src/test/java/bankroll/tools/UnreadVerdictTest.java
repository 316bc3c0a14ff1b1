package bankroll.tools;

import static bankroll.tools.Called.journal;
import static bankroll.tools.Called.journalUnread;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A verdict is the exit code's, too: nobody loses it by reading less than all of the output. */
class UnreadVerdictTest {
    @TempDir
    Path temporary;

    private Path good;
    private Path damaged;

    @BeforeEach
    void writeJournals() throws IOException {
        good = temporary.resolve("good");
        Story.write(good);
        journal("snapshot", "take", good, "--quiet");
        damaged = FrameSurgery.copy(good, temporary.resolve("damaged"));
        FrameSurgery.frame(damaged, 5).flip(90);
        Path snapshot = ShortenedJournal.snapshots(damaged).get(0);
        new FrameSurgery(snapshot, 200, 0).flip(0);
    }

    @Test
    void shouldStayBad() throws IOException {
        Path shorter = temporary.resolve("shorter");
        journal("replay", good, shorter, "--to-sequence", 4, "--quiet");

        assertEquals(1, journalUnread("verify", damaged, "--quiet").exitCode());
        assertEquals(1, journalUnread("info", damaged, "--quiet").exitCode());
        assertEquals(1, journalUnread("snapshot", "check", damaged).exitCode());
        assertEquals(1, journalUnread("diff", shorter, good, "--quiet").exitCode());
        assertEquals(1, reconcile("d-0,debit,1,EUR,anna,ok\n"));
        assertEquals(
                1,
                journalUnread("salvage", damaged, temporary.resolve("salvaged"), "--quiet")
                        .exitCode());
    }

    @Test
    void shouldStayGood() throws IOException {
        assertEquals(0, journalUnread("verify", good, "--quiet").exitCode());
        assertEquals(0, journalUnread("snapshot", "check", good).exitCode());
        assertEquals(0, journalUnread("diff", good, good, "--quiet").exitCode());
        assertEquals(0, reconcile("d-1,debit,100,EUR,anna,ok\n"));
    }

    @Test
    void shouldBeBadWhereItWasNotReached() throws IOException {
        String differences = "x,debit,1,EUR,anna,ok\n".repeat(20_000);

        assertEquals(1, reconcile(differences));
    }

    /** Their list, held against our entry 7, the debit d-1. */
    private int reconcile(String lines) throws IOException {
        Path list = Files.writeString(
                temporary.resolve("list.csv"), "transaction_id,type,amount,currency,player_id,status\n" + lines);
        return journalUnread(
                        "reconcile",
                        good,
                        list,
                        "--platform",
                        "alpha",
                        "--since",
                        "2026-01-01T00:00:01Z",
                        "--until",
                        "2026-01-01T00:00:01.001Z",
                        "--quiet")
                .exitCode();
    }
}
