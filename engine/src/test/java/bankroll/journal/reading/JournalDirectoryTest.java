package bankroll.journal.reading;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import bankroll.condition.ConditionException;
import bankroll.journal.CorruptJournalException;
import bankroll.journal.Frame;
import bankroll.journal.FrameFault;
import bankroll.journal.FrameLookup;
import bankroll.journal.FrameScript;
import bankroll.journal.JournalContext;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalStore;
import bankroll.journal.chronicle.ChronicleJournalStore;
import bankroll.journal.files.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.wire.DocumentContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalDirectoryTest {
    @TempDir
    Path directory;

    private final FrameScript script = FrameScript.small();

    @Test
    void shouldChangeNothing() throws IOException {
        write(500);
        Map<String, String> before = state();
        try (JournalReader reader = new JournalDirectory(directory).reader(1);
                FrameLookup lookup = new JournalDirectory(directory).lookup()) {
            assertEquals(500, script.readAll(reader).size());
            assertTrue(lookup.find(250));
        }

        assertEquals(before, state());
    }

    @Test
    void shouldReadACopyWithoutLockAndMetadata() throws IOException {
        write(500);
        Files.delete(directory.resolve("LOCK"));
        Files.delete(directory.resolve("00000001/metadata.cq4t"));

        try (JournalReader reader = new JournalDirectory(directory).reader(1)) {
            assertEquals(500, script.readAll(reader).size());
        }
    }

    @Test
    void shouldSeeAnEmptyJournalWhereNoneIsYet() {
        JournalDirectory source = new JournalDirectory(directory.resolve("nothing"));

        assertEquals(1, source.firstSequence());
        try (JournalReader reader = source.reader(1)) {
            assertFalse(reader.next());
        }
    }

    @Test
    void shouldFollowAcrossRestartsOfTheWriter() {
        try (JournalReader reader = new JournalDirectory(directory).reader(1)) {
            for (int start = 1; start <= 3; start++) {
                write(400);
                awaitSequence(reader, start * 400);
            }
        }
    }

    @Test
    void shouldReadWhatChroniclesOwnReaderReads() {
        write(700);
        try (ChronicleQueue queue =
                        ChronicleQueue.single(directory.resolve("00000001").toString());
                ExcerptTailer tailer = queue.createTailer();
                JournalReader reader = new JournalDirectory(directory).reader(1)) {
            while (reader.next()) {
                byte[] ours = new byte[reader.length()];
                reader.buffer().getBytes(reader.offset(), ours);
                try (DocumentContext document = tailer.readingDocument()) {
                    byte[] theirs = new byte[(int) document.wire().bytes().readRemaining()];
                    document.wire().bytes().read(theirs);
                    assertArrayEquals(theirs, ours, reader.place());
                }
            }
            assertEquals(700, reader.sequence());
        }
    }

    @Test
    void shouldKeepFromTheOldestSequenceThatIsStillNeeded() throws IOException {
        write(1_500);
        long firstKept;
        try (ChronicleJournalStore store = ChronicleJournalStore.open(context())) {
            assertEquals(0, store.removeOlderThan(Long.MAX_VALUE, () -> 1));
            assertTrue(store.removeOlderThan(Long.MAX_VALUE, () -> 1_000) > 0);
            firstKept = store.firstSequence();
            assertTrue(firstKept > 1 && firstKept <= 1_000);
            script.append(store.journal(), 10);
            assertThrows(ConditionException.class, () -> store.reader(firstKept - 1));
        }
        try (JournalStore store = ChronicleJournalStore.open(context());
                JournalReader reader = store.reader(firstKept);
                FrameLookup lookup = store.lookup()) {
            assertEquals(firstKept, store.recovered().firstSequence());
            assertEquals(LongStream.rangeClosed(firstKept, 1_510).boxed().toList(), script.readAll(reader));
            assertFalse(lookup.find(firstKept - 1));
            assertTrue(lookup.find(firstKept));
        }
    }

    /** The script's frame n has the time 1,000 + n. */
    @Test
    void shouldKeepWhatIsNotOldEnoughAndNotAskForMore() throws IOException {
        write(1_500);
        try (ChronicleJournalStore store = ChronicleJournalStore.open(context())) {
            assertEquals(0, store.removeOlderThan(1_001, () -> fail("nothing is old enough")));

            assertTrue(store.removeOlderThan(2_000, () -> Long.MAX_VALUE) > 0);

            long firstKept = store.firstSequence();
            assertTrue(firstKept > 1 && firstKept <= 1_000, "kept from " + firstKept);
            assertEquals(0, store.removeOlderThan(2_000, () -> Long.MAX_VALUE));
        }
    }

    @Test
    void shouldFindNothingInAFileThatWasRemovedBehindALookup() throws IOException {
        write(1_500);
        try (ChronicleJournalStore store = ChronicleJournalStore.open(context());
                FrameLookup lookup = store.lookup()) {
            store.removeOlderThan(Long.MAX_VALUE, () -> 1_000);

            assertFalse(lookup.find(1));
            assertTrue(lookup.find(1_000));
        }
    }

    /** The retention changes the manifest first, then removes the file: a map that was loaded in between is old at once. */
    @Test
    void shouldFindNothingInAFileThatIsRemovedWhileTheMapIsLoaded() throws IOException {
        write(1_500);
        JournalMap before = JournalMap.load(directory);
        Deque<JournalMap> old = new ArrayDeque<>(List.of(before, before));
        try (ChronicleJournalStore store = ChronicleJournalStore.open(context());
                FrameLookup lookup =
                        new FileFrameLookup(() -> old.isEmpty() ? JournalMap.load(directory) : old.poll())) {
            store.removeOlderThan(Long.MAX_VALUE, () -> 1_000);

            assertFalse(lookup.find(1));
            assertTrue(lookup.find(1_000));
        }
    }

    @Test
    void shouldFindEverythingElseBesideADamagedFrameAndItselfWhenItIsRestored() throws IOException {
        write(1_500);
        Path first = directory.resolve("00000001/19700102F.cq4");
        byte[] good = Files.readAllBytes(first);
        byte[] bad = good.clone();
        try (FrameLookup lookup = new JournalDirectory(directory).lookup()) {
            assertTrue(lookup.find(10));
            bad[lookup.offset() + Frame.length(lookup.buffer(), lookup.offset()) - 1] ^= 1;
            Files.write(first, bad);

            assertDamaged(lookup, 10);
            assertTrue(lookup.find(9));
            assertTrue(lookup.find(1_400));
            assertDamaged(lookup, 10);

            Path restored = Files.write(directory.resolve("restored"), good);
            Files.move(restored, first, StandardCopyOption.REPLACE_EXISTING);
            assertTrue(lookup.find(10));
        }
    }

    private static void assertDamaged(FrameLookup lookup, long sequence) {
        CorruptJournalException damage = assertThrows(CorruptJournalException.class, () -> lookup.find(sequence));
        assertEquals(sequence, damage.sequence());
    }

    @Test
    void shouldCallAFileThatNobodyRemovedMissingUntilItIsRestored() throws IOException {
        write(1_500);
        Path first = directory.resolve("00000001/19700102F.cq4");
        Path aside = directory.resolve("aside");
        try (FrameLookup lookup = new JournalDirectory(directory).lookup()) {
            Files.move(first, aside);

            CorruptJournalException missing = assertThrows(CorruptJournalException.class, () -> lookup.find(10));
            assertEquals(first.toString(), missing.file());
            assertTrue(lookup.find(1_400));

            Files.move(aside, first);
            assertTrue(lookup.find(10));
        }
    }

    @Test
    void shouldRemoveWhatACrashLeftOfTheRetention() throws IOException {
        write(1_500);
        Path first = directory.resolve("00000001/19700102F.cq4");
        byte[] removed = Files.readAllBytes(first);
        try (ChronicleJournalStore store = ChronicleJournalStore.open(context())) {
            store.removeOlderThan(Long.MAX_VALUE, () -> 1_000);
        }
        Files.write(first, removed);

        ChronicleJournalStore.open(context()).close();

        assertFalse(Files.exists(first));
    }

    @Test
    void shouldFindTheBeginningOfAShortenedJournalWhoseManifestIsLost() throws IOException {
        write(1_500);
        try (ChronicleJournalStore store = ChronicleJournalStore.open(context())) {
            store.removeOlderThan(Long.MAX_VALUE, () -> 1_000);
        }
        Manifest written = new JournalDirectory(directory).manifest();
        assertTrue(written.firstSequence() > 1, "the beginning was removed");
        Files.delete(directory.resolve(Manifest.FILE));

        Manifest derived = new JournalDirectory(directory).manifest();

        assertEquals(written.firstSequence(), derived.firstSequence());
        assertEquals(written.firstPreviousCrc(), derived.firstPreviousCrc());
    }

    @Test
    void shouldTellTheLastEntryThatItsListOfFilesKnows() {
        JournalDirectory source = new JournalDirectory(directory);
        assertEquals(0, source.listedSequence());
        write(700);
        assertEquals(700, source.listedSequence());
    }

    /** More than a lookup has room for at first, in a file that grows under it. */
    @Test
    void shouldFindEachEntryOfAFileWithManyEntries() {
        FrameScript shortest = new FrameScript(sequence -> 8);
        JournalContext large = context().fileBytes(16 << 20).maxFrameBytes(1 << 20);
        try (JournalStore store = ChronicleJournalStore.open(large);
                FrameLookup lookup = store.lookup()) {
            shortest.append(store.journal(), 5_000);
            for (long sequence : new long[] {1, 2, 32, 33, 2_048, 2_049, 4_096, 4_097, 4_999, 5_000, 64}) {
                assertTrue(lookup.find(sequence));
                assertEquals(sequence, Frame.sequence(lookup.buffer(), lookup.offset()));
                assertTrue(shortest.isFrame(
                        lookup.buffer(), lookup.offset(), Frame.length(lookup.buffer(), lookup.offset())));
            }
            assertFalse(lookup.find(5_001));
            shortest.append(store.journal(), 1);
            assertTrue(lookup.find(5_001));
            assertFalse(lookup.find(0));
        }
    }

    /** A look at the ends of files tells that something is wrong, and reading tells where it begins. */
    @Test
    void shouldNameTheFirstDamageThatAReaderMeets() throws IOException {
        write(1_500);
        CorruptJournalException atAnEnd =
                new CorruptJournalException("00000001/19700103F.cq4", 0, 1_000, FrameFault.NONE, "an end");
        JournalDirectory source = new JournalDirectory(directory);
        assertSame(atAnEnd, source.firstDamage(atAnEnd));

        Path first = directory.resolve("00000001/19700102F.cq4");
        byte[] bytes = Files.readAllBytes(first);
        try (FrameLookup lookup = source.lookup()) {
            assertTrue(lookup.find(17));
            bytes[lookup.offset() + 90] ^= 1;
        }
        Files.write(first, bytes);

        assertEquals(17, source.firstDamage(atAnEnd).sequence());
    }

    /** As after a kill, where the list never came to name them: each file is over because the next one has a frame. */
    @Test
    void shouldReadFilesThatNoListNamesYet() throws IOException {
        write(1_500);
        Manifest.EMPTY.write(directory);

        try (JournalReader reader = new JournalDirectory(directory).reader(1)) {
            assertEquals(1_500, script.readAll(reader).size());
        }
        try (JournalReader reader = new JournalDirectory(directory).reader(1_400)) {
            assertEquals(101, script.readAll(reader).size());
        }
    }

    /** The file that it reads is closed, and another one there, before it looks. */
    @Test
    void shouldGoOnAtOnceInTheFileOfTheNextStart() {
        write(10);
        try (JournalStore live = ChronicleJournalStore.open(context());
                JournalReader reader = new JournalDirectory(directory).reader(1)) {
            assertEquals(directory.toString(), reader.place());
            script.append(live.journal(), 10);
            for (int i = 0; i < 20; i++) {
                assertTrue(reader.next());
            }
            assertTrue(reader.place().matches("\\d{8}/\\d{8}F\\.cq4 at byte " + reader.offset()), reader::place);
            live.close();
            write(10);

            for (int i = 0; i < 10; i++) {
                assertTrue(reader.next(), "entry " + (21 + i));
            }
            assertEquals(30, reader.sequence());
        }
    }

    /** A follower looks for a new file every 20 ms at most, so that the first look may find none. */
    private void awaitSequence(JournalReader reader, long sequence) {
        long deadlineNs = System.nanoTime() + 60_000_000_000L;
        while (reader.sequence() < sequence && System.nanoTime() < deadlineNs) {
            if (reader.next()) {
                assertTrue(script.isFrame(reader.buffer(), reader.offset(), reader.length()));
            }
        }
        assertEquals(sequence, reader.sequence());
    }

    private void write(int frames) {
        try (JournalStore store = ChronicleJournalStore.open(context())) {
            script.append(store.journal(), frames);
        }
    }

    private JournalContext context() {
        return new JournalContext()
                .directory(directory)
                .fileBytes(256 << 10)
                .maxFrameBytes(64 << 10)
                .lowWaterBytes(0);
    }

    private Map<String, String> state() throws IOException {
        Map<String, String> state = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : (Iterable<Path>) paths::iterator) {
                state.put(path.toString(), Files.getLastModifiedTime(path) + " " + Files.size(path));
            }
        }
        return state;
    }
}
