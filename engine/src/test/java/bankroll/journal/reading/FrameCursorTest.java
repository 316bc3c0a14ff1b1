package bankroll.journal.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.journal.Frame;
import bankroll.journal.FrameFault;
import bankroll.journal.FrameScript;
import bankroll.journal.JournalReader;
import bankroll.journal.files.JournalFile;
import bankroll.journal.reading.FrameCursor.Step;
import bankroll.testkit.Mappings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One file, record by record: where it ends, where it is cut off, and what came while it was read. */
class FrameCursorTest {
    private static final int OWN = MappedJournalFile.CHRONICLES_OWN;
    private static final int END_TEXT = 0x464F45C3;

    @TempDir
    private Path journal;

    private FrameScript script = new FrameScript(sequence -> 24);
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private JournalFile file;

    @BeforeEach
    void givenAFileThatHasBegun() throws IOException {
        file = JournalFile.of(journal, 1, 1);
        Files.createDirectories(file.path().getParent());
        ints(OWN | 8, 0, 0);
    }

    @Test
    void shouldGoOnWhenTheFileHasGrownBehindItsLastFrame() throws IOException {
        frame();
        try (FrameCursor cursor = open()) {
            assertEquals(Step.FRAME, cursor.next());
            assertEquals(Step.END, cursor.next());
            assertEquals(bytes.size(), cursor.position());

            frame();
            save();

            assertEquals(Step.FRAME, cursor.next());
            assertEquals(2, cursor.sequence());
            assertEquals(Step.END, cursor.next());
        }
    }

    @Test
    void shouldGoOnWhenTheFileHasGrownWithinAFrame() throws IOException {
        byte[] record = record();
        bytes.write(record, 0, 40);
        try (FrameCursor cursor = open()) {
            bytes.write(record, 40, record.length - 40);
            save();

            assertEquals(Step.END, cursor.next(), "it has come meanwhile");
            assertEquals(Step.FRAME, cursor.next());
        }
    }

    @Test
    void shouldReadTheHeaderThatTheFileHasGrownByAsSoonAsItIsWhole() throws IOException {
        frame();
        try (FrameCursor cursor = open()) {
            assertEquals(Step.FRAME, cursor.next());
            int end = bytes.size();

            bytes.write(new byte[] {0, 0, 0});
            save();
            assertEquals(Step.END, cursor.next(), "a part of a header");
            assertEquals(end, cursor.position());

            bytes.write(OWN >>> 24);
            save();
            assertEquals(Step.END, cursor.next());
            assertEquals(end + 4, cursor.position(), "behind a record without bytes");
        }
    }

    @Test
    void shouldFindAFrameCutOffThatIsLongerThanTheFile() throws IOException {
        byte[] record = record();
        int start = bytes.size();
        bytes.write(record, 0, record.length - 1);
        try (FrameCursor cursor = open()) {
            assertEquals(Step.FAULT, cursor.next());
            assertEquals(FrameFault.CUT_OFF, cursor.fault());
        }
        try (FrameCursor cursor = open()) {
            cursor.limit(start + 4);
            assertEquals(Step.FAULT, cursor.next(), "of which only the header is there");
            assertEquals(FrameFault.CUT_OFF, cursor.fault());
        }
    }

    @Test
    void shouldReadNoFurtherThanItMay() throws IOException {
        frame();
        int end = bytes.size();
        frame();
        try (FrameCursor cursor = open()) {
            cursor.limit(end);
            assertEquals(Step.FRAME, cursor.next());
            assertEquals(Step.END, cursor.next());

            cursor.limit(end + 40);
            assertEquals(Step.FAULT, cursor.next(), "it may read a part of the next one");
            assertEquals(FrameFault.CUT_OFF, cursor.fault());

            cursor.limit(Long.MAX_VALUE);
            assertEquals(Step.FRAME, cursor.next());
            assertEquals(Step.END, cursor.next());
        }
    }

    @Test
    void shouldStepOverARecordOfChroniclesOwnThatFits() throws IOException {
        ints(OWN | 4, 7);
        frame();
        ints(OWN | 4, 7);
        try (FrameCursor cursor = open()) {
            assertEquals(Step.FRAME, cursor.next());
            assertEquals(Step.END, cursor.next());
            assertEquals(bytes.size(), cursor.position());
        }
        ints(OWN | 5, 7);
        try (FrameCursor cursor = open()) {
            assertEquals(Step.FRAME, cursor.next());
            assertEquals(Step.FAULT, cursor.next());
            assertEquals(FrameFault.CUT_OFF, cursor.fault());
        }
    }

    @Test
    void shouldEndBeforeARecordThatIsNotCompleteAndBeforeAFileThatHasNotBegun() throws IOException {
        ints(MappedJournalFile.NOT_COMPLETE | 4, 7);
        try (FrameCursor cursor = open()) {
            assertEquals(Step.END, cursor.next());
            assertFalse(cursor.isEnded());
        }
        bytes.reset();
        ints(0, 0, 0);
        frame();
        try (FrameCursor cursor = open()) {
            assertEquals(Step.END, cursor.next());
            assertFalse(cursor.isReady());
        }
        bytes.reset();
        frame();
        try (FrameCursor cursor = open()) {
            assertEquals(Step.END, cursor.next(), "no file begins with a frame");
            assertFalse(cursor.isReady());
        }
    }

    @Test
    void shouldTellWithWhichEntryAFileBegins() throws IOException {
        save();
        assertEquals(0, FrameCursor.firstSequence(file));
        frame();
        save();
        assertEquals(1, FrameCursor.firstSequence(file));

        bytes.reset();
        ints(OWN);
        script.sealer().continueAfter(6, 0);
        frame();
        save();
        assertEquals(7, FrameCursor.firstSequence(file));

        bytes.reset();
        ints(OWN, 8, 1, 2);
        save();
        assertEquals(0, FrameCursor.firstSequence(file), "what stands there is no frame");
    }

    @Test
    void shouldKnowTheEndThatItsWriterSetAndWhatStandsBehindIt() throws IOException {
        ints(MappedJournalFile.END_OF_FILE);
        try (FrameCursor cursor = open()) {
            assertEquals(Step.END, cursor.next());
            assertTrue(cursor.isEnded());
            assertEquals(cursor.position(), cursor.endOfRemains());
        }
        ints(END_TEXT, 0);
        try (FrameCursor cursor = open()) {
            assertEquals(Step.END, cursor.next());
            assertEquals(cursor.position(), cursor.endOfRemains());
        }
        ints(0x01000000);
        try (FrameCursor cursor = open()) {
            assertEquals(Step.END, cursor.next());
            assertEquals(bytes.size(), cursor.endOfRemains());
        }
    }

    @Test
    void shouldNotTakeTheEndOfTheFileForOneThatItsWriterSet() throws IOException {
        try (FrameCursor cursor = open()) {
            assertEquals(Step.END, cursor.next());
            assertFalse(cursor.isEnded());
        }
        bytes.write(1);
        try (FrameCursor cursor = open()) {
            assertEquals(Step.END, cursor.next());
            assertFalse(cursor.isEnded());
        }
    }

    @Test
    void shouldLookAheadAsFarAsFramesFollowThatAreGood() throws IOException {
        frame();
        frame();
        byte[] damaged = record();
        damaged[60] ^= 1;
        bytes.write(damaged);
        try (FrameCursor cursor = open()) {
            assertEquals(Step.FRAME, cursor.next());
            int second = cursor.following(cursor.framePosition());

            assertEquals(2, Frame.sequence(cursor.buffer(), second));
            assertEquals(JournalReader.NONE, cursor.following(second));
            assertEquals(1, cursor.sequence(), "it stands where it stood");

            assertEquals(Step.FRAME, cursor.next());
            assertEquals(second, cursor.framePosition());
            assertEquals(Step.FAULT, cursor.next(), "what wasn't good ahead isn't good later");
            assertEquals(FrameFault.WRONG_CRC, cursor.fault());
        }
    }

    @Test
    void shouldJudgeThePlaceOfAFrameThatALookAheadFoundGood() throws IOException {
        frame();
        record();
        frame();
        try (FrameCursor cursor = open()) {
            assertEquals(Step.FRAME, cursor.next());
            assertEquals(3, Frame.sequence(cursor.buffer(), cursor.following(cursor.framePosition())));

            assertEquals(Step.FAULT, cursor.next());
            assertEquals(FrameFault.WRONG_SEQUENCE, cursor.fault());
        }
    }

    @Test
    void shouldNotSumUpAgainWhatALookAheadFoundGood() throws IOException {
        frame();
        frame();
        try (FrameCursor cursor = open()) {
            assertEquals(Step.FRAME, cursor.next());
            int second = cursor.following(cursor.framePosition());
            harm(second + 60);

            assertEquals(Step.FRAME, cursor.next(), "it was good when it was looked at");
        }
    }

    @Test
    void shouldLookAheadNoFurtherThanItMay() throws IOException {
        frame();
        int end = bytes.size();
        frame();
        try (FrameCursor cursor = open()) {
            cursor.limit(end);
            assertEquals(Step.FRAME, cursor.next());
            int first = cursor.framePosition();
            assertEquals(JournalReader.NONE, cursor.following(first));
            cursor.limit(end + Integer.BYTES);
            assertEquals(JournalReader.NONE, cursor.following(first), "only the header");
            cursor.limit(bytes.size() - 1L);
            assertEquals(JournalReader.NONE, cursor.following(first), "all but a byte");
            cursor.limit(bytes.size());
            assertEquals(end + Integer.BYTES, cursor.following(first));
        }
    }

    @Test
    void shouldNotLookAheadOverWhatIsNoFrame() throws IOException {
        frame();
        int end = bytes.size();
        int next = end + Integer.BYTES;
        assertFollows(0, JournalReader.NONE);
        cutTo(end);
        int length = record().length - Integer.BYTES;
        for (int mark : new int[] {MappedJournalFile.NOT_COMPLETE, OWN, MappedJournalFile.END_OF_FILE, 0}) {
            assertFollows(mark | length, mark == 0 ? next : JournalReader.NONE);
            cutTo(end);
        }
    }

    /** Behind the first frame stands a good one, with this header before it. */
    private void assertFollows(int header, int expected) throws IOException {
        byte[] record = record();
        ints(header);
        bytes.write(record, Integer.BYTES, record.length - Integer.BYTES);
        try (FrameCursor cursor = open()) {
            assertEquals(Step.FRAME, cursor.next());
            assertEquals(expected, cursor.following(cursor.framePosition()), Integer.toHexString(header));
        }
    }

    @Test
    void shouldLookAtNothingBehindTheLastByteOfAFile() throws IOException {
        frame();
        try (FrameCursor cursor = open()) {
            assertEquals(Step.FRAME, cursor.next());
            assertEquals(JournalReader.NONE, cursor.following(cursor.framePosition()));
        }
    }

    @Test
    void shouldLetGoOfFramesThatItHasPassed() throws IOException {
        script = new FrameScript(sequence -> 1 << 20);
        for (int i = 0; i < 20; i++) {
            frame();
        }
        try (FrameCursor cursor = open()) {
            while (cursor.next() == Step.FRAME) {
                assertEquals(cursor.sequence(), Frame.sequence(cursor.buffer(), cursor.framePosition()));
            }
            assertEquals(20, cursor.sequence());
            long resident = Mappings.residentBytes(file.path());
            assertTrue(resident < 8 << 20, resident + " bytes of 20 MiB");
        }
    }

    @Test
    void shouldFindTheMarkOfAFrameWhereverOneMayStand() throws IOException {
        try (FrameCursor cursor = open()) {
            assertFalse(cursor.containsFrameMagic());
        }
        bytes.write(record(), 4, 4);
        try (FrameCursor cursor = open()) {
            assertTrue(cursor.containsFrameMagic(), "in the last four bytes");
        }
    }

    private FrameCursor open() throws IOException {
        save();
        return FrameCursor.behind(file, 0, 0);
    }

    private void save() throws IOException {
        Files.write(file.path(), bytes.toByteArray());
    }

    /** A byte of the file that is open changes. */
    private void harm(int at) throws IOException {
        try (RandomAccessFile opened = new RandomAccessFile(file.path().toFile(), "rw")) {
            opened.seek(at);
            opened.write(~bytes.toByteArray()[at]);
        }
    }

    private void cutTo(int length) {
        byte[] kept = Arrays.copyOf(bytes.toByteArray(), length);
        bytes.reset();
        bytes.writeBytes(kept);
    }

    private void frame() throws IOException {
        bytes.write(record());
    }

    /** The next frame with the header of its record. */
    private byte[] record() {
        int length = script.sealNext();
        ByteBuffer record = ByteBuffer.allocate(Integer.BYTES + length).order(ByteOrder.LITTLE_ENDIAN);
        byte[] frame = new byte[length];
        script.buffer().getBytes(0, frame);
        return record.putInt(length).put(frame).array();
    }

    private void ints(int... values) throws IOException {
        ByteBuffer record = ByteBuffer.allocate(values.length * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int value : values) {
            record.putInt(value);
        }
        bytes.write(record.array());
    }
}
