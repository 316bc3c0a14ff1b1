package bankroll.tools;

import static bankroll.tools.Called.journal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ExitCode;
import bankroll.protocol.HashKey;
import bankroll.protocol.LedgerSettings;
import bankroll.tools.salvage.GoodFrames;
import bankroll.tools.salvage.Salvage;
import bankroll.tools.salvage.Salvage.Taken;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two damaged copies make one good journal, or it is told exactly what is in neither. */
class SalvageTest {
    private static final int ENTRIES = 40;

    @TempDir
    Path temporary;

    private Path data;
    private Path backup;
    private Path target;
    private String digest;

    @BeforeEach
    void makeAJournalAndItsBackup() {
        data = temporary.resolve("data");
        backup = temporary.resolve("backup");
        target = temporary.resolve("new");
        try (JournalScript script = new JournalScript(data)) {
            for (int i = 2; i <= ENTRIES; i++) {
                script.open("player-" + i);
            }
            script.force();
            digest = script.ledger().digest();
        }
        assertEquals(0, journal("backup", data, backup, "--quiet").exitCode());
    }

    @Test
    void shouldPutTwoDamagedCopiesTogether() throws IOException {
        FrameSurgery.frame(data, 30).flip(90);
        FrameSurgery.frame(data, 10).flip(90);
        flipInBackup(20);

        Called salvaged = journal("salvage", data, "--with", backup, target, "--quiet");

        assertEquals(ExitCode.OK, salvaged.exitCode(), salvaged::toString);
        assertEquals("whole: no entry is missing", salvaged.value("verdict"), salvaged::toString);
        assertEquals(digest, salvaged.value("digest"));
        Called verified = journal("verify", target, "--quiet");
        assertEquals(ExitCode.OK, verified.exitCode(), verified::toString);
        assertEquals(Integer.toString(ENTRIES), verified.value("last sequence"));
    }

    @Test
    void shouldSayWhatWasTakenFromWhichCopy() throws IOException {
        FrameSurgery.frame(data, 30).flip(90);
        FrameSurgery.frame(data, 10).flip(90);
        flipInBackup(20);

        Salvage salvage = Salvage.of(List.of(frames(data), frames(backup)));

        assertEquals(
                List.of(
                        new Taken(1, 9, data.toString()),
                        new Taken(10, 19, backup.toString()),
                        new Taken(20, 29, data.toString()),
                        new Taken(30, ENTRIES, backup.toString())),
                salvage.taken());
    }

    /** A new disk must have room for them: in a journal there are four more of each entry than in a backup. */
    @Test
    void shouldTellHowManyBytesItsEntriesTake() {
        long whole = Salvage.of(List.of(frames(data))).bytes();
        FrameSurgery.frame(data, 20).flip(90);

        long before = Salvage.of(List.of(frames(data))).bytes();
        long both = Salvage.of(List.of(frames(data), frames(backup))).bytes();

        assertTrue(before > 0 && before < whole, before + " of " + whole);
        assertTrue(both <= whole && both >= whole - ENTRIES * Integer.BYTES, both + " of " + whole);
    }

    private static GoodFrames frames(Path copy) {
        return GoodFrames.in(copy, bytes -> {});
    }

    /** A start's entry alone tells which ledger it is. */
    @Test
    void shouldLearnWhichLedgerItIsFromAnyCopy() throws IOException {
        FrameSurgery.frame(data, 1).flip(40);

        Called salvaged = journal("salvage", data, "--with", backup, target, "--quiet");

        assertEquals(ExitCode.OK, salvaged.exitCode(), salvaged::toString);
        assertEquals(digest, salvaged.value("digest"));

        flipInBackup(1, 40);
        Called refused = journal("salvage", data, "--with", backup, temporary.resolve("newer"), "--quiet");
        assertEquals(ExitCode.WRONG, refused.exitCode(), refused::toString);
        assertTrue(refused.err().contains("nothing tells which ledger it is"), refused::err);
    }

    /** A person puts a good copy of a file beside the damaged one. */
    @Test
    void shouldTakeEachEntryOnceWhereFilesOverlap() throws IOException {
        Called good = journal("dump", data, "--json", "--quiet");
        Path file = FrameSurgery.files(data).get(0);
        Path aside = Files.createDirectory(data.resolve("journal/set-aside"));
        Files.copy(file, aside.resolve(file.getFileName()));
        FrameSurgery.frame(data, 20).flip(90);

        Called dumped = journal("dump", data, "--skip-damage", "--json", "--quiet");

        assertEquals(ExitCode.OK, dumped.exitCode(), dumped::toString);
        assertEquals(good.lines(), dumped.lines(), dumped::toString);
    }

    @Test
    void shouldSayWhichEntriesAreInNoCopyAndKeepWhatIsBefore() throws IOException {
        FrameSurgery.frame(data, 20).flip(90);
        flipInBackup(20);

        Called salvaged = journal("salvage", data, backup, target, "--quiet");

        assertEquals(ExitCode.WRONG, salvaged.exitCode(), salvaged::toString);
        assertEquals("19", salvaged.value("last sequence"), salvaged::toString);
        assertTrue(
                salvaged.value("verdict").contains("NOT WHOLE: it ends at entry 19, because entry 20 is in no copy"),
                salvaged::toString);
        assertTrue(salvaged.out().contains("20-20"), salvaged::toString);
        assertEquals(ExitCode.OK, journal("verify", target, "--quiet").exitCode());
    }

    @Test
    void shouldPrintWhatIsBehindDamageAndSayWhatCanNotBeRead() {
        FrameSurgery.frame(data, 30).flip(90);
        FrameSurgery.frame(data, 20).flip(90);

        Called dumped = journal("dump", data, "--skip-damage", "--json");

        assertEquals(ExitCode.WRONG, dumped.exitCode(), dumped::toString);
        assertEquals(ENTRIES - 2, dumped.lines().size(), dumped::toString);
        assertTrue(dumped.err().contains("entries 20 to 20 can't be read"), dumped::err);
        assertTrue(dumped.err().contains("entries 30 to 30 can't be read"), dumped::err);
        assertTrue(dumped.lines().get(ENTRIES - 3).startsWith("{\"sequence\":" + ENTRIES + ","), dumped::toString);
        assertEquals(
                10,
                journal("dump", data, "--skip-damage", "--from-sequence", 31, "--json")
                        .lines()
                        .size());
    }

    @Test
    void shouldSayNothingOfDamageBehindTheLinesThatAreAskedFor() {
        FrameSurgery.frame(data, 20).flip(90);

        Called dumped = journal("dump", data, "--skip-damage", "--limit", 5, "--json", "--quiet");

        assertEquals(ExitCode.OK, dumped.exitCode(), dumped::toString);
        assertEquals(5, dumped.lines().size(), dumped::toString);
        assertEquals("", dumped.err());
    }

    /** A person puts a journal, the run of a start, or a backup on another disk. */
    @Test
    void shouldLookBehindLinks() throws IOException {
        String diskBytes = journal("info", data, "--quiet").value("disk bytes");
        linked(FrameSurgery.files(data).get(0).getParent());
        linked(data.resolve("journal"));
        linked(backup);
        Files.createSymbolicLink(data.resolve("journal").resolve("loop"), data.resolve("journal"));
        FrameSurgery.frame(data, 10).flip(90);

        Called dumped = journal("dump", data, "--skip-damage", "--json");
        Called salvaged = journal("salvage", data, "--with", backup, target, "--quiet");

        assertEquals(ENTRIES - 1, dumped.lines().size(), dumped::toString);
        assertEquals(ExitCode.OK, salvaged.exitCode(), salvaged::toString);
        assertEquals("whole: no entry is missing", salvaged.value("verdict"), salvaged::toString);
        assertEquals(digest, salvaged.value("digest"));
        assertEquals(diskBytes, journal("info", data, "--quiet").value("disk bytes"));
    }

    private void linked(Path directory) throws IOException {
        Path moved = Files.createTempDirectory(temporary, "disk").resolve("moved");
        Files.move(directory, moved);
        Files.createSymbolicLink(directory, moved);
    }

    /** Nothing stands behind it: only the mark tells that there was more. */
    @Test
    void shouldSayThatEntriesAtTheEndAreMissing() {
        FrameSurgery lost = FrameSurgery.frame(data, ENTRIES - 1);
        lost.zero(-4, 2 * lost.length() + 8);

        Called dumped = journal("dump", data, "--skip-damage", "--json");

        assertEquals(ExitCode.WRONG, dumped.exitCode(), dumped::toString);
        assertTrue(dumped.err().contains("entries 39 to 40 can't be read"), dumped::err);
    }

    /** A backup once held more than the damaged directory ever promised. */
    @Test
    void shouldSayWhatABackupPromisedAndLost() throws IOException {
        Path shorter = temporary.resolve("shorter");
        assertEquals(
                0,
                journal("replay", data, shorter, "--to-sequence", 30, "--quiet").exitCode());
        flipInBackup(ENTRIES);

        Called salvaged = journal("salvage", shorter, "--with", backup, target, "--quiet");

        assertEquals(ExitCode.WRONG, salvaged.exitCode(), salvaged::toString);
        assertEquals("39", salvaged.value("last sequence"), salvaged::toString);
        assertTrue(salvaged.value("verdict").contains("because entry 40 is in no copy"), salvaged::toString);
    }

    /** Old damage, and a service that starts all the same, because it needs nothing but its snapshot: nothing booked may go. */
    @Test
    void shouldGoOnBehindDamageFromASnapshotThatIsNewer() {
        assertEquals(0, journal("snapshot", "take", data, "--quiet").exitCode());
        FrameSurgery.frame(data, 30).flip(90);
        FrameSurgery.frame(data, 10).flip(90);

        Called salvaged = journal("salvage", data, target, "--quiet");

        assertEquals(ExitCode.WRONG, salvaged.exitCode(), salvaged::toString);
        assertTrue(
                salvaged.value("verdict").startsWith("NOT WHOLE, but no balance is lost: entry 10 is in no copy"),
                salvaged::toString);
        assertTrue(salvaged.value("begins with").contains("what came before entry 31"), salvaged::toString);
        assertEquals(digest, salvaged.value("digest"));
        Called verified = journal("verify", target, "--quiet");
        assertEquals(ExitCode.OK, verified.exitCode(), verified::toString);
        assertEquals(Integer.toString(ENTRIES), verified.value("last sequence"));
    }

    @Test
    void shouldBelieveNoSnapshotThatIsOlderThanTheDamage() throws IOException {
        Path earlier = temporary.resolve("earlier");
        assertEquals(
                0,
                journal("replay", data, earlier, "--to-sequence", 20, "--quiet").exitCode());
        Files.move(earlier.resolve("snapshots"), data.resolve("snapshots"));
        FrameSurgery.frame(data, 30).flip(90);

        Called salvaged = journal("salvage", data, target, "--quiet");

        assertEquals("29", salvaged.value("last sequence"), salvaged::toString);
    }

    /** Of another copy they may be of another history. */
    @Test
    void shouldBelieveNoSnapshotOfAnotherCopyBehindDamage() {
        Path other = temporary.resolve("other");
        assertEquals(0, journal("replay", data, other, "--quiet").exitCode());
        FrameSurgery.frame(data, 30).flip(90);
        FrameSurgery.frame(other, 30).flip(90);

        Called salvaged = journal("salvage", data, "--with", other, target, "--quiet");

        assertEquals("29", salvaged.value("last sequence"), salvaged::toString);
    }

    @Test
    void shouldNeverMixTwoLedgers() {
        Path other = temporary.resolve("other");
        try (JournalScript script = JournalScript.blank(other)) {
            script.start(new HashKey(5, 6), LedgerSettings.DEFAULT);
            script.force();
        }

        Called refused = journal("salvage", data, "--with", other, target, "--quiet");

        assertEquals(ExitCode.USAGE, refused.exitCode(), refused::toString);
        assertTrue(refused.err().contains("name copies of one ledger"), refused::err);
        assertFalse(Files.exists(target));
    }

    /** The same ledger, restored to an earlier entry and played on: its later entries are others. */
    @Test
    void shouldNeverMixTwoHistoriesOfOneLedger() {
        Path earlier = temporary.resolve("earlier");
        assertEquals(
                0,
                journal("replay", data, earlier, "--to-sequence", 25, "--quiet").exitCode());
        try (JournalScript script = new JournalScript(earlier)) {
            for (int i = 0; i < 30; i++) {
                script.open("another-" + i);
            }
            script.force();
        }
        FrameSurgery.frame(data, 35).flip(90);

        Called salvaged = journal("salvage", data, "--with", earlier, target, "--quiet");

        assertEquals(ExitCode.WRONG, salvaged.exitCode(), salvaged::toString);
        assertEquals("34", salvaged.value("last sequence"), salvaged::toString);
        assertTrue(salvaged.value("verdict").contains("it is of another history"), salvaged::toString);
    }

    @Test
    void shouldReadABackupWhoseManifestIsLost() throws IOException {
        FrameSurgery.frame(data, 10).flip(90);
        Files.delete(backup.resolve("backup.json"));

        Called salvaged = journal("salvage", data, "--with", backup, target, "--quiet");

        assertEquals(ExitCode.OK, salvaged.exitCode(), salvaged::toString);
        assertEquals(digest, salvaged.value("digest"));
    }

    /** Files may be large, and few: a look at all of one tells nothing for minutes. */
    @Test
    void shouldTellHowFarTheLookIsAtEveryFrame() {
        List<Long> told = new ArrayList<>();

        GoodFrames.in(data, told::add);

        assertTrue(told.size() > ENTRIES, told::toString);
        assertEquals(told.stream().sorted().toList(), told);
        assertEquals(GoodFrames.bytes(data), told.get(told.size() - 1));
    }

    @Test
    void shouldRefuseToOverwriteAnything() throws IOException {
        Files.createDirectories(target);
        Files.createFile(target.resolve("mine"));

        Called refused = journal("salvage", data, "--with", backup, target, "--quiet");

        assertEquals(ExitCode.USAGE, refused.exitCode(), refused::toString);
        assertTrue(refused.err().contains("nothing is overwritten"), refused::err);
    }

    private void flipInBackup(long sequence) throws IOException {
        flipInBackup(sequence, 90);
    }

    private void flipInBackup(long sequence, int offset) throws IOException {
        try (Stream<Path> files = Files.list(backup)) {
            Path frames = files.filter(file -> file.toString().endsWith(".bkf"))
                    .findFirst()
                    .orElseThrow();
            int at = 0;
            ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(frames)).order(ByteOrder.LITTLE_ENDIAN);
            while (bytes.getLong(at + 16) != sequence) {
                at += bytes.getInt(at + 8);
            }
            new FrameSurgery(frames, at, bytes.getInt(at + 8)).flip(offset);
        }
    }
}
