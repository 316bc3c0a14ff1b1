package bankroll.tools;

import static bankroll.tools.Called.journal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ExitCode;
import bankroll.journal.files.DurableFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damaged copies of a journal whose first entries a retention has removed. */
class ShortenedSalvageTest {
    @TempDir
    static Path shared;

    @TempDir
    Path temporary;

    private static ShortenedJournal made;

    private Path data;
    private Path backup;

    @BeforeAll
    static void make() throws IOException {
        made = ShortenedJournal.make(shared);
    }

    @BeforeEach
    void copy() throws IOException {
        data = FrameSurgery.copy(made.data(), temporary.resolve("data"));
        backup = temporary.resolve("backup");
        assertEquals(0, journal("backup", data, backup, "--quiet").exitCode());
    }

    @Test
    void shouldBePutTogetherFromTheSnapshotOn() {
        FrameSurgery.frame(data, made.oldestSnapshot() + 1).flip(90);

        assertSalvaged(made.first());
    }

    /** The start is refused and names this command. */
    @Test
    void shouldTakeTheSnapshotThatIsLostFromABackup() throws IOException {
        for (Path snapshot : ShortenedJournal.snapshots(data)) {
            Files.delete(snapshot);
        }
        Called verified = journal("verify", data, "--quiet");
        assertTrue(verified.err().contains("./bankroll journal salvage DIR --with BACKUP NEW"), verified::toString);

        assertSalvaged(made.first());
    }

    @Test
    void shouldTakeTheSnapshotThatIsDamagedFromABackup() throws IOException {
        for (Path snapshot : ShortenedJournal.snapshots(data)) {
            new FrameSurgery(snapshot, 200, 0).flip(0);
        }

        assertSalvaged(made.first());
    }

    @Test
    void shouldTakeTheFirstEntriesFromABackupThatHasThem() throws IOException {
        DurableFiles.deleteAll(backup);
        assertEquals(0, journal("backup", made.whole(), backup, "--quiet").exitCode());
        for (Path snapshot : ShortenedJournal.snapshots(data)) {
            Files.delete(snapshot);
        }

        assertSalvaged(1);
    }

    private void assertSalvaged(long first) {
        Path target = temporary.resolve("salvaged");
        Called salvaged = journal("salvage", data, "--with", backup, target, "--quiet");
        assertEquals(ExitCode.OK, salvaged.exitCode(), salvaged::toString);
        assertEquals("whole: no entry is missing", salvaged.value("verdict"), salvaged::toString);
        Called verified = journal("verify", target, "--quiet");
        assertEquals(ExitCode.OK, verified.exitCode(), verified::toString);
        assertEquals(journal("state", made.whole(), "--quiet").value("digest"), verified.value("digest"));
        assertEquals(first == 1 ? null : Long.toString(first), verified.value("first sequence"), verified::toString);
        ShortenedJournal.start(target, 9);
    }
}
