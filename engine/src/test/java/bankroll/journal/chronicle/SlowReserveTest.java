package bankroll.journal.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.journal.FrameScript;
import bankroll.journal.JournalContext;
import bankroll.journal.JournalContext.SyncPolicy;
import bankroll.journal.JournalFailure;
import bankroll.journal.JournalReader;
import bankroll.journal.files.DurableFiles;
import bankroll.journal.files.ForcedMark;
import bankroll.journal.files.JournalBooks;
import bankroll.journal.files.JournalBooks.FileForcer;
import bankroll.journal.files.JournalFile;
import bankroll.journal.files.Manifest;
import bankroll.journal.reading.JournalDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.agrona.concurrent.SystemNanoClock;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The writer against a disk that takes the zeros of the next file more slowly than frames come. */
class SlowReserveTest {
    private static final long FILE_BYTES = 8 << 20;
    private static final long FIRST_BYTES = FILE_BYTES / 8;
    private static final int LONGEST_FRAME = 256 << 10;

    @TempDir
    Path directory;

    private final FrameScript script = FrameScript.small();

    /** A disk on which no file but the first gets ready by itself: only what is asked for is. */
    private long endless(JournalFile file, long bytes, boolean zeros, BlockReserve.Demand demand) throws IOException {
        long enough = bytes;
        while (file.number() > 1 && !demand.isMet(enough) && !demand.isOver()) {
            enough = FIRST_BYTES;
            Thread.onSpinWait();
        }
        return BlockReserve.allocate(file, enough, zeros, demand);
    }

    @Test
    void shouldGoOnWithAShorterFileAsSoonAsTheWriterWaitsForIt() throws IOException {
        try (ChronicleJournal journal = open(this::endless)) {
            script.append(journal, 30_000);
            journal.force();
        }
        int files = files(".cq4").size();
        assertTrue(files >= 8, () -> files + " files: they were waited for until they were whole");
        try (JournalReader reader = new JournalDirectory(directory).reader(1)) {
            assertEquals(LongStream.rangeClosed(1, 30_000).boxed().toList(), script.readAll(reader));
        }
    }

    @Test
    void shouldSayThatTheNextFileIsComingAndWhoToTellOfIt() throws IOException {
        JournalRoom room = room(this::endless);
        AtomicInteger told = new AtomicInteger();
        room.onRoom(told::incrementAndGet);
        try (ChronicleJournal journal = open(room)) {
            script.append(journal, 1);
            assertEquals(1, told.get());
            while (journal.hasRoom(LONGEST_FRAME)) {
                script.append(journal, 1);
            }
            assertTrue(room.isNextFileComing(), "but one is on its way");
            assertTrue(journal.awaitRoom(LONGEST_FRAME, 180_000_000_000L));
            while (told.get() < 2) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void shouldBeginNoFileThatIsNotReady() throws IOException {
        JournalRoom.Reserver firstOnly = (file, bytes, zeros, demand) ->
                file.number() == 1 ? BlockReserve.allocate(file, bytes, zeros, demand) : 0;
        try (ChronicleJournal journal = open(firstOnly)) {
            while (journal.hasRoom(LONGEST_FRAME)) {
                script.append(journal, 1);
            }
            UnsafeBuffer frame = new UnsafeBuffer(new byte[LONGEST_FRAME]);
            long next = script.lastSequence() + 1;
            JournalFailure refused =
                    assertThrows(JournalFailure.class, () -> journal.append(frame, 0, LONGEST_FRAME, next));
            assertTrue(refused.getMessage().contains("no room for " + LONGEST_FRAME + " bytes"), refused::getMessage);
        }
    }

    /** It may be made, as the first file is, before its blocks are there. */
    @Test
    void shouldHaveNoRoomBeforeItsFirstFileIsReady() throws IOException {
        try (ChronicleJournal journal = open((file, bytes, zeros, demand) -> 0)) {
            assertFalse(journal.hasRoom(LONGEST_FRAME));
            int length = script.sealNext();

            JournalFailure refused =
                    assertThrows(JournalFailure.class, () -> journal.append(script.buffer(), 0, length, 1));

            assertTrue(refused.getMessage().contains("no room for " + length + " bytes"), refused::getMessage);
        }
    }

    /** How long it is, is known only then. */
    @Test
    void shouldFillAFirstFileThatGetsReadyLateNoFurtherThanItsReserve() throws IOException {
        AtomicBoolean isSlow = new AtomicBoolean(true);
        JournalRoom room = room(
                (file, bytes, zeros, demand) -> isSlow.get() ? 0 : BlockReserve.allocate(file, bytes, zeros, demand));
        try (ChronicleJournal journal = open(room)) {
            assertFalse(journal.hasRoom(LONGEST_FRAME));
            isSlow.set(false);

            script.append(journal, 1);
            awaitReserves(1); // whoever waits for the second file gets a shorter one
            script.append(journal, 7_999);

            assertEquals(2, files(".cq4").size(), "of 1 MiB and of 2");
        }
    }

    @Test
    void shouldRefuseALongerFrameThanItsOptionsAllow() throws IOException {
        try (ChronicleJournal journal = open(BlockReserve::allocate)) {
            UnsafeBuffer frame = new UnsafeBuffer(new byte[LONGEST_FRAME + 8]);

            JournalFailure refused =
                    assertThrows(JournalFailure.class, () -> journal.append(frame, 0, LONGEST_FRAME + 8, 1));

            assertTrue(
                    refused.getMessage().contains("a frame of 262152 bytes is longer than 262144"),
                    refused::getMessage);
        }
    }

    @Test
    void shouldKeepTwoFilesAheadWhileTheyAreSmall() throws IOException {
        try (ChronicleJournal journal = open(BlockReserve::allocate)) {
            awaitReserves(2);
            assertEquals(
                    List.of(FIRST_BYTES, 2 * FIRST_BYTES),
                    files(".precreated").stream().map(SlowReserveTest::size).toList());
            script.append(journal, 1);
        }
        assertEquals(List.of(), files(".precreated"));
    }

    private ChronicleJournal open(JournalRoom.Reserver reserver) throws IOException {
        return open(room(reserver));
    }

    private JournalRoom room(JournalRoom.Reserver reserver) throws IOException {
        return new JournalRoom(context(), failure -> {}, reserver, SystemNanoClock.INSTANCE, LockSupport::parkNanos);
    }

    private ChronicleJournal open(JournalRoom room) throws IOException {
        JournalContext context = context();
        Path run = JournalFile.directory(directory, 1);
        DurableFiles.createDirectories(run);
        ForcedMark mark = ForcedMark.create(directory, 0, SyncPolicy.ALWAYS);
        JournalBooks books = new JournalBooks(directory, Manifest.EMPTY);
        ChronicleJournal.Parts parts = new ChronicleJournal.Parts(
                new ChronicleWriter(run, context),
                mark,
                new FileForcer(FileForcer.Barrier::open),
                new FileKeeper(context, books, mark, failure -> {}),
                room);
        ChronicleJournal opened = new ChronicleJournal(context, 0);
        opened.begin(parts, JournalFile.of(directory, 1, 1));
        return opened;
    }

    private JournalContext context() {
        return new JournalContext()
                .directory(directory)
                .fileBytes(FILE_BYTES)
                .maxFrameBytes(LONGEST_FRAME)
                .lowWaterBytes(0)
                .conclude();
    }

    private void awaitReserves(int count) throws IOException {
        while (files(".precreated").size() < count) {
            Thread.onSpinWait();
        }
    }

    private List<Path> files(String suffix) throws IOException {
        try (Stream<Path> paths = Files.list(directory.resolve("00000001"))) {
            return paths.filter(path -> path.toString().endsWith(suffix))
                    .sorted()
                    .toList();
        }
    }

    private static long size(Path path) {
        try {
            return Files.size(path);
        } catch (IOException e) {
            return 0;
        }
    }
}
