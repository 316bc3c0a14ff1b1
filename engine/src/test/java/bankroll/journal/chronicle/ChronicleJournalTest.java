package bankroll.journal.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.journal.Frame;
import bankroll.journal.FrameScript;
import bankroll.journal.Journal;
import bankroll.journal.JournalContext;
import bankroll.journal.JournalContract;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalStore;
import bankroll.journal.chronicle.ChronicleWriter.ExcerptFile;
import bankroll.journal.files.ClosedFile;
import bankroll.journal.files.DurableFiles;
import bankroll.journal.files.JournalFile;
import bankroll.journal.files.Manifest;
import bankroll.testkit.Eventually;
import bankroll.testkit.HeldDescriptors;
import bankroll.testkit.Mappings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract on real files, small ones, so that every test rolls. */
class ChronicleJournalTest extends JournalContract {
    /** The file of now, by Chronicle, the call, the barrier, the keeper and the reading back; the next file; mark and lock. */
    private static final int MOST_HELD = 12;

    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    @Override
    protected JournalStore open() {
        return ChronicleJournalStore.open(smallFiles(directory));
    }

    @Test
    void shouldTakeAFrameOfTheGreatestLength() {
        JournalContext context = smallFiles(directory).fileBytes(64 << 20).maxFrameBytes(Frame.MAX_LENGTH);
        FrameScript large = new FrameScript(sequence -> sequence == 3 ? 10 : Frame.MAX_LENGTH - 96);
        try (JournalStore store = ChronicleJournalStore.open(context)) {
            large.append(store.journal(), 5);
            assertThrows(IllegalArgumentException.class, () -> new FrameScript(s -> Frame.MAX_LENGTH - 88).sealNext());
        }
        try (JournalStore store = ChronicleJournalStore.open(context);
                JournalReader reader = store.reader(1)) {
            assertEquals(sequences(1, 5), large.readAll(reader));
        }
    }

    /** All together, when the file is full, they would hold the writer up. */
    @Test
    void shouldLetGoOfPagesThatItHasReadBack() throws IOException {
        JournalContext context = smallFiles(directory).fileBytes(64 << 20).maxFrameBytes(2 << 20);
        try (JournalStore store = ChronicleJournalStore.open(context)) {
            new FrameScript(sequence -> 1 << 20).append(store.journal(), 40);

            JournalFile file = JournalFile.all(directory.resolve("journal")).get(0);
            long resident = Mappings.residentBytes(file.path());
            assertTrue(resident < 20 << 20, resident + " bytes of 40 MiB");
        }
    }

    @Test
    void shouldGiveBackWhatTheLastFileHasBehindItsFrames() throws IOException {
        try (JournalStore store = ChronicleJournalStore.open(smallFiles(directory))) {
            script.append(store.journal(), 10);
        }
        ClosedFile last = Manifest.read(directory.resolve("journal")).closed().get(0);
        assertEquals(DurableFiles.trimmed(last.end()), Files.size(last.file().path()));
    }

    @Test
    void shouldHaveNoRoomForAFrameOverTheGreatestLength() {
        JournalContext context = smallFiles(directory).fileBytes(64 << 20).maxFrameBytes(Frame.MAX_LENGTH);
        try (JournalStore store = ChronicleJournalStore.open(context)) {
            new FrameScript(sequence -> 10).append(store.journal(), 1);
            assertTrue(store.journal().hasRoom(Frame.MAX_LENGTH));
            assertFalse(store.journal().hasRoom(Frame.MAX_LENGTH + 1));
        }
    }

    /** Long frames are written by a call, short ones through the mapping; both into the same file, in turn. */
    @Test
    void shouldMixFramesOnBothSidesOfTheLengthFromWhichACallWritesThem() {
        int[] around = {-9, -1, 0, 1, 8, -3_000, 40_000};
        int header = Frame.totalLength(0, 8);
        FrameScript mixed = new FrameScript(s -> ExcerptFile.MIN_LENGTH - header + around[s % around.length]);
        for (int start = 0; start < 3; start++) {
            try (JournalStore store = open();
                    JournalReader reader = store.reader(1)) {
                mixed.append(store.journal(), 100);
                assertEquals(sequences(1, start * 100 + 100), mixed.readAll(reader));
            }
        }
        try (JournalStore store = open()) {
            assertEquals(List.of(), store.recovered().warnings());
            assertEquals(300, store.recovered().lastSequence());
        }
    }

    @Test
    void shouldTakeALongFrameFromTheMiddleOfAnArray() {
        byte[] array = new byte[100_000];
        UnsafeBuffer middle = new UnsafeBuffer(array, 1_000, 80_000);
        Frame.Sealer sealer = new Frame.Sealer();
        try (JournalStore store = open();
                JournalReader reader = store.reader(1)) {
            middle.setMemory(500 + Frame.HEADER_LENGTH, 30_000, (byte) 7);
            int length = sealer.seal(middle, 500, 30_000, 0, 1);
            store.journal().append(middle, 500, length, 1);

            assertTrue(reader.next());
            assertEquals(7, reader.buffer().getByte(reader.offset() + Frame.HEADER_LENGTH + 29_999));
        }
    }

    /** A service that runs for years fills many files; Chronicle gives its own back a little later. */
    @Test
    void shouldHoldNoMoreFilesThanItWorksWith() throws IOException {
        HeldDescriptors.assumeTold();
        try (JournalStore store = open()) {
            Journal journal = store.journal();
            while (files() < 3 * MOST_HELD) {
                script.append(journal, 200);
                journal.force();
            }
            Eventually.within(LIMIT, "files are given back", () -> held() <= MOST_HELD);
        }
        Eventually.within(LIMIT, "all of them are", () -> held() == 0);
    }

    private long files() throws IOException {
        try (Stream<Path> all = Files.list(directory.resolve("journal/00000001"))) {
            return all.filter(path -> path.toString().endsWith(JournalFile.SUFFIX))
                    .count();
        }
    }

    private long held() {
        try {
            return HeldDescriptors.below(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static JournalContext smallFiles(Path directory) {
        return new JournalContext()
                .directory(directory == null ? null : directory.resolve("journal"))
                .fileBytes(256 << 10)
                .maxFrameBytes(64 << 10)
                .lowWaterBytes(0);
    }
}
