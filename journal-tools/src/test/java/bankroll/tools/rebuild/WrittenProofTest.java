package bankroll.tools.rebuild;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ConditionException;
import bankroll.journal.Frame;
import bankroll.journal.JournalStore;
import bankroll.journal.reading.JournalDirectory;
import bankroll.tools.FrameSurgery;
import bankroll.tools.console.Progress;
import bankroll.tools.source.FrameScan;
import bankroll.tools.source.Span;
import java.io.IOException;
import java.nio.file.Path;
import org.agrona.ExpandableArrayBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a rebuild says it wrote must be what the service would take. */
class WrittenProofTest {
    @TempDir
    private Path directory;

    @Test
    void shouldTakeWhatIsThere() throws IOException {
        Path journal = write("journal", 1, 6);

        assertDoesNotThrow(() -> rebuild().requireWritten(journal, scan(journal), true));
    }

    @Test
    void shouldNoticeAnEntryThatIsMissingAtTheEnd() throws IOException {
        Path shorter = write("shorter", 1, 5);
        FrameScan written = scan(write("journal", 1, 6));

        assertRefused("it has entries 1 to 5", shorter, written, true);
    }

    @Test
    void shouldNoticeEntriesThatAreMissingAtTheBeginning() throws IOException {
        Path later = write("later", 3, 6);
        FrameScan written = scan(write("journal", 1, 6));

        assertRefused("it has entries 3 to 6", later, written, true);
    }

    @Test
    void shouldSayThatTheBytesDifferWhereReadersSeeNoFault() throws IOException {
        Path journal = write("journal", 1, 6);

        assertRefused("the bytes of the journal differ", journal, scan(journal), false);
    }

    @Test
    void shouldNameThePlaceWhereReadersSeeAFault() throws IOException {
        Path journal = write("journal", 1, 6);
        FrameScan written = scan(journal);
        FrameSurgery.frame(directory, 3).flip(90);

        assertRefused(", where sequence 3 must stand", journal, written, false);
    }

    private void assertRefused(String reason, Path journal, FrameScan written, boolean isWhole) {
        ConditionException refused =
                assertThrows(ConditionException.class, () -> rebuild().requireWritten(journal, written, isWhole));

        assertTrue(refused.getMessage().contains(reason), refused::getMessage);
    }

    private Rebuild rebuild() {
        return new Rebuild(directory, (task, unit, total) -> Progress.none());
    }

    private static FrameScan scan(Path journal) {
        return FrameScan.of(new JournalDirectory(journal), Span.ALL);
    }

    private Path write(String name, long first, long last) throws IOException {
        Path journal = directory.resolve(name);
        Frame.Sealer sealer = new Frame.Sealer();
        sealer.continueAfter(first - 1, 0);
        ExpandableArrayBuffer frame = new ExpandableArrayBuffer(1024);
        try (JournalStore store = AppendedJournal.open(journal, first, 0, true)) {
            for (long sequence = first; sequence <= last; sequence++) {
                store.journal().append(frame, 0, sealer.seal(frame, 0, 100, 0, sequence), sequence);
            }
        }
        return journal;
    }
}
