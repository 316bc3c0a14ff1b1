package bankroll.journal.files;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.journal.JournalContext.SyncPolicy;
import bankroll.journal.files.JournalBooks.FileForcer.Barrier;
import bankroll.testkit.HeldDescriptors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service that runs for years begins many files: what one of them held must be given back. */
class BarrierTest {
    @TempDir
    private Path directory;

    @BeforeEach
    void requireDescriptors() {
        HeldDescriptors.assumeTold();
    }

    @Test
    void shouldHoldTheDirectoryUntilItsNameIsForcedAndTheFileUntilItIsClosed() throws IOException {
        Barrier file = Barrier.open(file(1));
        assertEquals(2, held());
        file.forceCreation();
        assertEquals(1, held());
        file.close();
        assertEquals(0, held());
    }

    @Test
    void shouldHoldNothingBehindACloseBeforeItsNameIsForced() throws IOException {
        Barrier.open(file(1)).close();

        assertEquals(0, held());
    }

    @Test
    void shouldHoldTheOpenFileAloneAndNothingBehindTheClose() throws IOException {
        JournalFile first = file(1);
        JournalFile second = file(2);
        JournalBooks books = new JournalBooks(directory, Manifest.EMPTY);
        books.ahead(first);
        books.opened(first);
        books.ahead(second);
        books.closed(new ClosedFile(first, 1, 1, 0, 0, 0, 100, 0, 0), second);
        assertEquals(1, held());
        books.ahead(file(3));
        assertEquals(3, held());

        books.close();

        assertEquals(0, held());
    }

    @Test
    void shouldHoldNoMarkBehindItsClose() throws IOException {
        ForcedMark.create(directory, 0, SyncPolicy.ALWAYS).close();

        assertEquals(0, held());
    }

    private JournalFile file(long number) throws IOException {
        JournalFile file = JournalFile.of(directory, 1, number);
        Files.createDirectories(file.path().getParent());
        Files.createFile(file.path());
        return file;
    }

    private long held() throws IOException {
        return HeldDescriptors.below(directory);
    }
}
