package bankroll.journal.recovery;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import bankroll.journal.CorruptJournalException;
import bankroll.journal.FrameScript;
import bankroll.journal.Journal;
import bankroll.journal.JournalStore;
import bankroll.journal.JournalStore.RecoveredJournal;
import bankroll.journal.files.DurableFiles;
import bankroll.journal.files.ForcedMark;
import bankroll.journal.files.JournalFile;
import bankroll.journal.files.Manifest;
import bankroll.journal.reading.FrameCursor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a kill or a power cut leaves behind the last forced frame is set aside, said, and never lost. */
class TornTailTest {
    private static final int FORCED = 40;
    private static final int APPENDED = 50;

    @TempDir
    Path temporary;

    private final FrameScript script = new FrameScript(sequence -> 20 + sequence % 50 * 8);

    @Test
    void shouldKeepEverythingThatAKilledProcessAppended() {
        JournalOnDisk killed = killedAfter(FORCED, APPENDED);

        RecoveredJournal recovered = killed.recover();

        assertEquals(APPENDED, recovered.lastSequence());
        assertEquals(FORCED, recovered.forcedSequence());
        assertEquals(script.lastCrc(), recovered.lastCrc());
        assertEquals(List.of(), recovered.warnings());
        assertEquals(sequences(APPENDED), killed.recoverAndRead(script));
    }

    /** The last byte is the CRC's highest: the only one that may be zero by chance. */
    @Test
    void shouldSetAsideTheLastFrameCutAtEveryByte() throws IOException {
        JournalOnDisk killed = killedAfter(FORCED, APPENDED);
        JournalOnDisk.Place last = killed.place(APPENDED);
        byte[] frame = killed.read(last.file().path(), last.position(), last.length());
        for (int cut = 0; cut < last.length() - 1; cut++) {
            JournalOnDisk torn = killed.copy(temporary.resolve("cut-" + cut));
            torn.zero(torn.newest().path(), last.position() + cut, last.length() - cut);

            RecoveredJournal recovered = torn.recover();

            assertEquals(APPENDED - 1, recovered.lastSequence(), "cut at " + cut);
            assertEquals(2, recovered.warnings().size(), "cut at " + cut);
            assertTrue(recovered.warnings().get(0).startsWith("torn tail: "));
            assertArrayEquals(withoutZeros(frame, cut), setAside(torn, cut), "cut at " + cut);
            torn.delete();
        }
    }

    @Test
    void shouldSetAsideAFileThatIsCutOffInTheLastFrame() {
        JournalOnDisk killed = killedAfter(FORCED, APPENDED);
        JournalOnDisk.Place last = killed.place(APPENDED);
        for (int cut : new int[] {1, 8, 80, last.length() - 1}) {
            JournalOnDisk torn = killed.copy(temporary.resolve("truncated-" + cut));
            torn.truncate(torn.place(APPENDED).file().path(), last.position() + cut);

            assertEquals(APPENDED - 1, torn.recover().lastSequence(), "cut at " + cut);
            assertEquals(sequences(APPENDED - 1), torn.recoverAndRead(script));
        }
    }

    @Test
    void shouldSetAsideAnAppendThatNeverGotItsHeader() {
        JournalOnDisk killed = killedAfter(FORCED, APPENDED);
        JournalOnDisk.Place last = killed.place(APPENDED);
        killed.zero(last.file().path(), last.position() - 4, 4);

        RecoveredJournal recovered = killed.recover();

        assertEquals(APPENDED - 1, recovered.lastSequence());
        assertTrue(recovered.warnings().get(0).contains("set-aside/"), recovered.warnings()::toString);
    }

    @Test
    void shouldSetAsideEverythingBehindAPageThatNeverCame() {
        JournalOnDisk killed = killedAfter(FORCED, 200);
        JournalOnDisk.Place first = killed.place(FORCED + 20);
        killed.zero(first.file().path(), (first.position() + 4095) & -4096, 4096);

        RecoveredJournal recovered = killed.recover();

        assertTrue(recovered.lastSequence() >= FORCED && recovered.lastSequence() < 100, recovered::toString);
        assertEquals(200, recovered.appendedSequence());
        long last = recovered.lastSequence();
        assertTrue(recovered.warnings().get(0).contains("torn tail"));
        assertTrue(recovered.warnings().get(0).contains("is good up to sequence " + last + ";"));
        String lost = recovered.warnings().get(1);
        assertTrue(lost.contains("a power cut took them"), lost);
        assertTrue(lost.startsWith(200 - last + " frames "), lost);
        assertTrue(lost.contains("(sequences " + (last + 1) + " to 200)"), lost);
        assertEquals(sequences(recovered.lastSequence()), killed.recoverAndRead(script));
    }

    @Test
    void shouldGoOnBehindTheTornTailAndReportItOnce() {
        JournalOnDisk torn = killedAfter(FORCED, APPENDED);
        JournalOnDisk.Place last = torn.place(APPENDED);
        torn.flip(last.file().path(), last.position() + 90);
        FrameScript again = new FrameScript(sequence -> 20 + sequence % 50 * 8);
        try (JournalStore store = torn.open()) {
            again.continueAfter(store.recovered());
            again.append(store.journal(), 20);
        }

        RecoveredJournal recovered = torn.recover();

        assertEquals(List.of(), recovered.warnings());
        assertEquals(APPENDED - 1 + 20, recovered.lastSequence());
        assertEquals(sequences(APPENDED - 1 + 20), torn.recoverAndRead(script));
    }

    @Test
    void shouldSetAsideTheFilesBehindATornOne() throws IOException {
        JournalOnDisk original = new JournalOnDisk(temporary.resolve("original"));
        JournalOnDisk torn;
        try (JournalStore store = original.open()) {
            Journal journal = store.journal();
            script.append(journal, 10);
            journal.force();
            byte[] manifest = Files.readAllBytes(original.directory().resolve(Manifest.FILE));
            script.append(journal, 1_500);
            torn = original.copy(temporary.resolve("torn"));
            Files.write(torn.directory().resolve(Manifest.FILE), manifest);
        }
        JournalOnDisk.Place place = torn.place(500);
        long behind = torn.files().stream()
                .filter(file -> file.number() > place.file().number())
                .count();
        assertTrue(behind >= 1, "the script must roll");
        torn.flip(place.file().path(), place.position() + 100);

        RecoveredJournal recovered = torn.recover();

        assertEquals(499, recovered.lastSequence());
        assertEquals(place.file(), torn.newest());
        assertEquals(
                behind,
                recovered.warnings().stream()
                        .filter(warning -> warning.contains(" came after the torn tail and was moved to set-aside/"))
                        .count());
        assertEquals(sequences(499), torn.recoverAndRead(script));
    }

    /** The file before it is clean: the pages that never came were its last. */
    @Test
    void shouldSetAsideAWholeFileWhenTheOneBeforeItLostItsEnd() throws IOException {
        JournalOnDisk torn = killedInItsSecondFileAfter(FORCED);
        JournalFile second = torn.files().get(1);
        long first = FrameCursor.firstSequence(second);
        JournalOnDisk.Place lost = torn.place(first - 3);
        Path path = lost.file().path();
        int from = lost.position() - 4;
        torn.zero(path, from, (int) Files.size(path) - from);

        RecoveredJournal recovered = torn.recover();

        assertEquals(first - 4, recovered.lastSequence());
        assertTrue(
                recovered
                        .warnings()
                        .get(0)
                        .contains("file was moved to set-aside/" + second.name().replace('/', '-')),
                recovered.warnings()::toString);
        assertEquals(sequences(first - 4), torn.recoverAndRead(script));
    }

    private JournalOnDisk killedInItsSecondFileAfter(int forced) throws IOException {
        JournalOnDisk original = new JournalOnDisk(temporary.resolve("original"));
        try (JournalStore store = original.open()) {
            script.append(store.journal(), forced);
            store.journal().force();
            byte[] manifest = Files.readAllBytes(original.directory().resolve(Manifest.FILE));
            byte[] mark = Files.readAllBytes(original.directory().resolve(ForcedMark.FILE));
            while (original.files().size() < 2) {
                script.append(store.journal(), 100);
            }
            JournalOnDisk killed = original.copy(temporary.resolve("killed"));
            Files.write(killed.directory().resolve(Manifest.FILE), manifest);
            Files.write(killed.directory().resolve(ForcedMark.FILE), mark);
            return killed;
        }
    }

    /** The mark alone says what was promised, and that is enough. */
    @Test
    void shouldTellATornTailByTheMarkWhenTheManifestIsLost() throws IOException {
        JournalOnDisk torn = killedAfter(FORCED, APPENDED);
        JournalOnDisk.Place last = torn.place(APPENDED);
        torn.flip(last.file().path(), last.position() + 90);
        Files.delete(torn.directory().resolve(Manifest.FILE));

        assertEquals(APPENDED - 1, torn.recover().lastSequence());
    }

    @Test
    void shouldCloseAFileWhoseTurnTheManifestMissed() throws IOException {
        JournalOnDisk original = new JournalOnDisk(temporary.resolve("original"));
        JournalOnDisk killed;
        try (JournalStore store = original.open()) {
            script.append(store.journal(), 1);
            byte[] manifest = Files.readAllBytes(original.directory().resolve(Manifest.FILE));
            script.append(store.journal(), 2_000);
            killed = original.copy(temporary.resolve("killed"));
            Files.write(killed.directory().resolve(Manifest.FILE), manifest);
        }

        assertEquals(List.of(), killed.recover().warnings());
        assertEquals(sequences(2_001), killed.recoverAndRead(script));
    }

    /** Nothing behind a torn place follows anything. */
    @Test
    void shouldSetAsideAFileWithoutOneGoodFrameAndAllThatComeBehindIt() throws IOException {
        JournalOnDisk torn = killedAfter(FORCED, APPENDED);
        Path run = torn.newest().path().getParent();
        byte[] noFrame = Files.readAllBytes(torn.newest().path());
        noFrame[torn.place(1).position()] ^= 1;
        Files.write(run.resolve("19700103F.cq4"), noFrame);
        Files.write(run.resolve("19700104F.cq4"), new byte[256 << 10]);

        RecoveredJournal recovered = torn.recover();

        assertEquals(APPENDED, recovered.lastSequence());
        assertEquals(2, recovered.warnings().size(), recovered.warnings()::toString);
        List<String> names = List.of("set-aside/00000001-19700103F.cq4", "set-aside/00000001-19700104F.cq4");
        for (int i = 0; i < names.size(); i++) {
            assertTrue(Files.exists(torn.directory().resolve(names.get(i))), names.get(i));
            assertTrue(recovered.warnings().get(i).endsWith("was moved to " + names.get(i)), recovered::toString);
        }
        assertEquals(sequences(APPENDED), torn.recoverAndRead(script));
    }

    @Test
    void shouldSetAsideOnAnotherDiskWhereALinkSaysSo() throws IOException {
        JournalOnDisk torn = killedAfter(FORCED, APPENDED);
        Path behind = torn.newest().path().resolveSibling("19700103F.cq4");
        byte[] headless = writeWithoutItsBeginning(torn, behind);
        Path memory = Path.of("/dev/shm");
        assumeTrue(
                Files.isWritable(memory) && !Files.getFileStore(memory).equals(Files.getFileStore(behind)),
                "needs another file system");
        Path elsewhere = Files.createTempDirectory(memory, "set-aside");
        try {
            Files.createSymbolicLink(torn.directory().resolve("set-aside"), elsewhere);

            torn.recover();

            assertArrayEquals(headless, Files.readAllBytes(elsewhere.resolve("00000001-19700103F.cq4")));
            assertTrue(Files.notExists(behind));
        } finally {
            DurableFiles.deleteAll(elsewhere);
        }
    }

    /** Its first page never came: it looks like a file that was never begun, but frames stand in it. */
    @Test
    void shouldSetAsideAFileThatLostItsBeginning() throws IOException {
        JournalOnDisk torn = killedAfter(APPENDED, APPENDED);
        byte[] headless = writeWithoutItsBeginning(torn, torn.newest().path().resolveSibling("19700103F.cq4"));

        String warning = torn.recover().warnings().get(0);

        assertTrue(warning.contains("is good up to sequence " + APPENDED + ";"), warning);
        assertArrayEquals(headless, Files.readAllBytes(torn.directory().resolve("set-aside/00000001-19700103F.cq4")));
    }

    private static byte[] writeWithoutItsBeginning(JournalOnDisk torn, Path behind) throws IOException {
        byte[] headless = Files.readAllBytes(torn.newest().path());
        Arrays.fill(headless, 0, 4096, (byte) 0);
        Files.write(behind, headless);
        return headless;
    }

    @Test
    void shouldRemoveFilesThatWereCreatedButNeverWrittenWithoutAWord() throws IOException {
        JournalOnDisk killed = killedAfter(FORCED, APPENDED);
        Path run = killed.newest().path().getParent();
        Files.write(run.resolve("19700103F.cq4"), new byte[256 << 10]);
        Files.write(run.resolve("19700104F.cq4"), new byte[256 << 10]);

        assertEquals(List.of(), killed.recover().warnings());
        assertEquals(1, killed.files().size());
        assertTrue(Files.notExists(killed.directory().resolve("set-aside")));
    }

    @Test
    void shouldRemoveAFileThatWasCreatedButNeverWritten() throws IOException {
        JournalOnDisk killed = killedAfter(FORCED, APPENDED);
        Path run = killed.newest().path().getParent();
        byte[] empty = new byte[256 << 10];
        Files.write(run.resolve("19700103F.cq4"), empty);

        assertEquals(APPENDED, killed.recover().lastSequence());
        assertEquals(List.of(), killed.recover().warnings());
        assertEquals(1, killed.files().size());
    }

    /** The mark on the disk is as old as the first force; what later frames say is newer. */
    @Test
    void shouldTellDamageFromATornTailByWhatLaterFramesSay() throws IOException {
        int forcedLater = 100;
        JournalOnDisk cut = cutWithAnOldMark(forcedLater);
        JournalOnDisk.Place damaged = cut.place(forcedLater);
        JournalOnDisk.Place torn = cut.place(forcedLater + 1);
        JournalOnDisk damagedCut = cut.copy(temporary.resolve("damaged"));
        damagedCut.flip(damagedCut.newest().path(), damaged.position() + 90);
        JournalOnDisk holeCut = cut.copy(temporary.resolve("hole"));
        holeCut.zero(holeCut.newest().path(), cut.place(FORCED + 5).position() - 4, 1_000);
        cut.flip(cut.newest().path(), torn.position() + 90);

        CorruptJournalException refused = assertThrows(CorruptJournalException.class, damagedCut::recover);
        assertEquals(forcedLater, refused.sequence());
        assertTrue(refused.getMessage().contains("up to 100 had been forced"), refused::getMessage);
        assertEquals(
                FORCED + 5,
                assertThrows(CorruptJournalException.class, holeCut::recover).sequence());
        assertEquals(forcedLater, cut.recover().lastSequence());
    }

    private JournalOnDisk cutWithAnOldMark(int forcedLater) throws IOException {
        JournalOnDisk original = new JournalOnDisk(temporary.resolve("original"));
        try (JournalStore store = original.open()) {
            Journal journal = store.journal();
            script.sealer().forced(journal::lastForced);
            script.append(journal, FORCED);
            journal.force();
            byte[] mark = Files.readAllBytes(original.directory().resolve(ForcedMark.FILE));
            script.append(journal, forcedLater - FORCED);
            journal.force();
            script.append(journal, 50);
            JournalOnDisk cut = original.copy(temporary.resolve("cut"));
            Files.write(cut.directory().resolve(ForcedMark.FILE), mark);
            return cut;
        }
    }

    private JournalOnDisk killedAfter(int forced, int appended) {
        JournalOnDisk original = new JournalOnDisk(temporary.resolve("original"));
        try (JournalStore store = original.open()) {
            script.append(store.journal(), forced);
            store.journal().force();
            script.append(store.journal(), appended - forced);
            return original.copy(temporary.resolve("killed"));
        }
    }

    private static List<Long> sequences(long to) {
        return LongStream.rangeClosed(1, to).boxed().toList();
    }

    /** What was set aside, from behind the record's header. */
    private static byte[] setAside(JournalOnDisk journal, int cut) throws IOException {
        Path copies = journal.directory().resolve("set-aside");
        try (var files = Files.list(copies)) {
            byte[] bytes = Files.readAllBytes(files.findFirst().orElseThrow());
            return cut == 0 ? new byte[0] : Arrays.copyOfRange(bytes, 4, bytes.length);
        }
    }

    private static byte[] withoutZeros(byte[] frame, int cut) {
        int end = cut;
        while (end > 0 && frame[end - 1] == 0) {
            end--;
        }
        return Arrays.copyOf(frame, end);
    }
}
