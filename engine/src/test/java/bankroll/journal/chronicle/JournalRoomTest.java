package bankroll.journal.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import bankroll.condition.ConditionException;
import bankroll.condition.Degradation;
import bankroll.condition.Degradation.Part;
import bankroll.condition.ExitCode;
import bankroll.engine.Logged;
import bankroll.journal.FrameScript;
import bankroll.journal.Journal;
import bankroll.journal.JournalContext;
import bankroll.journal.JournalContext.SyncPolicy;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalStore;
import bankroll.testkit.RecordedDisk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalRoomTest {
    private static final Path IO_COUNTS = Path.of("/proc/self/io");

    @TempDir
    Path directory;

    private final JournalContext context = ChronicleJournalTest.smallFiles(null);

    @Test
    void shouldReserveTheBlocksOfTheNextFileAndGiveThemBack() throws IOException {
        try (JournalStore store = ChronicleJournalStore.open(context.directory(directory))) {
            store.journal();

            assertTrue(((JournalRoom) store.disk()).isNextFileReady());
            assertEquals(
                    (64 << 10) + JournalContext.OVERHEAD_BYTES,
                    Files.size(reserves().get(0)));
            assertTrue(store.disk().acceptsBookings());
        }
        assertEquals(List.of(), reserves());
    }

    @Test
    void shouldOnlyAllocateWhereNothingIsPromised() throws IOException {
        context.directory(directory).syncPolicy(SyncPolicy.NONE);
        FrameScript script = FrameScript.small();
        try (JournalStore store = ChronicleJournalStore.open(context)) {
            store.journal();
            assertEquals(
                    (64 << 10) + JournalContext.OVERHEAD_BYTES,
                    Files.size(reserves().get(0)));

            script.append(store.journal(), 1_000);
        }
        try (JournalStore store = ChronicleJournalStore.open(context);
                JournalReader reader = store.reader(1)) {
            assertEquals(1_000, script.readAll(reader).size());
        }
    }

    /** Linux keeps what is written together as one page, however large, and writes it whole when a byte of it changed. */
    @Test
    void shouldNotMakeAForceWriteAHundredTimesWhatWasAppended() throws IOException {
        assumeTrue(Files.isReadable(IO_COUNTS), IO_COUNTS + " is Linux's");
        RecordedDisk disk = new RecordedDisk(directory);
        context.directory(disk.root()).fileBytes(64 << 20);
        FrameScript script = FrameScript.small();
        try (JournalStore store = ChronicleJournalStore.open(context)) {
            Journal journal = store.journal();
            script.append(journal, 1);
            disk.await(() -> reserves().size() == 2);
            long before = bytesWritten();
            for (int i = 0; i < 200; i++) {
                script.append(journal, 1);
                journal.force();
            }

            long each = (bytesWritten() - before) / 200;

            assertTrue(each < 50_000, each + " bytes for a frame of a few hundred and the mark");
        }
    }

    private static long bytesWritten() throws IOException {
        return Files.readAllLines(IO_COUNTS).stream()
                .filter(line -> line.startsWith("write_bytes: "))
                .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(' ') + 1)))
                .sum();
    }

    /** Something stands where the reserve is to be written; then it goes away. */
    @Test
    void shouldBeginNoFileWithoutItsReserveAndGoOnOnceItIsThere() throws IOException {
        context.directory(directory).diskPollMs(5);
        FrameScript script = FrameScript.small();
        try (Logged logged = new Logged(Degradation.class);
                JournalStore store = ChronicleJournalStore.open(context)) {
            Journal journal = store.journal();
            Path hindrance = directory.resolve("00000001/19700103F.precreated.tmp/in-the-way");
            Files.createDirectories(hindrance);
            while (journal.hasRoom(1_000) && script.lastSequence() < 5_000) {
                script.append(journal, 1);
            }
            assertTrue(script.lastSequence() < 5_000, "the next file was begun");
            logged.await("the journal's next file can't be made ready", 1);
            assertTrue(store.disk().acceptsBookings(), "they wait: it isn't for want of room");

            Files.delete(hindrance);
            script.append(journal, 100);
            logged.await("No longer degraded", 1);
            assertFalse(context.degradation().isOf(Part.DISK));
        }
    }

    @Test
    void shouldGiveBackWhatTheLastFileDidNotNeed() throws IOException {
        try (JournalStore store = ChronicleJournalStore.open(context.directory(directory))) {
            FrameScript.small().append(store.journal(), 10);
        }

        long bytes = Files.size(directory.resolve("00000001/19700102F.cq4"));

        assertTrue(bytes < 100 << 10, bytes + " bytes for ten frames");
    }

    @Test
    void shouldTakeNoBookingsBelowTheLowWaterMark() throws IOException {
        context.directory(directory).lowWaterBytes(almostAll());
        try (JournalStore store = ChronicleJournalStore.open(context)) {
            FrameScript script = FrameScript.small().append(store.journal(), 5);

            assertFalse(store.disk().acceptsBookings());
            assertTrue(store.disk().usableBytes() > 0);
            try (JournalReader reader = store.reader(1)) {
                assertEquals(5, script.readAll(reader).size());
            }
        }
    }

    @Test
    void shouldRefuseALowWaterMarkThatTheDiskCanNeverReach() throws IOException {
        context.directory(directory).lowWaterBytes(almostAll() + 1);

        ConditionException refused = assertThrows(
                ConditionException.class,
                () -> ChronicleJournalStore.open(context).close());

        assertEquals(ExitCode.USAGE, refused.exitCode());
        assertTrue(refused.getMessage().contains("journal.low-water-bytes"), refused::getMessage);
    }

    @Test
    void shouldGoOnWhileTheDiskCantBeMeasured() throws IOException {
        Path journal = directory.resolve("journal");
        Path aside = directory.resolve("aside");
        Degradation degradation = new Degradation(() -> 0);
        context.directory(journal).degradation(degradation).failureHandler(failure -> fail("stopped", failure));
        try (Logged logged = new Logged(Degradation.class);
                JournalStore store = ChronicleJournalStore.open(context)) {
            store.journal();
            Files.move(journal, aside);
            logged.await("Degraded (disk)", 1);
            assertTrue(degradation.isOf(Part.DISK));

            Files.move(aside, journal);
            logged.await("No longer degraded (disk)", 1);
            assertFalse(degradation.isOf(Part.DISK));
            FrameScript.small().append(store.journal(), 5);
        }
    }

    /** More than is free on any disk, and not more than there is. */
    private long almostAll() throws IOException {
        return Files.getFileStore(directory).getTotalSpace() - 1;
    }

    private List<Path> filesOf(String run) {
        try (Stream<Path> paths = Files.list(directory.resolve(run))) {
            return paths.toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<Path> reserves() {
        return filesOf("00000001").stream()
                .filter(path -> path.toString().endsWith(".precreated"))
                .sorted()
                .toList();
    }
}
