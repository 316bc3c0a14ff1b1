package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aeron.cluster.RecordingLog;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Aeron's own book of the marks. */
class RecordedMarksTest {
    @TempDir
    Path directory;

    private static void mark(RecordingLog book, long number) {
        book.appendSnapshot(100 + 2 * number, 3, 1_000, 2_000 + number, number, RecordedMarks.SERVICE);
        book.appendSnapshot(101 + 2 * number, 3, 1_000, 2_000 + number, number, RecordedMarks.MODULE);
    }

    @Test
    void shouldKnowNothingWithoutABook() {
        assertEquals(RecordedMarks.NONE, RecordedMarks.read(directory));
    }

    @Test
    void shouldTellTheMarksThatAreWholeTheOldestFirst() {
        try (RecordingLog book = new RecordingLog(directory.toFile(), true)) {
            book.appendTerm(7, 3, 1_000, 10);
            mark(book, 1);
            book.appendSnapshot(999, 3, 1_000, 2_002, 2, RecordedMarks.SERVICE);
            mark(book, 3);
        }

        RecordedMarks found = RecordedMarks.read(directory);
        assertEquals(7, found.log());
        assertEquals(
                List.of(new SeedMark(3, 1_000, 2_001, 1, 103, 102), new SeedMark(3, 1_000, 2_003, 3, 107, 106)),
                found.marks());
    }

    @Test
    void shouldPassOverAMarkThatAeronTookBack() {
        try (RecordingLog book = new RecordingLog(directory.toFile(), true)) {
            book.appendTerm(7, 3, 1_000, 10);
            mark(book, 1);
            mark(book, 2);
            assertTrue(book.invalidateLatestSnapshot());
        }

        assertEquals(
                List.of(new SeedMark(3, 1_000, 2_001, 1, 103, 102)),
                RecordedMarks.read(directory).marks());
    }

    /** The same place in the log, reached in two terms. */
    @Test
    void shouldNotTakeTwoHalvesOfDifferentTermsForAMark() {
        try (RecordingLog book = new RecordingLog(directory.toFile(), true)) {
            book.appendTerm(7, 3, 1_000, 10);
            book.appendSnapshot(200, 3, 1_000, 2_001, 1, RecordedMarks.SERVICE);
            book.appendTerm(7, 4, 2_001, 20);
            book.appendSnapshot(201, 4, 2_001, 2_001, 2, RecordedMarks.MODULE);
        }

        assertEquals(List.of(), RecordedMarks.read(directory).marks());
    }

    /** A busy cluster has so many after two months. Looked for one by one they would take minutes, at each new one. */
    @Test
    void shouldReadTheMarksOfMonths() {
        int number = 100_000;
        try (RecordingLog book = new RecordingLog(directory.toFile(), true)) {
            for (int mark = 0; mark < number; mark++) {
                mark(book, mark);
            }
        }

        assertEquals(number, RecordedMarks.read(directory).marks().size());
    }
}
