package bankroll.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ConditionException;
import bankroll.condition.Degradation.Part;
import bankroll.engine.LookupAgent.EntryReader;
import bankroll.journal.FrameLookup;
import bankroll.journal.reading.JournalDirectory;
import bankroll.protocol.Answer;
import bankroll.protocol.Items.Position;
import bankroll.snapshot.SnapshotStore;
import bankroll.testkit.Eventually;
import bankroll.testkit.HeldDescriptors;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each start writes one entry into a file of its own, ten seconds after the one before, and leaves a snapshot of it. */
class RetentionTest {
    private static final long STEP_MS = 10_000;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    private Path data;

    private long timeMs;
    private long keptMs = 15_000;
    private int snapshotsKept = 2;

    @Test
    void shouldRemoveWhatIsOldAndBelowTheOldestSnapshot() throws IOException {
        runs(4);

        assertEquals(3, firstSequence());
        Files.delete(snapshots().get(0));
        try (Engine engine = launch()) {
            assertTrue(engine.status().chainHead().sequence() >= 4, "the chain goes on");
            assertEquals(5, engine.status().sequence());
        }
    }

    @Test
    void shouldRefuseAStartWithoutTheSnapshotThatStandsForWhatWasRemoved() throws IOException {
        runs(4);
        for (Path snapshot : snapshots()) {
            Files.delete(snapshot);
        }

        ConditionException refused = assertThrows(ConditionException.class, this::launch);

        assertTrue(refused.getMessage().contains("no valid snapshot reaches it"), refused::getMessage);
    }

    @Test
    void shouldKeepEverythingUnlessARetentionIsSet() {
        keptMs = 0;
        runs(4);

        assertEquals(1, firstSequence());
    }

    @Test
    void shouldKeepWhatIsYoungEnough() {
        keptMs = 25_000;
        runs(4);

        assertEquals(2, firstSequence());
    }

    @Test
    void shouldKeepWhatTheOldestKeptSnapshotNeeds() throws IOException {
        snapshotsKept = 3;
        runs(4);

        assertEquals(2, firstSequence());
        Files.delete(snapshots().get(0));
        Files.delete(snapshots().get(0));
        launch().close();
    }

    @Test
    void shouldRemoveNothingWhileTheOldestSnapshotIsDamaged() throws IOException {
        runs(3);
        long before = firstSequence();
        timeMs += 10 * STEP_MS;
        try (Engine engine = launch()) {
            flip(snapshots().get(0));
            assertTrue(engine.status().isAccepting());
        }

        assertEquals(before, firstSequence());
    }

    @Test
    void shouldTellNothingOfAnEntryThatWasRemoved() {
        runs(4);
        try (FrameLookup frames = new JournalDirectory(journal()).lookup()) {
            EntryReader reader = new EntryReader(frames, this::firstSequence);

            assertNull(reader.transaction(new Answer.LookupPlan(position(2), false, new long[] {position(1)})));
            assertThrows(
                    IllegalStateException.class,
                    () -> reader.transaction(new Answer.LookupPlan(position(5), false, new long[0])));
        }
    }

    /** It is the entry that was read last, and its file is closed. */
    @Test
    void shouldTellNothingOfAnEntryThatWasRemovedAfterItWasRead() {
        runs(2);
        try (FrameLookup frames = new JournalDirectory(journal()).lookup()) {
            EntryReader reader = new EntryReader(frames, this::firstSequence);
            assertTrue(reader.isKept(1));
            runs(3);

            reader.letGoBefore(firstSequence());

            assertFalse(reader.isKept(1));
        }
    }

    /** The disk has its room back when nobody holds the file any more. */
    @Test
    void shouldHoldNoFileOfWhatWasRemoved() {
        HeldDescriptors.assumeTold();
        runs(2);
        try (FrameLookup frames = new JournalDirectory(journal()).lookup()) {
            assertTrue(frames.find(1));
            assertTrue(frames.find(2));
            runs(1);
            // what the engine's own run had open, Chronicle gives back a little later
            Eventually.within(LIMIT, "only what was found is open", () -> held() == 2);

            frames.letGoBefore(firstSequence());

            assertEquals(3 - firstSequence(), held());
            assertFalse(frames.find(1));
            assertTrue(frames.find(3));
        }
    }

    /** A damaged file may be evidence, and what is restored beside it needs its neighbours. */
    @Test
    void shouldRemoveNothingWhileTheJournalIsDegraded() {
        runs(3);
        long before = firstSequence();
        for (Part part : List.of(Part.LOOKUPS, Part.CHAIN)) {
            EngineContext context = context();
            context.degradation().begin(part, "damage");
            Engine.launch(context).close();
            assertEquals(before, firstSequence());
        }

        runs(1);
        assertTrue(firstSequence() > before);
    }

    private static long position(long sequence) {
        return Position.of(sequence, 0);
    }

    private void runs(int count) {
        for (int i = 0; i < count; i++) {
            launch().close();
        }
    }

    private Engine launch() {
        return Engine.launch(context());
    }

    private EngineContext context() {
        timeMs += STEP_MS;
        EngineContext context = new EngineContext()
                .dataDirectory(data)
                .clock(() -> timeMs)
                .snapshotsKept(snapshotsKept)
                .journalKeptMs(keptMs);
        context.journal().fileBytes(32 << 20).lowWaterBytes(0);
        return context;
    }

    private Path journal() {
        return data.resolve(EngineContext.JOURNAL);
    }

    private long held() {
        try {
            return HeldDescriptors.below(journal());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private long firstSequence() {
        return new JournalDirectory(journal()).firstSequence();
    }

    private List<Path> snapshots() {
        return new SnapshotStore(data.resolve(SnapshotStore.DIRECTORY)).list();
    }

    private static void flip(Path file) throws IOException {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.seek(bytes.length() / 2);
            int old = bytes.read();
            bytes.seek(bytes.length() / 2);
            bytes.write(old ^ 1);
        }
    }
}
