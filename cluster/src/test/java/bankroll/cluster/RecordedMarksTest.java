package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aeron.cluster.RecordingLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Aeron's own book of the marks, and the second one beside it. */
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
    void shouldFindAMarkByItsTermAndPlace() {
        book(1, 2, 3);

        RecordedMarks found = RecordedMarks.read(directory);
        assertEquals(mark(2), found.at(3, mark(2).position()));
        assertThrows(IllegalStateException.class, () -> found.at(4, mark(2).position()));
        assertThrows(IllegalStateException.class, () -> found.at(3, mark(2).position() + 7));
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

    private static SeedMark mark(long number) {
        return new SeedMark(3, 1_000, 2_000 + number, number, 101 + 2 * number, 100 + 2 * number);
    }

    /** Aeron's own book has these, and then a term goes on. */
    private void book(long... numbers) {
        try (RecordingLog book = new RecordingLog(directory.toFile(), true)) {
            book.appendTerm(7, 3, 1_000, 10);
            for (long number : numbers) {
                mark(book, number);
            }
        }
    }

    private void second(long... numbers) {
        try (RecordingLog book = RecordedMarks.openSecond(directory)) {
            for (long number : numbers) {
                RecordedMarks.append(book, mark(number), 1);
            }
        }
    }

    private List<SeedMark> own() {
        try (RecordingLog book = new RecordingLog(directory.toFile(), false)) {
            return RecordedMarks.marks(book.entries());
        }
    }

    private Path secondBook() {
        return directory.resolve("marks").resolve(RecordingLog.RECORDING_LOG_FILE_NAME);
    }

    @Test
    void shouldTellTheSecondBooksMarksBehindAerons() {
        book(1, 2);
        second(3, 4);

        RecordedMarks found = RecordedMarks.read(directory);
        assertEquals(List.of(mark(1), mark(2), mark(3), mark(4)), found.marks());
        assertEquals(mark(4), found.newest().orElseThrow());
        assertEquals(7, found.log());
        assertEquals(List.of(mark(1), mark(2)), own(), "its consensus module may run");
    }

    /** The archive has none of them any more, once the log has begun anew. */
    @Test
    void shouldKnowNothingOfASecondBookAlone() {
        second(1);

        assertEquals(RecordedMarks.NONE, RecordedMarks.read(directory));
    }

    @Test
    void shouldWriteTheNewestTwoIntoAeronsBook() {
        book(1);
        second(2, 3, 4);

        RecordedMarks.unite(directory);

        assertEquals(List.of(mark(1), mark(3), mark(4)), own());
        assertEquals(own(), RecordedMarks.read(directory).marks());
        assertFalse(Files.exists(secondBook()));
        RecordedMarks.unite(directory);
        assertEquals(List.of(mark(1), mark(3), mark(4)), own(), "there is nothing more to unite");
    }

    @Test
    void shouldWriteTheOnlyMarkIntoAeronsBook() {
        book();
        second(1);

        RecordedMarks.unite(directory);

        assertEquals(List.of(mark(1)), own());
    }

    /** A kill is between the last write and the end of the second book. */
    @Test
    void shouldNotWriteAMarkTwice() throws IOException {
        book(1);
        second(2, 3);
        byte[] left = Files.readAllBytes(secondBook());
        RecordedMarks.unite(directory);
        Files.write(secondBook(), left);

        assertEquals(
                List.of(mark(1), mark(2), mark(3)),
                RecordedMarks.read(directory).marks());
        RecordedMarks.unite(directory);

        assertEquals(List.of(mark(1), mark(2), mark(3)), own());
        assertFalse(Files.exists(secondBook()));
    }

    /** A kill is between two writes into Aeron's book. */
    @Test
    void shouldWriteTheRestWhereAKillHasLeftAPart() {
        book(1, 2);
        try (RecordingLog book = new RecordingLog(directory.toFile(), false)) {
            book.appendSnapshot(mark(3).serviceRecording(), 3, 1_000, 2_003, 3, RecordedMarks.SERVICE);
        }
        second(2, 3);

        RecordedMarks.unite(directory);

        assertEquals(List.of(mark(1), mark(2), mark(3)), own());
    }

    @Test
    void shouldTakeAMarkOfWhichTheSecondBookHasAPartForNone() {
        book(1);
        second(2);
        try (RecordingLog book = RecordedMarks.openSecond(directory)) {
            book.appendSnapshot(mark(3).serviceRecording(), 3, 1_000, 2_003, 3, RecordedMarks.SERVICE);
        }

        assertEquals(List.of(mark(1), mark(2)), RecordedMarks.read(directory).marks());
        RecordedMarks.unite(directory);
        assertEquals(List.of(mark(1), mark(2)), own());
    }

    @Test
    void shouldSayThatThereIsALogWhereATermOrAMarkTellsOfOne() {
        assertFalse(RecordedMarks.NONE.hasLog());
        assertTrue(new RecordedMarks(List.of(), 0).hasLog());
        assertTrue(new RecordedMarks(List.of(mark(1)), -1).hasLog());
    }

    /** Whoever looks for news of the marks looks at no more than that. */
    @Test
    void shouldBeLongerWithEachMarkOfEitherBook() {
        assertEquals(0, RecordedMarks.length(directory));
        book(1);
        long first = RecordedMarks.length(directory);
        second(2);
        long second = RecordedMarks.length(directory);
        second(3);

        assertTrue(0 < first && first < second && second < RecordedMarks.length(directory));
    }
}
