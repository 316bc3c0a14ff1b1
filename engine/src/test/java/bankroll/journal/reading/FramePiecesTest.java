package bankroll.journal.reading;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.journal.Frame;
import bankroll.journal.FrameScript;
import bankroll.journal.JournalContext;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalStore;
import bankroll.journal.chronicle.ChronicleJournalStore;
import bankroll.journal.files.ClosedFile;
import bankroll.journal.files.Manifest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntSupplier;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The frames of real journal files, found and checked in their bytes. */
class FramePiecesTest {
    @TempDir
    private Path directory;

    private final List<byte[]> files = new ArrayList<>();
    private final ByteArrayOutputStream found = new ByteArrayOutputStream();
    private byte[] frames;
    private List<ClosedFile> closed;

    @BeforeEach
    void write() throws IOException {
        JournalContext context = new JournalContext()
                .directory(directory)
                .fileBytes(1 << 20)
                .maxFrameBytes(512 << 10)
                .lowWaterBytes(0);
        try (JournalStore store = ChronicleJournalStore.open(context)) {
            new FrameScript(sequence -> sequence % 50 == 0 ? 300_000 : sequence * 37 % 400)
                    .append(store.journal(), 500);
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try (JournalReader reader = new JournalDirectory(directory).reader(1)) {
            while (reader.next()) {
                add(all, reader.buffer(), reader.offset(), reader.length());
            }
        }
        frames = all.toByteArray();
        closed = Manifest.read(directory).closed();
        assertTrue(closed.size() > 3, closed::toString);
        for (ClosedFile file : closed) {
            files.add(Files.readAllBytes(file.file().path()));
        }
    }

    private static void add(ByteArrayOutputStream to, DirectBuffer buffer, int offset, int length) {
        byte[] frame = new byte[length];
        buffer.getBytes(offset, frame);
        to.writeBytes(frame);
    }

    @Test
    void shouldBeWhatAReaderReadsHoweverTheBytesCome() {
        Random random = new Random(5);
        for (IntSupplier pieces : List.<IntSupplier>of(
                () -> 4, () -> 4096, () -> 1 << 20, () -> 4 + random.nextInt(2_000) * 4, () -> Integer.MAX_VALUE)) {
            Frame.Link link = take(pieces, 0);
            assertArrayEquals(frames, found.toByteArray());
            assertEquals(500, link.sequence());
            assertEquals(closed.get(closed.size() - 1).lastCrc(), link.crc());
        }
    }

    @Test
    void shouldEndWhereAFileIsCutOff() {
        assertTrue(take(() -> 4096, 10_000).sequence() < closed.get(0).lastSequence());
    }

    @Test
    void shouldEndBeforeABitThatIsAnotherOneInAnyFrame() {
        Random random = new Random(6);
        for (ClosedFile file : closed) {
            byte[] bytes = files.get(closed.indexOf(file));
            int at = (int) file.lastPosition() + random.nextInt((int) (file.end() - file.lastPosition()));
            bytes[at] ^= 1;
            assertEquals(file.lastSequence() - 1, take(() -> 4096, 0).sequence(), "byte " + at);
            bytes[at] ^= 1;
        }
        assertEquals(500, take(() -> 4096, 0).sequence());
    }

    @Test
    void shouldEndWhereAFileIsMissing() {
        files.remove(1);

        assertEquals(closed.get(0).lastSequence(), take(() -> 4096, 0).sequence());
    }

    @Test
    void shouldEndBeforeARecordThatIsTooLongForAFrame() {
        ByteBuffer.wrap(files.get(0))
                .order(java.nio.ByteOrder.LITTLE_ENDIAN)
                .putInt((int) closed.get(0).lastPosition() - 4, 0x3FFF_FFF0);

        assertEquals(closed.get(0).lastSequence() - 1, take(() -> 4096, 0).sequence());
    }

    /** All files in pieces of these lengths, without so many bytes at the end of each; nothing more behind what is no frame. */
    private Frame.Link take(IntSupplier pieces, int missing) {
        found.reset();
        Frame.Link link = Frame.Link.behind(0, 0);
        for (int i = 0; i < files.size(); i++) {
            byte[] bytes = files.get(i);
            int end = Math.min(bytes.length, (int) closed.get(i).end()) - missing;
            FramePieces frames = new FramePieces(link, (buffer, offset, length) -> add(found, buffer, offset, length));
            for (int from = 0, to; from < end; from = to) {
                to = (int) Math.min(end, from + (long) pieces.getAsInt());
                frames.take(ByteBuffer.wrap(bytes, from, to - from));
            }
        }
        return link;
    }
}
