package bankroll.journal.reading;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.journal.FrameScript;
import bankroll.journal.JournalContext;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalStore;
import bankroll.journal.chronicle.ChronicleJournalStore;
import bankroll.journal.files.ClosedFile;
import bankroll.journal.files.ManifestCodec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The frames of real journal files, found in their bytes. */
class FramePartsTest {
    @TempDir
    private Path directory;

    private byte[] frames;
    private List<ClosedFile> files;

    @BeforeEach
    void write() {
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
                byte[] frame = new byte[reader.length()];
                reader.buffer().getBytes(reader.offset(), frame);
                all.writeBytes(frame);
            }
        }
        frames = all.toByteArray();
        files = ManifestCodec.read(directory).closed();
        assertTrue(files.size() > 3, files::toString);
    }

    @Test
    void shouldBeWhatAReaderReadsHoweverTheBytesCome() throws IOException {
        Random random = new Random(5);
        for (IntSupplier pieces : List.<IntSupplier>of(
                () -> 4, () -> 4096, () -> 1 << 20, () -> 4 + random.nextInt(2_000) * 4, () -> Integer.MAX_VALUE)) {
            assertArrayEquals(frames, parts(pieces, 0));
        }
    }

    @Test
    void shouldEndWhereAFileIsCutOff() throws IOException {
        byte[] cut = parts(() -> 4096, 10_000);

        assertTrue(cut.length < frames.length, () -> cut.length + " bytes");
    }

    /** All files, read in pieces of these lengths, without so many bytes at the end of each. */
    private byte[] parts(IntSupplier pieces, int missing) throws IOException {
        ByteArrayOutputStream found = new ByteArrayOutputStream();
        for (ClosedFile file : files) {
            byte[] bytes = Files.readAllBytes(file.file().path());
            int end = (int) file.end() - missing;
            FrameParts parts = new FrameParts(part -> {
                byte[] taken = new byte[part.remaining()];
                part.get(taken);
                found.writeBytes(taken);
            });
            for (int from = 0, to; from < end; from = to) {
                to = (int) Math.min(end, from + (long) pieces.getAsInt());
                parts.take(ByteBuffer.wrap(bytes, from, to - from));
            }
        }
        return found.toByteArray();
    }
}
