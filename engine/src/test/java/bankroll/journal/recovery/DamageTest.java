package bankroll.journal.recovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ConditionException;
import bankroll.journal.Chain.ChainHead;
import bankroll.journal.CorruptJournalException;
import bankroll.journal.Frame;
import bankroll.journal.FrameFault;
import bankroll.journal.FrameLookup;
import bankroll.journal.FrameScript;
import bankroll.journal.JournalContext;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalStore;
import bankroll.journal.JournalStore.RecoveredJournal;
import bankroll.journal.chronicle.ChronicleJournalStore;
import bankroll.journal.files.ClosedFile;
import bankroll.journal.files.ForcedMark;
import bankroll.journal.files.JournalFile;
import bankroll.journal.files.Manifest;
import bankroll.journal.reading.FrameCursor;
import bankroll.journal.reading.JournalDirectory;
import bankroll.testkit.RecordedDisk;
import bankroll.testkit.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damage to what had been forced refuses the start, or the reading, and names the place; it never changes a frame. */
class DamageTest {
    private static final int APPENDED = 1_000;

    @TempDir
    Path temporary;

    private final FrameScript script = FrameScript.small();

    @Test
    void shouldRefuseAByteFlippedInAnyPartOfAForcedFrame() {
        JournalOnDisk killed = killed();
        JournalOnDisk.Place frame = killed.place(APPENDED - 5);
        parts(frame).forEach((part, offset) -> {
            JournalOnDisk damaged = killed.copy(temporary.resolve(part.replace(' ', '-')));
            damaged.flip(damaged.newest().path(), frame.position() + offset);

            CorruptJournalException refused = assertThrows(CorruptJournalException.class, damaged::recover, part);

            assertEquals(frame.file().name(), refused.file(), part);
            assertEquals(frame.sequence(), refused.sequence(), part);
            assertEquals(frame.position() - 4, refused.position(), part);
            assertTrue(refused.getMessage().contains("./bankroll journal verify"), refused::getMessage);
        });
    }

    /** Whole in itself, with the right sequence and length; only its link to the frame before is another's. */
    @Test
    void shouldRefuseAGoodFrameOfAnotherJournal() {
        JournalOnDisk other = new JournalOnDisk(temporary.resolve("other"));
        FrameScript same = FrameScript.small();
        byte[] ones = new byte[ChainHead.BYTES];
        Arrays.fill(ones, (byte) 1);
        same.sealer().chain((frame, at) -> new ChainHead(0, ones).put(frame, at));
        try (JournalStore store = other.open()) {
            same.append(store.journal(), APPENDED);
        }
        JournalOnDisk.Place theirs = other.place(APPENDED - 5);
        for (JournalOnDisk journal : List.of(killed(), closed())) {
            JournalOnDisk.Place ours = journal.place(APPENDED - 5);
            byte[] frame = other.read(theirs.file().path(), theirs.position(), theirs.length());
            journal.write(ours.file().path(), ours.position(), frame);

            CorruptJournalException refused =
                    assertThrows(CorruptJournalException.class, () -> journal.recoverAndRead(script));

            assertEquals(FrameFault.WRONG_PREVIOUS_CRC, refused.fault());
            assertEquals(APPENDED - 5, refused.sequence());
        }
    }

    /** Its link to the frame before is right; only its number is one too high. */
    @Test
    void shouldRefuseAGapInTheSequences() {
        JournalOnDisk gap = new JournalOnDisk(temporary.resolve("gap"));
        FrameScript skipping = FrameScript.small();
        try (JournalStore store = gap.open()) {
            skipping.append(store.journal(), 10);
            skipping.sealer().continueAfter(11, skipping.lastCrc());
            int length = skipping.sealNext();
            store.journal().append(skipping.buffer(), 0, length, 11);
            try (JournalReader reader = store.reader(1)) {
                CorruptJournalException refused =
                        assertThrows(CorruptJournalException.class, () -> script.readAll(reader));

                assertEquals(FrameFault.WRONG_SEQUENCE, refused.fault());
                assertEquals(11, refused.sequence());
            }
            JournalOnDisk killed = gap.copy(temporary.resolve("killed-gap"));
            assertEquals(FrameFault.WRONG_SEQUENCE, assertRefused(killed).fault(), "whether it was forced or not");
        }
    }

    @Test
    void shouldRefuseToReadAByteFlippedInAClosedFile() {
        JournalOnDisk closed = closed();
        JournalOnDisk.Place frame = closed.place(100);
        closed.flip(frame.file().path(), frame.position() + 90);
        try (JournalStore store = closed.open();
                JournalReader reader = store.reader(1)) {

            CorruptJournalException refused = assertThrows(CorruptJournalException.class, () -> script.readAll(reader));

            assertEquals(99, reader.sequence());
            assertEquals(100, refused.sequence());
            assertEquals(frame.file().name(), refused.file());
        }
    }

    @Test
    void shouldRefuseAZeroedPageThatHadBeenForced() {
        JournalOnDisk killed = killed();
        List<JournalOnDisk.Place> frames = killed.places().stream()
                .filter(place -> place.file().equals(killed.newest()))
                .toList();
        JournalOnDisk.Place frame = frames.get(frames.size() / 3);
        killed.zero(killed.newest().path(), (frame.position() + 4095) & -4096, 4096);

        CorruptJournalException refused = assertThrows(CorruptJournalException.class, killed::recover);

        assertTrue(refused.sequence() >= frame.sequence() && refused.sequence() < APPENDED, refused::getMessage);
        assertTrue(refused.getMessage().contains("had been forced to disk"), refused::getMessage);
    }

    @Test
    void shouldRefuseAZeroedHeaderPage() {
        JournalOnDisk killed = killed();
        killed.zero(killed.newest().path(), 0, 4096);
        JournalOnDisk closed = closed();
        closed.zero(closed.files().get(0).path(), 0, 4096);

        assertEquals(killed.newest().name(), assertRefused(killed).file());
        assertEquals(closed.files().get(0).name(), assertRefused(closed).file());
    }

    @Test
    void shouldRefuseAMissingFile() throws IOException {
        for (JournalOnDisk journal : List.of(killed(), closed())) {
            for (JournalFile file : journal.files()) {
                JournalOnDisk damaged = journal.copy(temporary.resolve("missing"));
                Files.delete(damaged.directory().resolve(file.name()));

                CorruptJournalException refused = assertRefused(damaged);

                assertTrue(refused.getMessage().contains("missing"), refused::getMessage);
                assertEquals(file.name(), refused.file());
                assertEquals(FrameCursor.firstSequence(file), refused.sequence());
                damaged.delete();
            }
        }
    }

    @Test
    void shouldRefuseAnEmptiedFile() {
        for (JournalOnDisk journal : List.of(killed(), closed())) {
            for (JournalFile file : journal.files()) {
                JournalOnDisk damaged = journal.copy(temporary.resolve("emptied"));
                damaged.truncate(damaged.directory().resolve(file.name()), 0);

                assertEquals(file.name(), assertRefused(damaged).file());
                damaged.delete();
            }
        }
    }

    @Test
    void shouldRefuseADoubledFile() throws IOException {
        JournalOnDisk closed = closed();
        Path first = closed.files().get(0).path();
        for (String name : List.of("00000001/19700120F.cq4", "00000009/19700110F.cq4", "00000002/19700102F.cq4")) {
            JournalOnDisk damaged = closed.copy(temporary.resolve("doubled"));
            Files.createDirectories(damaged.directory().resolve(name).getParent());
            Files.copy(first, damaged.directory().resolve(name));

            assertEquals(name, assertRefused(damaged).file());
            damaged.delete();
        }
    }

    @Test
    void shouldRefuseSwappedFiles() throws IOException {
        JournalOnDisk closed = closed();
        Path first = closed.files().get(0).path();
        Path second = closed.files().get(1).path();
        Path aside = temporary.resolve("aside");
        Files.move(first, aside);
        Files.move(second, first);
        Files.move(aside, second);

        assertEquals(closed.files().get(0).name(), assertRefused(closed).file());
    }

    @Test
    void shouldRefuseAFileThatChronicleDiscardedOrThatHasNoName() throws IOException {
        for (String name : List.of("19700102F.cq4-1700000000000.discard", "19700102F-old.cq4")) {
            JournalOnDisk damaged = closed().copy(temporary.resolve(name));
            Files.writeString(damaged.directory().resolve("00000001").resolve(name), "x");

            assertEquals("00000001/" + name, assertRefused(damaged).file());
        }
    }

    @Test
    void shouldMakeAManifestAnewThatIsDamagedOrMissing() throws IOException {
        JournalOnDisk closed = closed();
        Path manifest = closed.directory().resolve(Manifest.FILE);
        byte[] good = Files.readAllBytes(manifest);
        for (int i = 0; i < good.length; i += 97) {
            byte[] bad = good.clone();
            bad[i] ^= 0x01;
            assertMadeAnew(closed, bad, "damaged");
        }
        assertMadeAnew(closed, Arrays.copyOf(good, good.length / 2), "damaged");
        assertMadeAnew(closed, new byte[0], "damaged");
        assertMadeAnew(closed, null, "missing");
    }

    private void assertMadeAnew(JournalOnDisk journal, byte[] manifest, String what) throws IOException {
        JournalOnDisk damaged = journal.copy(temporary.resolve("anew"));
        Path file = damaged.directory().resolve(Manifest.FILE);
        Manifest before = Manifest.read(damaged.directory());
        if (manifest == null) {
            Files.delete(file);
        } else {
            Files.write(file, manifest);
        }
        assertEquals(APPENDED, damaged.recoverAndRead(script).size());
        assertEquals(before, Manifest.read(damaged.directory()));
        Files.write(file, new byte[1]);
        assertTrue(damaged.recover().warnings().get(0).contains("It was made anew"), what);
        damaged.delete();
    }

    @Test
    void shouldTellHowManyFilesWereLookedAtWhileItIsOpened() throws IOException {
        JournalOnDisk closed = closed();
        int all = closed.files().size();
        assertEquals(LongStream.rangeClosed(1, all).boxed().toList(), heard(closed));

        Files.delete(closed.directory().resolve(Manifest.FILE));
        List<Long> readAndChecked = heard(closed);
        assertEquals(
                LongStream.range(1, all).boxed().toList(),
                readAndChecked.subList(0, all - 1),
                "the last file counts as still being written");
        assertEquals(readAndChecked.subList(0, all - 1), readAndChecked.subList(all - 1, 2 * all - 2));
    }

    private static List<Long> heard(JournalOnDisk journal) {
        List<Long> heard = new ArrayList<>();
        JournalContext context = journal.context().openingWatch((files, of) -> {
            heard.add(files);
            assertTrue(files <= of, files + " of " + of);
        });
        ChronicleJournalStore.open(context).close();
        return heard;
    }

    /** Nothing may be lost by it: the files alone tell that one of them is gone. */
    @Test
    void shouldRefuseAMissingFileWithoutItsManifestToo() throws IOException {
        JournalOnDisk closed = closed();
        JournalFile gone = closed.files().get(1);
        long first = FrameCursor.firstSequence(gone);
        Files.delete(closed.directory().resolve(Manifest.FILE));
        Files.delete(gone.path());

        CorruptJournalException refused = assertRefused(closed);

        assertEquals(first, refused.sequence());
        assertTrue(refused.getMessage().contains(": found sequence "), refused::getMessage);
        assertFalse(refused.getMessage().contains("a copy of another file?"), refused::getMessage);
        assertTrue(refused.getMessage().contains("entries up to " + (first - 1) + " are good"), refused::getMessage);
    }

    /** A tail that was set aside ends its file for good, and only the link to the next file says so. */
    @Test
    void shouldKnowWithoutTheManifestWhereAFileEndsWhoseTailWasSetAside() throws IOException {
        JournalOnDisk killed = killed();
        JournalOnDisk.Place last = killed.place(APPENDED);
        Files.delete(killed.directory().resolve(ForcedMark.FILE));
        killed.zero(last.file().path(), last.position() + 40, last.length() - 40);
        try (JournalStore store = killed.open()) {
            FrameScript next = FrameScript.small();
            next.sealer().continueAfter(APPENDED - 1, store.recovered().lastCrc());
            int length = next.sealNext();
            store.journal().append(next.buffer(), 0, length, APPENDED);
        }
        assertTrue(Files.exists(killed.directory().resolve("set-aside")));
        Files.delete(killed.directory().resolve(Manifest.FILE));

        assertEquals(APPENDED, killed.recover().lastSequence());
    }

    @Test
    void shouldLeaveAManifestOfANewerReleaseAlone() throws IOException {
        JournalOnDisk closed = closed();
        Path manifest = closed.directory().resolve(Manifest.FILE);
        String lines = "bankroll-journal-manifest 2\nbase sequence=1 previous-crc=00000000\n";
        CRC32C checksum = new CRC32C();
        checksum.update(lines.getBytes(StandardCharsets.US_ASCII));
        String text = lines + String.format(Locale.ROOT, "end crc32c=%08x\n", checksum.getValue());
        Files.writeString(manifest, text);

        ConditionException refused = assertThrows(ConditionException.class, closed::recover);

        assertTrue(refused.getMessage().contains("newer release"), refused::getMessage);
        assertEquals(text, Files.readString(manifest));
    }

    @Test
    void shouldOutliveBothSlotsOfTheMarkWhereAllThatWasWrittenIsWhole() {
        JournalOnDisk killed = killed();
        Path mark = killed.directory().resolve(ForcedMark.FILE);
        JournalOnDisk oneSlot = killed.copy(temporary.resolve("one-slot"));
        oneSlot.flip(oneSlot.directory().resolve(ForcedMark.FILE), 16);
        assertEquals(APPENDED, oneSlot.recover().lastSequence());

        killed.flip(mark, 16);
        killed.flip(mark, 512 + 16);
        RecoveredJournal recovered = killed.recover();
        assertEquals(APPENDED, recovered.lastSequence());
        assertTrue(
                recovered.warnings().get(0).contains(ForcedMark.FILE + " is damaged"), recovered.warnings()::toString);
    }

    /** The mark could have said that it was promised: without it, cutting it is a person's decision. */
    @Test
    void shouldCallNothingATornTailWhenTheMarkIsDamaged() {
        JournalOnDisk killed = killed();
        killed.flip(killed.directory().resolve(ForcedMark.FILE), 16);
        killed.flip(killed.directory().resolve(ForcedMark.FILE), 512 + 16);
        JournalOnDisk.Place last = killed.place(APPENDED);
        killed.zero(last.file().path(), last.position() + 40, last.length() - 40);

        CorruptJournalException refused = assertRefused(killed);

        assertEquals(APPENDED, refused.sequence());
        assertTrue(refused.getMessage().contains("salvage DIR NEW\" keeps what is good"), refused::getMessage);
        assertTrue(
                refused.getMessage().contains("is damaged, so nothing tells whether it was promised"),
                refused::getMessage);
        assertFalse(refused.getMessage().contains("had been forced to disk"), refused::getMessage);
    }

    /** Neither is left that could have said it: as above. */
    @Test
    void shouldCallNothingATornTailWhenMarkAndManifestAreMissing() throws IOException {
        JournalOnDisk killed = killed();
        Files.delete(killed.directory().resolve(ForcedMark.FILE));
        Files.delete(killed.directory().resolve(Manifest.FILE));
        JournalOnDisk.Place last = killed.place(APPENDED);
        killed.zero(last.file().path(), last.position() + 40, last.length() - 40);

        assertEquals(APPENDED, assertRefused(killed).sequence());
    }

    @Test
    void shouldSayThatTheMarkIsMissing() throws IOException {
        JournalOnDisk killed = killed();
        Files.delete(killed.directory().resolve(ForcedMark.FILE));

        RecoveredJournal recovered = killed.recover();

        assertEquals(APPENDED, recovered.lastSequence());
        assertTrue(recovered.warnings().get(0).contains(ForcedMark.FILE + " is missing"));
    }

    @Test
    void shouldRefuseAJournalThatEndsBeforeWhatWasForced() {
        JournalOnDisk killed = killed();
        JournalOnDisk.Place frame = killed.place(APPENDED - 3);
        int end = killed.place(APPENDED).position() + 4096;
        killed.zero(killed.newest().path(), frame.position() - 4, end - frame.position());

        CorruptJournalException refused = assertRefused(killed);

        assertEquals(APPENDED - 3, refused.sequence());
        assertTrue(refused.getMessage().contains("up to " + APPENDED), refused::getMessage);
        assertTrue(refused.getMessage().contains("entries up to " + (APPENDED - 4) + " are good"), refused::getMessage);
    }

    /** Whole in itself; only it is not the one that the manifest has noted. */
    @Test
    void shouldRefuseAClosedFileThatEndsWithAFrameOfAnotherJournal() {
        JournalOnDisk other = new JournalOnDisk(temporary.resolve("other"));
        FrameScript same = FrameScript.small();
        byte[] ones = new byte[ChainHead.BYTES];
        Arrays.fill(ones, (byte) 1);
        same.sealer().chain((frame, at) -> new ChainHead(0, ones).put(frame, at));
        try (JournalStore store = other.open()) {
            same.append(store.journal(), APPENDED);
        }
        JournalOnDisk closed = closed();
        JournalOnDisk.Place last = null;
        for (JournalOnDisk.Place place : closed.places()) {
            last = place.file().equals(closed.files().get(0)) ? place : last;
        }
        JournalOnDisk.Place theirs = other.place(last.sequence());
        closed.write(
                last.file().path(),
                last.position(),
                other.read(theirs.file().path(), theirs.position(), last.length()));

        CorruptJournalException refused = assertRefused(closed);

        assertEquals(last.file().name(), refused.file());
        assertTrue(refused.getMessage().contains("does not follow the frame before it"), refused::getMessage);
    }

    /** It is no damage, and a salvage by this program would throw it away. */
    @Test
    void shouldSendToANewerReleaseWhereAFrameOfOneStands() {
        JournalOnDisk killed = killed();
        JournalOnDisk.Place place = killed.place(APPENDED - 5);
        byte[] frame = killed.read(place.file().path(), place.position(), place.length());
        frame[4] = 2;
        CRC32C crc = new CRC32C();
        crc.update(frame, 0, frame.length - Integer.BYTES);
        ByteBuffer.wrap(frame).order(ByteOrder.LITTLE_ENDIAN).putInt(frame.length - Integer.BYTES, (int)
                crc.getValue());
        killed.write(place.file().path(), place.position(), frame);
        String cure = "; use the release that wrote it, or a newer one; entries up to " + (APPENDED - 6) + " are good";

        CorruptJournalException refused = assertRefused(killed);
        CorruptJournalException read = assertThrows(CorruptJournalException.class, () -> {
            try (JournalReader reader = new JournalDirectory(killed.directory()).reader(1)) {
                while (reader.next()) {}
            }
        });

        assertEquals(FrameFault.UNKNOWN_VERSION, refused.fault());
        assertTrue(refused.getMessage().contains("is not known to this program"), refused::getMessage);
        assertTrue(refused.getMessage().endsWith(cure), refused::getMessage);
        assertTrue(read.getMessage().endsWith(cure), read::getMessage);
    }

    /** A lookup reads one frame, and doesn't see the one before it. */
    @Test
    void shouldNotTakeAnotherFrameForTheOneThatIsLookedFor() {
        JournalOnDisk closed = closed();
        JournalOnDisk.Place wanted = closed.place(100);
        JournalOnDisk.Place next = closed.places().stream()
                .filter(place -> place.sequence() > 100 && place.length() == wanted.length())
                .findFirst()
                .orElseThrow();
        closed.write(
                wanted.file().path(),
                wanted.position(),
                closed.read(next.file().path(), next.position(), next.length()));
        try (JournalStore store = closed.open();
                FrameLookup lookup = store.lookup()) {
            CorruptJournalException refused = assertThrows(CorruptJournalException.class, () -> lookup.find(100));

            assertEquals(FrameFault.WRONG_SEQUENCE, refused.fault());
            assertEquals(100, refused.sequence());
            assertTrue(lookup.find(next.sequence()));
        }
    }

    /** Both are gone, the file and its line: only the numbers of the entries say so. */
    @Test
    void shouldRefuseAManifestWithAGapBetweenTwoFiles() throws IOException {
        JournalOnDisk closed = closed();
        Manifest whole = new JournalDirectory(closed.directory()).manifest();
        List<ClosedFile> files = new ArrayList<>(whole.closed());
        ClosedFile gone = files.remove(1);
        Files.delete(gone.file().path());
        Manifest gap = new Manifest(whole.firstSequence(), whole.firstPreviousCrc(), files, whole.open());
        gap.write(closed.directory());

        CorruptJournalException refused = assertRefused(closed);

        assertEquals(gone.firstSequence(), refused.sequence());
        assertTrue(refused.getMessage().contains("is not the next one: found sequence"), refused::getMessage);
    }

    @Test
    void shouldTolerateAnOldFileThatTheManifestHasForgottenBeforeItWasDeleted() throws IOException {
        JournalOnDisk closed = closed();
        Manifest whole = new JournalDirectory(closed.directory()).manifest();
        whole.from(whole.closed().get(1).firstSequence()).write(closed.directory());

        assertEquals(APPENDED, closed.recover().lastSequence());
        assertTrue(Files.notExists(whole.closed().get(0).file().path()), "its room is given back");
    }

    /** Numbers may be left out: a file that was never written is removed. */
    @Test
    void shouldRefuseAFileBetweenTheClosedOnesThatTheManifestDoesNotKnow() throws IOException {
        JournalOnDisk closed = closed();
        Manifest whole = new JournalDirectory(closed.directory()).manifest();
        List<ClosedFile> files = new ArrayList<>(whole.closed());
        ClosedFile last = files.remove(files.size() - 1);
        JournalFile leftOut = last.file();
        JournalFile later = JournalFile.of(closed.directory(), leftOut.run(), leftOut.number() + 1);
        Files.move(leftOut.path(), later.path());
        files.add(new ClosedFile(
                later,
                last.firstSequence(),
                last.lastSequence(),
                last.previousCrc(),
                last.lastCrc(),
                last.lastPosition(),
                last.end(),
                last.firstTimeMs(),
                last.lastTimeMs()));
        new Manifest(whole.firstSequence(), whole.firstPreviousCrc(), files, whole.open()).write(closed.directory());
        assertEquals(APPENDED, closed.recover().lastSequence());
        Files.copy(later.path(), leftOut.path());

        CorruptJournalException refused = assertRefused(closed);

        assertEquals(leftOut.name(), refused.file());
        assertTrue(refused.getMessage().contains("the manifest does not know this file"), refused::getMessage);
    }

    /** All checksums are right; only the count is not. */
    @Test
    void shouldRefuseAManifestThatCountsOneFrameMoreThanItsLastFileHas() throws IOException {
        JournalOnDisk closed = closed();
        Manifest whole = new JournalDirectory(closed.directory()).manifest();
        List<ClosedFile> files = new ArrayList<>(whole.closed());
        ClosedFile last = files.remove(files.size() - 1);
        files.add(new ClosedFile(
                last.file(),
                last.firstSequence(),
                last.lastSequence() + 1,
                last.previousCrc(),
                last.lastCrc(),
                last.lastPosition(),
                last.end(),
                last.firstTimeMs(),
                last.lastTimeMs()));
        new Manifest(whole.firstSequence(), whole.firstPreviousCrc(), files, whole.open()).write(closed.directory());

        assertEquals(last.file().name(), assertRefused(closed).file());
    }

    @Test
    void shouldNeverReadAnotherFrameWhateverByteIsFlipped() {
        JournalOnDisk closed = closed();
        Seeds.forEach(20, random -> flipSome(closed, random));
        assertEquals(LongStream.rangeClosed(1, APPENDED).boxed().toList(), closed.recoverAndRead(script));
    }

    private void flipSome(JournalOnDisk closed, Random random) {
        List<JournalFile> files = closed.files();
        for (int round = 0; round < 8; round++) {
            Path file = files.get(random.nextInt(files.size())).path();
            // Half of them into Chronicle's own pages.
            int position = random.nextInt(random.nextBoolean() ? 70_000 : 200_000);
            closed.flip(file, position);
            List<Long> read = new ArrayList<>();
            try {
                read = closed.recoverAndRead(script);
                assertEquals(APPENDED, read.size(), "round " + round + ", byte " + position);
            } catch (CorruptJournalException refused) {
                assertTrue(refused.getMessage().contains("is damaged at byte"), refused::getMessage);
            }
            closed.flip(file, position);
        }
    }

    private static CorruptJournalException assertRefused(JournalOnDisk journal) {
        return assertThrows(CorruptJournalException.class, journal::recover);
    }

    /** What a killed process leaves whose frames had all been forced. */
    private JournalOnDisk killed() {
        RecordedDisk disk = new RecordedDisk(temporary.resolve("original"));
        JournalOnDisk original = new JournalOnDisk(disk.root());
        FrameScript frames = FrameScript.small();
        try (JournalStore store = original.open()) {
            frames.append(store.journal(), APPENDED);
            store.journal().force();
            awaitManifest(original, disk);
            return original.copy(temporary.resolve("killed"));
        } finally {
            original.delete();
        }
    }

    /** What a good stop leaves. */
    private JournalOnDisk closed() {
        JournalOnDisk closed = new JournalOnDisk(temporary.resolve("closed"));
        if (!Files.exists(closed.directory())) {
            try (JournalStore store = closed.open()) {
                FrameScript.small().append(store.journal(), APPENDED);
            }
        }
        return closed;
    }

    /** The manifest is written behind the writer's back. */
    private static void awaitManifest(JournalOnDisk journal, RecordedDisk disk) {
        JournalDirectory source = new JournalDirectory(journal.directory());
        disk.await(() -> journal.newest().equals(source.manifest().open()));
        assertTrue(journal.files().size() > 2, "the script must roll");
    }

    private static Map<String, Integer> parts(JournalOnDisk.Place frame) {
        Map<String, Integer> parts = new LinkedHashMap<>();
        parts.put("record header", -4);
        parts.put("magic", 0);
        parts.put("version", 4);
        parts.put("header length", 6);
        parts.put("length", 8);
        parts.put("command length", 12);
        parts.put("sequence", 16);
        parts.put("time", 24);
        parts.put("previous crc", 32);
        parts.put("reserved", 36);
        parts.put("chain sequence", 40);
        parts.put("chain", 60);
        parts.put("command", Frame.HEADER_LENGTH);
        parts.put("outcomes", frame.length() - 12);
        parts.put("trailer", frame.length() - 8);
        parts.put("crc", frame.length() - 1);
        return parts;
    }
}
