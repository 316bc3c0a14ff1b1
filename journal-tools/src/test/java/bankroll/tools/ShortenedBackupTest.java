package bankroll.tools;

import static bankroll.tools.Called.journal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backups of a journal whose first entries a retention has removed. */
class ShortenedBackupTest {
    @TempDir
    static Path shared;

    @TempDir
    Path temporary;

    private static ShortenedJournal made;

    @BeforeAll
    static void make() throws IOException {
        made = ShortenedJournal.make(shared);
    }

    private Path backup() {
        return temporary.resolve("backup");
    }

    private Path restored() {
        return temporary.resolve("restored");
    }

    @Test
    void shouldHoldTheSnapshotThatStandsForWhatWasRemoved() throws IOException {
        Called called = journal("backup", made.data(), backup(), "--quiet");

        assertEquals(0, called.exitCode(), called::toString);
        assertTrue(called.value("begins with").contains("what came before entry " + made.first()), called::toString);
        assertEquals(1, files(".bks").size());
        Called verified = journal("verify", backup(), "--quiet", "--expect-head", called.value("chain head"));
        assertEquals(0, verified.exitCode(), verified::toString);
        assertEquals(0, journal("diff", made.data(), backup(), "--quiet").exitCode());
        assertEquals(0, journal("snapshot", "check", backup()).exitCode());
        assertEquals(2, journal("snapshot", "prune", backup(), "--keep", 1).exitCode());
    }

    @Test
    void shouldBeRestoredToADataDirectoryThatTheServiceStartsFrom() {
        journal("backup", made.data(), backup(), "--quiet");

        Called called = journal("restore", backup(), restored(), "--quiet");

        assertEquals(0, called.exitCode(), called::toString);
        assertEquals(digest(), called.value("digest"));
        assertEquals(0, journal("diff", made.data(), restored(), "--quiet").exitCode());
        ShortenedJournal.start(restored(), 9);
        Called verified = journal("verify", restored(), "--quiet", "--expect-head", called.value("chain head"));
        assertEquals(0, verified.exitCode(), verified::toString);
    }

    @Test
    void shouldTakeWhatIsNewTheNextTime() throws IOException {
        Path data = FrameSurgery.copy(made.data(), temporary.resolve("live"));
        journal("backup", data, backup(), "--quiet");
        try (JournalScript script = new JournalScript(data)) {
            script.deposit("anna", 9).force();
        }

        Called called = journal("backup", data, backup(), "--quiet");

        assertEquals(0, called.exitCode(), called::toString);
        assertEquals("2", called.value("files"));
        assertEquals(Long.toString(made.last() + 2), called.value("last sequence"));
        assertEquals(0, journal("restore", backup(), restored(), "--quiet").exitCode());
        assertEquals(0, journal("diff", data, restored(), "--quiet").exitCode());
    }

    @Test
    void shouldGoOnHoldingEverythingThatAnEarlierBackupHad() throws IOException {
        Path early = temporary.resolve("early");
        assertEquals(
                0,
                journal("replay", made.whole(), early, "--to-sequence", made.first() - 1, "--quiet")
                        .exitCode());
        assertEquals(0, journal("backup", early, backup(), "--quiet").exitCode());

        Called called = journal("backup", made.data(), backup(), "--quiet");

        assertEquals(0, called.exitCode(), called::toString);
        assertEquals(0, journal("diff", made.whole(), backup(), "--quiet").exitCode());
    }

    @Test
    void shouldSayThatTheBackupEndsBeforeWhatIsLeft() {
        Path early = temporary.resolve("early");
        journal("replay", made.whole(), early, "--to-sequence", made.first() - 2, "--quiet");
        journal("backup", early, backup(), "--quiet");

        Called called = journal("backup", made.data(), backup(), "--quiet");

        assertEquals(1, called.exitCode(), called::toString);
        assertTrue(called.err().contains("begin a new backup in another directory"), called::toString);
    }

    @Test
    void shouldBeRefusedWithADamagedOrMissingSnapshot() throws IOException {
        journal("backup", made.data(), backup(), "--quiet");
        Path snapshot = files(".bks").get(0);
        new FrameSurgery(snapshot, 300, 0).flip(0);

        Called damaged = journal("restore", backup(), restored(), "--quiet");
        assertEquals(1, damaged.exitCode(), damaged::toString);
        assertTrue(damaged.err().contains("the state before entry"), damaged::toString);
        assertTrue(damaged.err().contains("is damaged"), damaged::toString);

        Files.delete(snapshot);
        Called missing = journal("restore", backup(), restored(), "--quiet");
        assertEquals(1, missing.exitCode(), missing::toString);
        assertTrue(missing.err().contains("is missing"), missing::toString);
        assertFalse(Files.exists(restored()));
    }

    private List<Path> files(String ending) throws IOException {
        try (Stream<Path> files = Files.list(backup())) {
            return files.filter(path -> path.toString().endsWith(ending)).toList();
        }
    }

    private static String digest() {
        return journal("state", made.whole(), "--quiet").value("digest");
    }
}
