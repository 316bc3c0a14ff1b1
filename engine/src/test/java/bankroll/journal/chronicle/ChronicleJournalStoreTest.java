package bankroll.journal.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.journal.CorruptJournalException;
import bankroll.journal.FrameScript;
import bankroll.journal.Journal;
import bankroll.journal.JournalContext;
import bankroll.journal.JournalFailure;
import bankroll.journal.JournalStore;
import bankroll.journal.files.JournalFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Openings that fail: each names the directory, and none keeps the lock. */
class ChronicleJournalStoreTest {
    @TempDir
    Path temporary;

    private Path directory() {
        return temporary.resolve("journal");
    }

    private JournalStore open() {
        return ChronicleJournalStore.open(new JournalContext()
                .directory(directory())
                .fileBytes(1 << 20)
                .maxFrameBytes(512 << 10)
                .reserveNextFile(false)
                .lowWaterBytes(0));
    }

    @Test
    void shouldNameADirectoryThatIsAFileAndTheCure() throws IOException {
        Files.writeString(directory(), "no directory");

        JournalFailure failure = assertThrows(JournalFailure.class, this::open);

        assertTrue(failure.getMessage().contains(directory().toString()), failure.getMessage());
        assertTrue(failure.getMessage().contains("must be a directory that can be written"), failure.getMessage());
    }

    @Test
    void shouldGiveTheLockBackWhenTheJournalIsDamaged() throws IOException {
        try (JournalStore store = open()) {
            new FrameScript(sequence -> 100).append(store.journal(), 3);
        }
        Path file = file();
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, new byte[bytes.length], StandardOpenOption.WRITE);
        for (int time = 0; time < 2; time++) {
            assertThrows(CorruptJournalException.class, this::open);
        }

        Files.write(file, bytes, StandardOpenOption.WRITE);
        try (JournalStore store = open()) {
            assertEquals(3, store.recovered().lastSequence());
        }
    }

    @Test
    void shouldSayThatItCanNotBeginAndGiveTheLockBack() throws IOException {
        Path obstacle = JournalFile.directory(directory(), 1);
        try (JournalStore store = open()) {
            Files.writeString(obstacle, "in the way");
            JournalFailure failure = assertThrows(JournalFailure.class, store::journal);
            assertTrue(failure.getMessage().contains("can't begin to write the journal in " + directory()));
        }
        Files.delete(obstacle);
        try (JournalStore store = open()) {
            store.journal();
        }
    }

    @Test
    void shouldBeginOnce() {
        try (JournalStore store = open()) {
            Journal journal = store.journal();
            assertSame(journal, store.journal());
        }
    }

    private Path file() throws IOException {
        try (Stream<Path> all = Files.walk(directory())) {
            return all.filter(path -> path.toString().endsWith(JournalFile.SUFFIX))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
