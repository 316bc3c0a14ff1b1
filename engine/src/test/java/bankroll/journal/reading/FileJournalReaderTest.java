package bankroll.journal.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.journal.CorruptJournalException;
import bankroll.journal.Frame;
import bankroll.journal.FrameFault;
import bankroll.journal.FrameScript;
import bankroll.journal.JournalReader;
import bankroll.journal.files.ClosedFile;
import bankroll.journal.files.JournalFile;
import bankroll.journal.files.Manifest;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** What a reader makes of every state in which a writer may leave files and manifest: made by hand, no writer is at work. */
class FileJournalReaderTest {
    private static final int OWN = MappedJournalFile.CHRONICLES_OWN;

    @TempDir
    private Path journal;

    private final FrameScript script = new FrameScript(sequence -> 24);
    private Manifest manifest = Manifest.EMPTY;

    @Test
    void shouldReadFromEachEntryOfClosedFilesAndOfTheLiveOne() throws IOException {
        close(frames(1, 3));
        close(frames(2, 3));
        frames(3, 2);

        for (long from = 1; from <= 9; from++) {
            try (FileJournalReader reader = reader(from)) {
                assertEquals(from - 1, reader.sequence());
                assertEquals(sequences(from, 8), script.readAll(reader));
                assertEquals(8, reader.sequence());
            }
        }
    }

    @Test
    void shouldReadFromEachEntryOfLiveFiles() throws IOException {
        frames(1, 3);
        frames(2, 3);
        frames(3, 2);

        for (long from = 1; from <= 9; from++) {
            try (FileJournalReader reader = reader(from)) {
                assertEquals(sequences(from, 8), script.readAll(reader));
            }
        }
    }

    @Test
    void shouldLookAheadWithinAFileAndNotIntoTheNext() throws IOException {
        close(frames(1, 2));
        frames(2, 1);
        try (FileJournalReader reader = reader(1)) {
            assertTrue(reader.next());
            int second = reader.following(reader.offset());
            assertEquals(2, Frame.sequence(reader.buffer(), second));
            assertEquals(JournalReader.NONE, reader.following(second));

            assertTrue(reader.next());
            assertEquals(second, reader.offset());
        }
    }

    @Test
    void shouldSayWhereAFrameStands() throws IOException {
        int length = (int) frames(1, 2).end() - 12 - 2 * Integer.BYTES;
        try (FileJournalReader reader = reader(1)) {
            assertEquals(journal.toString(), reader.place());
            assertTrue(reader.next());
            assertEquals("00000001/19700102F.cq4 at byte 16", reader.place());
            assertEquals(16, reader.offset());
            assertEquals(length / 2, reader.length());
            assertEquals(1, Frame.sequence(reader.buffer(), reader.offset()));
            reader.close();
            assertEquals(journal.toString(), reader.place());
        }
    }

    @Test
    void shouldRefuseWhatWasRemovedAndWhatIsBehindTheNextEntry() throws IOException {
        close(frames(1, 3));
        close(frames(2, 3));
        manifest = manifest.from(4);
        assertRemoved(4, () -> reader(3));

        frames(3, 1);
        try (FileJournalReader reader = reader(9)) {
            IllegalArgumentException behind = assertThrows(IllegalArgumentException.class, reader::next);
            assertEquals("sequence 9 is not in the journal: it ends at 7", behind.getMessage());
        }
    }

    @Test
    void shouldBeginOnceThereIsAFileAndAFrame() throws IOException {
        try (FileJournalReader reader = reader(1)) {
            assertFalse(reader.next());
            assertEquals(0, reader.sequence());
            frames(1, 0);
            assertFalse(reader.next());
            frames(1, 2);
            assertEquals(sequences(1, 2), script.readAll(reader));
        }
    }

    @Test
    void shouldFollowBehindAClosedFileThatIsTheLast() throws IOException {
        close(frames(1, 3));
        end(1);
        try (FileJournalReader reader = reader(4)) {
            assertFalse(reader.next());
            frames(2, 0);
            assertFalse(reader.next());
            frames(2, 1);
            assertTrue(reader.next());
            assertEquals(4, reader.sequence());
        }
    }

    /** Its writer set an end: a follower need not wait for its time to look. */
    @Test
    void shouldGoOnAtOnceBehindTheEndOfAFile() throws IOException {
        ClosedFile first = frames(1, 3);
        end(1);
        try (FileJournalReader reader = reader(1)) {
            assertEquals(sequences(1, 3), script.readAll(reader));
            close(first);
            assertFalse(reader.next());
            frames(2, 1);
            assertTrue(reader.next());
            assertEquals("00000001/19700103F.cq4 at byte 16", reader.place());
        }
    }

    @Test
    void shouldGoIntoTheNextFileWithoutARest() throws IOException {
        ClosedFile first = frames(1, 3);
        end(1);
        try (FileJournalReader reader = reader(1)) {
            assertEquals(sequences(1, 3), script.readAll(reader));
            close(first);
            frames(2, 1);
            assertTrue(reader.next());
            assertEquals(4, reader.sequence());
        }
    }

    /** Both come while the reader looks whether there is another file: the frame is the first of them. */
    @Test
    void shouldReadTheLastFrameOfAFileThatCameWhileItLooked() throws IOException {
        frames(1, 3);
        frames(2, 0);
        int[] looks = {0};
        Supplier<JournalMap> meanwhile = () -> {
            JournalMap map = map();
            if (++looks[0] == 2) {
                write(1, 1);
                write(2, 1);
            }
            return map;
        };
        try (FileJournalReader reader = new FileJournalReader(journal, 1, meanwhile)) {
            assertEquals(sequences(1, 5), script.readAll(reader));
        }
    }

    @Test
    void shouldReadNoFurtherThanAFileGoes() throws IOException {
        close(frames(1, 3));
        append(1, new byte[] {9, 0, 0, 0, 1});
        frames(2, 2);

        try (FileJournalReader reader = reader(1)) {
            assertEquals(sequences(1, 5), script.readAll(reader));
        }
    }

    @Test
    void shouldMissWhatAClosedFileEndsBefore() throws IOException {
        ClosedFile file = frames(1, 3);
        close(new ClosedFile(file.file(), 1, 4, 0, 0, 0, file.end(), 0, 0));

        try (FileJournalReader reader = reader(3)) {
            assertTrue(reader.next());
            CorruptJournalException missing = assertThrows(CorruptJournalException.class, reader::next);
            assertEquals(4, missing.sequence());
            assertEquals(FrameFault.CUT_OFF, missing.fault());
        }
    }

    @Test
    void shouldNameTheFrameThatIsDamaged() throws IOException {
        ClosedFile file = frames(1, 3);
        flip(1, (int) file.lastPosition() + 90);
        for (boolean isClosed : new boolean[] {false, true}) {
            if (isClosed) {
                close(file);
            }
            try (FileJournalReader reader = reader(2)) {
                assertTrue(reader.next());
                CorruptJournalException damage = assertThrows(CorruptJournalException.class, reader::next);
                assertEquals("00000001/19700102F.cq4", damage.file());
                assertEquals(3, damage.sequence());
                assertEquals(FrameFault.WRONG_CRC, damage.fault());
            }
        }
    }

    /** It steps over frames without their checksums, but not over what is no frame. */
    @Test
    void shouldNameTheFrameThatCannotBeSteppedOver() throws IOException {
        close(frames(1, 3));
        flip(1, 16);
        try (FileJournalReader reader = reader(3)) {
            assertEquals(
                    1, assertThrows(CorruptJournalException.class, reader::next).sequence());
        }
    }

    @Test
    void shouldLeaveATornTailThatAStartHasSetAside() throws IOException {
        ClosedFile first = frames(1, 3);
        append(1, new byte[] {9, 0, 0, 0, 1});
        try (FileJournalReader reader = reader(1)) {
            for (int i = 0; i < 3; i++) {
                assertTrue(reader.next());
            }
            assertEquals(
                    4, assertThrows(CorruptJournalException.class, reader::next).sequence());
            close(first);
            frames(2, 1);
            assertTrue(reader.next());
            assertEquals(4, reader.sequence());
        }
    }

    @Test
    void shouldCallWhatIsTornDamageWhereTheFileGoesOnBehindIt() throws IOException {
        ClosedFile first = frames(1, 3);
        append(1, new byte[] {9, 0, 0, 0, 1});
        try (FileJournalReader reader = reader(3)) {
            assertTrue(reader.next());
            close(new ClosedFile(first.file(), 1, 4, 0, 0, 0, first.end() + 1, 0, 0));
            assertEquals(
                    4, assertThrows(CorruptJournalException.class, reader::next).sequence());
        }
    }

    @Test
    void shouldMissAFileThatIsListed() throws IOException {
        close(frames(1, 3));
        close(frames(2, 3));
        Files.delete(file(2).path());
        for (long from : new long[] {1, 4}) {
            try (FileJournalReader reader = reader(from)) {
                CorruptJournalException missing =
                        assertThrows(CorruptJournalException.class, () -> script.readAll(reader));
                assertEquals("00000001/19700103F.cq4", missing.file());
                assertEquals(4, missing.sequence());
                assertTrue(missing.getMessage().contains("the file is missing"), missing::getMessage);
            }
        }
        manifest = manifest.from(4);
        try (FileJournalReader reader = reader(4)) {
            assertThrows(CorruptJournalException.class, reader::next);
        }
    }

    @Test
    void shouldNotCallAFileMissingThatARetentionRemovedMeanwhile() throws IOException {
        close(frames(1, 3));
        close(frames(2, 3));
        try (FileJournalReader reader = reader(1)) {
            manifest = manifest.from(4);
            Files.delete(file(1).path());

            assertRemoved(4, reader::next);
        }
    }

    private static void assertRemoved(long firstKept, Executable reading) {
        ConditionException removed = assertThrows(ConditionException.class, reading);
        assertEquals(
                "a retention has just removed the entries before " + firstKept
                        + ", which were still to be read; nothing is wrong with the journal: do this again",
                removed.getMessage());
        assertEquals(ExitCode.WRONG, removed.exitCode());
    }

    @Test
    void shouldNotCallAFileMissingThatCannotBeRead() throws IOException {
        close(frames(1, 3));
        Files.delete(file(1).path());
        Files.createDirectory(file(1).path());
        try (FileJournalReader reader = reader(1)) {
            assertThrows(UncheckedIOException.class, reader::next);
        }
    }

    private FileJournalReader reader(long from) {
        return new FileJournalReader(journal, from, this::map);
    }

    private JournalMap map() {
        List<JournalFile> live = JournalFile.all(journal).stream()
                .filter(file -> file.number() > manifest.lastNumber())
                .toList();
        return new JournalMap(manifest, live);
    }

    private JournalFile file(long number) {
        return JournalFile.of(journal, 1, number);
    }

    /** The manifest says so from now on. */
    private void close(ClosedFile file) {
        manifest = manifest.with(file, null);
    }

    private ClosedFile write(long number, int count) {
        try {
            return frames(number, count);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Appends the next frames to a file, which begins with a record of Chronicle's; what a manifest would say of them. */
    private ClosedFile frames(long number, int count) throws IOException {
        if (Files.notExists(file(number).path())) {
            Files.createDirectories(file(number).path().getParent());
            append(number, ints(OWN | 8, 0, 0));
        }
        long first = script.lastSequence() + 1;
        int crc = script.lastCrc();
        int length = 0;
        for (int i = 0; i < count; i++) {
            length = script.sealNext();
            byte[] frame = new byte[length];
            script.buffer().getBytes(0, frame);
            append(number, ints(length));
            append(number, frame);
        }
        long end = Files.size(file(number).path());
        return new ClosedFile(
                file(number), first, script.lastSequence(), crc, script.lastCrc(), end - length, end, 0, 0);
    }

    private void end(long number) throws IOException {
        append(number, ints(MappedJournalFile.END_OF_FILE));
    }

    private void append(long number, byte[] bytes) throws IOException {
        Files.write(file(number).path(), bytes, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private void flip(long number, int position) throws IOException {
        try (RandomAccessFile bytes = new RandomAccessFile(file(number).path().toFile(), "rw")) {
            bytes.seek(position);
            int old = bytes.read();
            bytes.seek(position);
            bytes.write(old ^ 1);
        }
    }

    private static byte[] ints(int... values) {
        ByteBuffer bytes = ByteBuffer.allocate(values.length * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int value : values) {
            bytes.putInt(value);
        }
        return bytes.array();
    }

    private static List<Long> sequences(long from, long to) {
        return LongStream.rangeClosed(from, to).boxed().toList();
    }
}
