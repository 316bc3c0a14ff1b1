package bankroll.journal.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import bankroll.journal.JournalContext;
import bankroll.journal.chronicle.ChronicleWriter.ExcerptFile;
import bankroll.journal.files.DurableFiles;
import bankroll.journal.files.JournalFile;
import bankroll.journal.reading.MappedJournalFile;
import bankroll.testkit.Mappings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.RollCycles;
import net.openhft.chronicle.wire.DocumentContext;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the writer itself sees to, before a frame stands in a file of Chronicle's. */
class ChronicleWriterTest {
    @TempDir
    private Path directory;

    private ChronicleWriter writer;
    private JournalFile file;

    @BeforeEach
    void open() throws IOException {
        JournalContext context = ChronicleJournalTest.smallFiles(directory).conclude();
        file = JournalFile.of(context.directory(), 1, 1);
        DurableFiles.createDirectories(file.path().getParent());
        writer = new ChronicleWriter(file.path().getParent(), context);
        writer.roll(file);
    }

    @AfterEach
    void close() {
        writer.close();
    }

    @Test
    void shouldPutNothingWhereChronicleHasNoRoom() {
        UnsafeBuffer frame = new UnsafeBuffer(new byte[4 << 20]);

        IllegalStateException refused =
                assertThrows(IllegalStateException.class, () -> writer.append(frame, 0, frame.capacity()));

        String message = refused.getMessage();
        assertEquals("Chronicle has room for ", message.substring(0, 23), message);
        assertEquals(" of 4194304 bytes", message.substring(message.indexOf(" of ")), message);
    }

    /** The first one is long and looked at by calls, the second short and in the mapping; both were put there by Chronicle. */
    @Test
    void shouldRefuseWhatIsNotInTheFileAsItWasGiven() {
        for (int length : new int[] {ExcerptFile.MIN_LENGTH, ExcerptFile.MIN_LENGTH - 1}) {
            UnsafeBuffer frame = new UnsafeBuffer(new byte[length]) {
                private int asked;

                /** Other bytes for whoever comes behind the append. */
                @Override
                public byte[] byteArray() {
                    byte[] bytes = super.byteArray().clone();
                    bytes[length - 1] = (byte) (bytes[length - 1] + asked++);
                    return bytes;
                }
            };

            IllegalStateException refused =
                    assertThrows(IllegalStateException.class, () -> writer.append(frame, 0, length));

            String message = refused.getMessage();
            assertTrue(message.startsWith("what was appended to " + file.path() + " at byte "), message);
            assertTrue(message.endsWith(" is not in the file (is the disk full?)"), message);
        }
    }

    /** Else the first touch of a page fills megabytes around it with zeros, in the middle of an append. */
    @Test
    void shouldTellTheSystemNotToReadTheFileAhead() throws IOException {
        writer.append(new UnsafeBuffer(new byte[100]), 0, 100);

        List<String> flags = Mappings.of(file.path(), "VmFlags:");

        assumeTrue(!flags.isEmpty(), "this system doesn't tell what it knows of a mapping");
        assertEquals(1, flags.stream().filter(each -> each.contains(" rr ")).count(), flags::toString);
    }

    /** Long frames are written beside Chronicle: whoever has only Chronicle must find each of them, by its index too. */
    @Test
    void shouldLeaveChronicleAQueueOfItsOwn() {
        appendMixed(0, 600);
        JournalFile second = JournalFile.of(file.path().getParent().getParent(), 1, 2);
        writer.roll(second);
        appendMixed(600, 900);

        try (ChronicleQueue queue =
                        ChronicleQueue.single(file.path().getParent().toString());
                ExcerptTailer tailer = queue.createTailer()) {
            for (int i = 0; i < 900; i++) {
                assertEquals(i, read(tailer), "read in order");
            }
            for (int i : new int[] {0, 255, 256, 257, 511, 599, 600, 855, 856, 899}) {
                JournalFile in = i < 600 ? file : second;
                int inFile = i < 600 ? i : i - 600;
                assertTrue(
                        tailer.moveToIndex(RollCycles.FAST_DAILY.toIndex((int) in.number(), inFile)), "index of " + i);
                assertEquals(i, read(tailer), "read by its index");
            }
            assertEquals(RollCycles.FAST_DAILY.toIndex((int) second.number(), 299), queue.lastIndex());
        }
    }

    /** Behind each 1,048,576th excerpt Chronicle puts a page of its index, which it changes with each 256th that follows. */
    @Test
    void shouldLeaveAnIndexPageThatComesBetweenFramesItsPlace() {
        UnsafeBuffer small = new UnsafeBuffer(new byte[8]);
        for (int i = 0; i <= 4096 * 256; i++) {
            writer.append(small, 0, 8);
        }
        UnsafeBuffer large = new UnsafeBuffer(new byte[ExcerptFile.MIN_LENGTH]);
        large.setMemory(0, large.capacity(), (byte) 7);
        long position = writer.append(large, 0, large.capacity());
        for (int i = 0; i < 512; i++) {
            writer.append(small, 0, 8);
        }

        try (MappedJournalFile read = MappedJournalFile.open(file.path())) {
            assertTrue(read.holds(position, large, 0, large.capacity()));
        }
    }

    /** Every third one is short. */
    private void appendMixed(int from, int to) {
        for (int i = from; i < to; i++) {
            int length = i % 3 == 0 ? 64 : ExcerptFile.MIN_LENGTH + i % 5 * 8;
            UnsafeBuffer frame = new UnsafeBuffer(new byte[length]);
            frame.putInt(0, i);
            frame.putInt(length - Integer.BYTES, i);
            writer.append(frame, 0, length);
        }
    }

    /** The number of the next one, which must be whole. */
    private static int read(ExcerptTailer tailer) {
        try (DocumentContext document = tailer.readingDocument()) {
            byte[] bytes = new byte[(int) document.wire().bytes().readRemaining()];
            document.wire().bytes().read(bytes);
            UnsafeBuffer frame = new UnsafeBuffer(bytes);
            assertEquals(frame.getInt(0), frame.getInt(bytes.length - Integer.BYTES));
            return frame.getInt(0);
        }
    }
}
