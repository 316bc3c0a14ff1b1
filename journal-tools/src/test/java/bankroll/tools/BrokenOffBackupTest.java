package bankroll.tools;

import static bankroll.tools.Called.journal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.journal.JournalSource;
import bankroll.protocol.HashKey;
import bankroll.protocol.LedgerSettings;
import bankroll.tools.backup.BackupRun;
import bankroll.tools.console.Progress;
import bankroll.tools.source.Location;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A first run that ends before its manifest tells of the file that has its name already: the next one goes on. */
class BrokenOffBackupTest {
    @TempDir
    Path temporary;

    private Path backup() {
        return temporary.resolve("backup");
    }

    @Test
    void shouldBeGoneOnWith() throws IOException {
        Path data = temporary.resolve("data");
        Story.write(data);
        breakOff(data);

        assertIsGoneOnWith(data);
    }

    @Test
    void shouldBeGoneOnWithWhereARetentionHasShortenedTheJournal() throws IOException {
        Path data = ShortenedJournal.make(temporary).data();
        breakOff(data);

        assertIsGoneOnWith(data);
    }

    /** The first run's snapshot reaches the journal no longer: as it has no entries, it is begun again. */
    @Test
    void shouldBeBegunAgainWhereARetentionWentOn() throws IOException {
        ShortenedJournal made = ShortenedJournal.make(temporary);
        breakOff(made.whole());

        assertIsGoneOnWith(made.data());
    }

    @Test
    void shouldStayOfItsLedger() throws IOException {
        Path data = temporary.resolve("data");
        Story.write(data);
        breakOff(data);
        Path other = temporary.resolve("other");
        try (JournalScript script = JournalScript.blank(other)) {
            script.start(new HashKey(5, 6), LedgerSettings.DEFAULT);
            script.force();
        }

        Called mixed = journal("backup", other, backup(), "--quiet");

        assertEquals(1, mixed.exitCode(), mixed::toString);
        assertTrue(mixed.err().contains("back up to a new directory"), mixed::err);
        assertIsGoneOnWith(data);
    }

    private void assertIsGoneOnWith(Path data) {
        Called called = journal("backup", data, backup(), "--quiet");

        assertEquals(0, called.exitCode(), called::toString);
        assertEquals(0, journal("backup", backup(), "--check", "--quiet").exitCode());
        assertEquals(0, journal("diff", data, backup(), "--quiet").exitCode());
        Called restored = journal("restore", backup(), temporary.resolve("restored"), "--quiet");
        assertEquals(0, restored.exitCode(), restored::toString);
    }

    /** Ends where the first file is to get its name, and gives it that. */
    private void breakOff(Path data) throws IOException {
        Location location = Location.of(data);
        JournalSource journal = location.open();
        BackupRun run = new BackupRun(journal, location.snapshots(), backup());
        Path file = backup().resolve(String.format(Locale.ROOT, "frames-%019d.bkf", journal.firstSequence()));

        assertThrows(
                IOException.class,
                () -> run.run(Long.MAX_VALUE, (task, unit, total) -> {
                    if (task.equals("backup")) {
                        create(file);
                    }
                    return Progress.none();
                }));

        Files.delete(file);
        Files.move(Path.of(file + ".part"), file);
    }

    private static void create(Path directory) {
        try {
            Files.createDirectory(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
