package bankroll.journal.recovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.journal.FrameScript;
import bankroll.journal.JournalStore;
import bankroll.journal.files.ForcedMark;
import bankroll.journal.files.JournalFile;
import bankroll.journal.files.Manifest;
import bankroll.testkit.ForcedFiles;
import bankroll.testkit.RecordedDisk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a start does to the disk, in which order: nothing is taken for closed, moved or removed before it is safe. */
class RecoveryOrderTest {
    private static final int RECORD_HEADER = 4;
    private static final List<String> MANIFEST = List.of(
            "write manifest.tmp", "force manifest.tmp", "rename manifest.tmp to manifest", "force the directory");

    private static final String MOVED = "rename 00000001/19700103F.cq4 to set-aside/00000001-19700103F.cq4";
    /** Finds each directory as it was forced last. */
    private static final Random NOTHING_MORE = new Random(1) {
        @Override
        public int nextInt(int bound) {
            return 0;
        }
    };

    private final FrameScript script = new FrameScript(sequence -> 20 + sequence % 50 * 8);
    private JournalOnDisk killed;
    private String live;
    private long rewritten;

    @BeforeEach
    void givenAKilledProcessWithFramesThatWereNotForced(@TempDir Path directory) {
        JournalOnDisk original = new JournalOnDisk(directory.resolve("original"));
        try (JournalStore store = original.open()) {
            script.append(store.journal(), 40);
            store.journal().force();
            script.append(store.journal(), 10);
            killed = original.copy(directory.resolve("killed"));
        }
        live = killed.newest().name();
    }

    @Test
    void shouldWriteAgainAndForceWhatWasNotKnownToBeOnDiskBeforeTheManifestSaysSo() throws IOException {
        List<String> events = recover();

        assertEquals(
                List.of(
                        "write " + live,
                        "force " + live,
                        "cut " + live,
                        "force " + live,
                        "force " + live,
                        "force 00000001",
                        "force the directory"),
                events.subList(0, 7));
        assertEquals(MANIFEST, events.subList(7, 11));
    }

    @Test
    void shouldBringACopyOfATornTailToTheDiskBeforeTheManifestLeavesItOut() throws IOException {
        tear();

        List<String> events = recover();

        String copy = events.get(7).substring("write ".length());
        assertTrue(copy.startsWith("set-aside/"), copy);
        assertEquals(
                List.of(
                        "write " + live,
                        "force " + live,
                        "force " + live,
                        "force 00000001",
                        "force the directory",
                        "create directory set-aside",
                        "force the directory",
                        "write " + copy,
                        "force " + copy,
                        "force set-aside"),
                events.subList(0, 10));
        assertEquals(MANIFEST, events.subList(10, 14));
    }

    @Test
    void shouldMoveFilesBehindATornTailOnceTheManifestDoesWithoutThem() throws IOException {
        tear();
        copyBehind("19700103F.cq4");

        List<String> events = recover();

        int moved = events.indexOf(MOVED);
        assertEquals(List.of("force set-aside", "force 00000001"), events.subList(moved + 1, moved + 3));
        assertTrue(moved > events.indexOf(MANIFEST.get(2)), events::toString);
    }

    @Test
    void shouldDeleteOldFilesAndReservesOnceTheManifestDoesWithoutThem() throws IOException {
        Path reserve = killed.newest().path().resolveSibling("x.precreated");
        Files.createFile(reserve);

        List<String> events = recover();

        assertTrue(events.indexOf("delete 00000001/x.precreated") > events.indexOf(MANIFEST.get(3)), events::toString);
    }

    /** A power cut may bring a name back that is gone since the last force; no manifest knows that file any more. */
    @Test
    void shouldBringToTheDiskThatAFileWithoutAnEntryIsGone() throws IOException {
        Files.createFile(killed.newest().path().resolveSibling("19700103F.cq4"));

        List<String> events = recover();

        int deleted = events.indexOf("delete 00000001/19700103F.cq4");
        assertTrue(deleted > events.indexOf(MANIFEST.get(3)), events::toString);
        assertEquals("force 00000001", events.get(deleted + 1));
    }

    /** One that comes back without those behind it is taken for a gap where the manifest is lost, too. */
    @Test
    void shouldBringToTheDiskThatOldFilesAreGoneWhateverRunTheyAreOf() throws IOException {
        TailRecovery.run(killed.directory());
        String old = killed.newest().name();
        try (JournalStore store = killed.open()) {
            script.append(store.journal(), 1);
        }
        Manifest whole = Manifest.read(killed.directory());
        whole.from(whole.closed().get(1).firstSequence()).write(killed.directory());

        List<String> events = recover();

        int deleted = events.indexOf("delete " + old);
        assertTrue(deleted > events.indexOf(MANIFEST.get(3)), events::toString);
        assertEquals("force 00000001", events.get(deleted + 1));
    }

    /** It sees the file no more where it was, and a power cut would bring it back there. */
    @Test
    void shouldBringToTheDiskThatAFileIsGoneWhichAKilledStartHasMoved() throws IOException {
        tear();
        copyBehind("19700103F.cq4");
        RecordedDisk disk = new RecordedDisk(killed.directory());
        disk.during(MOVED, RecoveryOrderTest::kill);
        assertThrows(Killed.class, () -> TailRecovery.run(disk.root()));

        List<String> events = recover();

        int noted = events.indexOf(MANIFEST.get(2));
        assertEquals(List.of("force set-aside", "force 00000001"), events.subList(noted + 2, noted + 4));
    }

    @Test
    void shouldHaveAllOnDiskThatItKeepsAndNothingElseWhereverTheStartBeforeWasKilled(@TempDir Path directory)
            throws IOException {
        tear();
        copyBehind("19700103F.cq4");
        copyBehind("19700104F.cq4");
        Files.createFile(killed.newest().path().resolveSibling("19700105F.cq4"));
        int kills = 0;
        for (boolean isKilled = true; isKilled; kills++) {
            Path start = killed.copy(directory.resolve("start-" + kills)).directory();
            ForcedFiles first = ForcedFiles.of(start);
            isKilled = recover(start, first, kills);
            Path next = directory.resolve("next-" + kills);
            ForcedFiles second = first.copy(next);
            recover(next, second, Integer.MAX_VALUE);
            Path cut = directory.resolve("cut-" + kills);
            second.cut(cut, NOTHING_MORE);

            assertEquals(names(next), names(cut), "killed at event " + kills);
        }
        assertTrue(kills > 10, "killed " + kills + " times");
    }

    /** Whether the start was killed: behind so many forces and names that came, went or changed. */
    private static boolean recover(Path journal, ForcedFiles forced, int events) throws IOException {
        int[] left = {events};
        Runnable mayKill = () -> {
            if (left[0]-- == 0) {
                kill();
            }
        };
        RecordedDisk disk = new RecordedDisk(journal);
        disk.simulate(
                (path, real) -> {
                    mayKill.run();
                    forced.forcing(path).run();
                },
                () -> {
                    look(forced);
                    mayKill.run();
                });
        try {
            TailRecovery.run(disk.root());
            return false;
        } catch (Killed e) {
            return true;
        }
    }

    private static void look(ForcedFiles forced) {
        try {
            forced.look();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Set<String> names(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.map(path -> directory.relativize(path).toString())
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static void kill() {
        throw new Killed();
    }

    /** A kernel that failed to write may have taken any of these pages for clean, the first one too. */
    @Test
    void shouldWriteAFileAgainFromItsBeginningWhereNothingOfItWasForced(@TempDir Path directory) throws IOException {
        JournalOnDisk original = new JournalOnDisk(directory.resolve("unforced"));
        try (JournalStore store = original.open()) {
            new FrameScript(sequence -> 20).append(store.journal(), 10);
            killed = original.copy(directory.resolve("killed-unforced"));
        }
        live = killed.newest().name();

        assertEquals(List.of("write " + live, "force " + live), recover().subList(0, 2));
        assertEquals(rewritten(0, 10), rewritten);
    }

    @Test
    void shouldWriteAgainWhatIsBehindTheLastForceAndNothingBefore() throws IOException {
        recover();

        assertEquals(rewritten(killed.place(41).position() - RECORD_HEADER, 50), rewritten);
    }

    /** The keeper may not have come to force a file that was full when its process was killed. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldWriteAgainAndForceTheFullFilesOfALostManifestThatNoMarkSpeaksFor(
            boolean hasMark, @TempDir Path directory) throws IOException {
        JournalOnDisk original = new JournalOnDisk(directory.resolve("filled"));
        try (JournalStore store = original.open()) {
            FrameScript frames = FrameScript.small();
            frames.append(store.journal(), 50);
            store.journal().force();
            frames.append(store.journal(), 1_450);
            killed = original.copy(directory.resolve("killed-filled"));
        }
        Files.deleteIfExists(killed.directory().resolve(Manifest.FILE));
        if (!hasMark) {
            Files.delete(killed.directory().resolve(ForcedMark.FILE));
        }
        List<JournalFile> files = JournalFile.all(killed.directory());
        assertTrue(files.size() >= 3, "the script must roll");

        List<String> events = recover();

        for (JournalFile full : files.subList(0, files.size() - 1)) {
            int written = events.indexOf("write " + full.name());
            assertTrue(written >= 0, full.name() + " in " + events);
            assertEquals(List.of("force " + full.name(), "force 00000001"), events.subList(written + 1, written + 3));
            assertTrue(written < events.indexOf(MANIFEST.get(0)), events::toString);
        }
    }

    @Test
    void shouldNotWriteTheFullFilesOfALostManifestAgainThatTheMarkSpeaksFor(@TempDir Path directory)
            throws IOException {
        JournalOnDisk original = new JournalOnDisk(directory.resolve("forced"));
        try (JournalStore store = original.open()) {
            FrameScript.small().append(store.journal(), 1_500);
            store.journal().force();
            killed = original.copy(directory.resolve("killed-forced"));
        }
        Files.deleteIfExists(killed.directory().resolve(Manifest.FILE));

        List<String> events = recover();

        for (JournalFile full : JournalFile.all(killed.directory())) {
            assertFalse(events.contains("write " + full.name()), events::toString);
        }
    }

    /** A file whose first frame did not come to the disk whole. */
    private void copyBehind(String name) throws IOException {
        Path behind = killed.newest().path().resolveSibling(name);
        JournalOnDisk.Place first = killed.place(1);
        Files.copy(first.file().path(), behind);
        killed.flip(behind, first.position());
    }

    private long rewritten(long from, long lastSequence) {
        JournalOnDisk.Place last = killed.place(lastSequence);
        return last.position() + last.length() - from;
    }

    private List<String> recover() throws IOException {
        RecordedDisk disk = new RecordedDisk(killed.directory());
        disk.during("force " + live, () -> rewritten = disk.bytesWritten());
        TailRecovery.run(disk.root());
        return disk.events();
    }

    /** The last frame came to the disk but for its end. */
    private void tear() {
        JournalOnDisk.Place last = killed.place(50);
        killed.zero(last.file().path(), last.position() + last.length() - 8, 8);
    }

    private static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1;
    }
}
