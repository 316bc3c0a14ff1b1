package bankroll.tools;

import static bankroll.tools.Called.journal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import bankroll.condition.ConditionException;
import bankroll.engine.DataDirectory;
import bankroll.journal.Frame;
import bankroll.protocol.HashKey;
import bankroll.protocol.LedgerId;
import bankroll.protocol.LedgerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackupTest {
    @TempDir
    static Path shared;

    @TempDir
    Path temporary;

    private static Path data;
    private static Path twice;
    private static String firstDigest;
    private static String digest;
    private static long firstLast;

    /** A backup in two runs, of a journal that was alive; the second adds too little to be put together with the first. */
    @BeforeAll
    static void backUp() {
        data = shared.resolve("data");
        twice = shared.resolve("backup");
        try (JournalScript script = new JournalScript(data)) {
            RandomLife life = new RandomLife(script, 3, 20, 10).begin().live(1_500);
            script.force();
            firstLast = script.sequence();
            firstDigest = script.ledger().digest();
            life.live(200);
            Called first = journal("backup", data, twice, "--quiet");
            assertEquals(0, first.exitCode(), first::toString);
            assertEquals(Long.toString(firstLast), first.value("last sequence"));
            life.live(200);
            script.force();
            digest = script.ledger().digest();
            assertEquals(0, journal("backup", data, twice, "--quiet").exitCode());
        }
    }

    private Path copy() throws IOException {
        return FrameSurgery.copy(twice, temporary.resolve("copy"));
    }

    private Path target() {
        return temporary.resolve("restored");
    }

    private static List<Path> frames(Path backup) throws IOException {
        try (Stream<Path> files = Files.list(backup)) {
            return files.filter(path -> path.toString().endsWith(".bkf"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void shouldAddOnlyWhatIsNew() throws IOException {
        assertEquals(2, frames(twice).size());
        assertTrue(frames(twice).get(1).toString().contains(String.format(Locale.ROOT, "%019d", firstLast + 1)));
    }

    @Test
    void shouldSayOfWhichLedgerItIs() throws IOException {
        String id = LedgerId.of(JournalScript.KEY).text();

        assertEquals(id, journal("info", data, "--quiet").value("ledger"));
        assertEquals(id, journal("info", twice, "--quiet").value("ledger"));
        assertTrue(Files.readString(twice.resolve("backup.json")).contains("\"ledger\":\"" + id + "\""));
        assertEquals(id, journal("backup", data, copy(), "--quiet").value("ledger"));
    }

    @Test
    void shouldRefuseToMixTwoLedgers() throws IOException {
        Path other = temporary.resolve("other");
        try (JournalScript script = JournalScript.blank(other)) {
            script.start(new HashKey(5, 6), LedgerSettings.DEFAULT);
            script.force();
        }

        Called mixed = journal("backup", other, copy(), "--quiet");

        assertEquals(1, mixed.exitCode());
        assertTrue(mixed.err().contains("is of ledger " + LedgerId.of(JournalScript.KEY)), mixed::err);
        assertTrue(mixed.err().contains("back up to a new directory"), mixed::err);
    }

    @Test
    void shouldBeRefusedAsADataDirectory() {
        ConditionException refused =
                assertThrows(ConditionException.class, () -> new DataDirectory(twice).requireLedger());
        assertTrue(refused.getMessage().contains("it is a backup"), refused::getMessage);
    }

    @Test
    void shouldDoNothingWhenNothingIsNew() throws IOException {
        Path copy = copy();
        String before = Files.readString(copy.resolve("backup.json"));

        assertEquals(0, journal("backup", data, copy, "--quiet").exitCode());
        assertEquals(before, Files.readString(copy.resolve("backup.json")));
    }

    @Test
    void shouldRestoreTheSameStateVerifyItAndTakeASnapshot() {
        Called called = journal("restore", twice, target(), "--quiet");

        assertEquals(0, called.exitCode(), called::toString);
        assertEquals(digest, called.value("digest"));
        assertTrue(Files.exists(Path.of(called.value("snapshot"))), called::toString);
        Called verified = journal("verify", target(), "--quiet");
        assertEquals(0, verified.exitCode(), verified::toString);
        assertEquals("1", verified.value("snapshots proved"));
        assertEquals(0, journal("diff", data, target(), "--quiet").exitCode());
    }

    @Test
    void shouldLetTheServiceGoOnWithWhatWasRestored() {
        journal("restore", twice, target(), "--quiet");

        try (JournalScript script = new JournalScript(target())) {
            script.open("new player");
        }
        Called verified = journal("verify", target(), "--quiet");
        assertEquals(0, verified.exitCode(), verified::toString);
    }

    @Test
    void shouldBeReadLikeAJournal() {
        assertEquals(digest, journal("verify", twice, "--quiet").value("digest"));
        assertEquals(
                journal("dump", data, "--to-sequence", firstLast + 5).out(),
                journal("dump", twice, "--to-sequence", firstLast + 5).out());
        assertEquals(
                journal("info", data, "--quiet").value("chain head"),
                journal("info", twice, "--quiet").value("chain head"));
    }

    /** The second file begins behind the first backup's last entry; a reader may begin within either. */
    @Test
    void shouldBeReadFromAnyEntryLikeAJournal() {
        long last = Long.parseLong(journal("info", twice, "--quiet").value("last sequence"));
        for (long from : new long[] {1, 2, firstLast - 1, firstLast, firstLast + 1, firstLast + 2, last - 1, last}) {
            long to = Math.min(last, from + 3);
            Object[] span = {"--from-sequence", from, "--to-sequence", to};
            Called ofBackup = journal("dump", twice, span[0], span[1], span[2], span[3]);
            Called ofJournal = journal("dump", data, span[0], span[1], span[2], span[3]);
            assertEquals(0, ofBackup.exitCode(), ofBackup::toString);
            assertEquals(ofJournal.out(), ofBackup.out(), () -> "from " + from);
            assertTrue(ofBackup.out().startsWith("#" + from + "."), ofBackup::toString);
        }
    }

    @Test
    void shouldNameTheDamagedFrameThatAReaderMeets() throws IOException {
        Path copy = copy();
        new FrameSurgery(frames(copy).get(1), 0, 0).flip(Frame.HEADER_LENGTH + 9);

        Called before = journal("dump", copy, "--to-sequence", firstLast);
        Called met = journal("dump", copy, "--from-sequence", firstLast);

        assertEquals(0, before.exitCode(), before::toString);
        assertEquals(1, met.exitCode(), met::toString);
        assertTrue(met.err().contains(frames(copy).get(1).getFileName().toString()), met::toString);
        assertTrue(met.err().contains("use another copy of the backup"), met::toString);
        assertTrue(met.err().contains(Long.toString(firstLast + 1)), met::toString);
    }

    @Test
    void shouldRebuildAnEarlierStateFromABackup() {
        Called called = journal("replay", twice, target(), "--to-sequence", firstLast, "--quiet");

        assertEquals(0, called.exitCode(), called::toString);
        assertEquals(firstDigest, called.value("digest"));
    }

    @Test
    void shouldRefuseADamagedBackupAndWriteNothing() throws IOException {
        Path copy = copy();
        new FrameSurgery(frames(copy).get(1), 5_000, 0).flip(0);

        Called called = journal("restore", copy, target(), "--quiet");

        assertEquals(1, called.exitCode(), called::toString);
        assertTrue(called.err().contains("is damaged: its checksum is not the manifest's"), called::toString);
        assertFalse(Files.exists(target()));
        assertEquals(1, journal("verify", copy, "--quiet").exitCode());
    }

    @Test
    void shouldNoticeAtTheNextRunThatAFileIsMissingOrShort() throws IOException {
        Path copy = copy();
        Path first = frames(copy).get(0);
        byte[] bytes = Files.readAllBytes(first);
        Files.write(first, java.util.Arrays.copyOf(bytes, bytes.length - 8));
        Called shortened = journal("backup", data, copy, "--quiet");
        assertEquals(1, shortened.exitCode(), shortened::toString);
        assertTrue(shortened.err().contains("bytes instead of"), shortened::toString);

        Files.delete(first);
        Files.delete(frames(copy).get(0));
        Called missing = journal("backup", copy, "--check", "--quiet");
        assertEquals(1, missing.exitCode(), missing::toString);
        assertTrue(
                missing.err().contains(first.getFileName() + " (entries 1 to " + firstLast + ") is missing; frames-"));
    }

    @Test
    void shouldNoticeAtTheNextRunThatTheNewestFileIsDamaged() throws IOException {
        Path copy = copy();
        new FrameSurgery(frames(copy).get(1), 5_000, 0).flip(0);

        Called called = journal("backup", data, copy, "--quiet");

        assertEquals(1, called.exitCode(), called::toString);
        assertTrue(called.err().contains("is damaged: its checksum is not the manifest's"), called::toString);
    }

    @Test
    void shouldReadAllOfItWhenAsked() throws IOException {
        Called good = journal("backup", twice, "--check", "--quiet");
        assertEquals(0, good.exitCode(), good::toString);
        assertEquals("good: all of it was read", good.value("result"));

        Path copy = copy();
        for (Path file : frames(copy)) {
            new FrameSurgery(file, 5_000, 0).flip(0);
        }
        Called called = journal("backup", copy, "--check", "--quiet");

        assertEquals(1, called.exitCode(), called::toString);
        for (Path file : frames(copy)) {
            assertTrue(called.err().contains(file.getFileName().toString()), called::toString);
        }
        assertEquals(1, journal("backup", data, copy, "--check", "--quiet").exitCode());
        assertEquals(2, journal("backup", data, "--check").exitCode());
        assertEquals(2, journal("backup", data).exitCode());
    }

    @Test
    void shouldWriteIntoNoDirectoryThatHoldsSomethingElse() throws IOException {
        Path holiday = Files.createDirectories(temporary.resolve("photos"));
        Files.createFile(holiday.resolve("beach.jpg"));

        Called called = journal("backup", data, holiday, "--quiet");

        assertEquals(2, called.exitCode(), called::toString);
        assertTrue(called.err().contains("is no backup, but holds beach.jpg"), called::toString);
        assertEquals(2, journal("backup", data, holiday.resolve("beach.jpg")).exitCode());
        Path lost = copy();
        Files.delete(lost.resolve("backup.json"));
        Called without = journal("backup", data, lost, "--quiet");
        assertEquals(2, without.exitCode(), without::toString);
        assertTrue(without.err().contains("if backup.json was lost, another copy of the backup"), without::toString);
    }

    @Test
    void shouldGoOnWhereAFirstRunWasInterrupted() throws IOException {
        Path begun = Files.createDirectories(temporary.resolve("begun"));
        Files.createFile(begun.resolve("frames-0000000000000000001.bkf.part"));
        Files.createDirectory(begun.resolve("lost+found"));

        assertEquals(0, journal("backup", data, begun, "--quiet").exitCode());
        assertEquals(0, journal("backup", begun, "--check", "--quiet").exitCode());
    }

    @Test
    void shouldLetNobodyButItsOwnerReadIt() throws IOException {
        assumeTrue(Files.getFileStore(twice).supportsFileAttributeView("posix"), "needs files that have owners");
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(twice)));
        List<Path> files = new ArrayList<>(frames(twice));
        files.add(twice.resolve("backup.json"));
        for (Path file : files) {
            assertEquals(
                    "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)), file::toString);
        }
    }

    @Test
    void shouldRefuseABackupWithAMissingOrShortFile() throws IOException {
        Path copy = copy();
        Path file = frames(copy).get(0);
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length - 8));
        Called shortened = journal("restore", copy, target(), "--quiet");
        assertEquals(1, shortened.exitCode(), shortened::toString);
        assertTrue(shortened.err().contains("bytes instead of"), shortened::toString);

        Files.delete(file);
        Called missing = journal("restore", copy, target(), "--quiet");
        assertEquals(1, missing.exitCode(), missing::toString);
        assertTrue(missing.err().contains("is missing"), missing::toString);
    }

    @Test
    void shouldRefuseABackupWhoseManifestIsDamaged() throws IOException {
        Path copy = copy();
        Path manifest = copy.resolve("backup.json");
        Files.writeString(
                manifest, Files.readString(manifest).replaceFirst("\"last_sequence\":\\d+", "\"last_sequence\":7"));

        Called called = journal("restore", copy, target());

        assertEquals(1, called.exitCode(), called::toString);
        assertTrue(called.err().contains("no backup manifest, or a damaged one"), called::toString);
    }

    @Test
    void shouldOverwriteNothing() throws IOException {
        Files.createDirectories(target().resolve("journal.part"));
        Called unfinished = journal("restore", twice, target());
        assertEquals(2, unfinished.exitCode(), unfinished::toString);
        assertTrue(unfinished.err().contains("what an interrupted rebuild left"), unfinished::toString);

        Called used = journal("restore", twice, data);
        assertEquals(2, used.exitCode(), used::toString);
        assertTrue(used.err().contains("is not empty"), used::toString);
    }

    @Test
    void shouldRefuseToMixTwoJournals() throws IOException {
        Path other = temporary.resolve("other");
        try (JournalScript script = new JournalScript(other)) {
            new RandomLife(script, 4, 20, 1).begin().live(900);
        }

        Called called = journal("backup", other, copy());

        assertEquals(1, called.exitCode(), called::toString);
        assertTrue(called.err().contains("of another journal"), called::toString);
    }

    @Test
    void shouldTakeWhatWasNotForcedOnlyWhenAsked() {
        Path live = temporary.resolve("live");
        try (JournalScript script = new JournalScript(live)) {
            script.open("anna").force();
            script.open("ben");
            assertEquals("2", journal("backup", live, temporary.resolve("a")).value("last sequence"));
            assertEquals("1", journal("backup", live, temporary.resolve("a")).value("not yet forced"));
            assertEquals(
                    "3",
                    journal("backup", live, temporary.resolve("b"), "--unforced")
                            .value("last sequence"));
        }
    }

    @Test
    void shouldNotBeMixedWithAJournal() throws IOException {
        Path copy = FrameSurgery.copy(data, temporary.resolve("copy"));

        assertEquals(2, journal("backup", data, copy).exitCode());
        assertEquals(2, journal("backup", data, copy.resolve("journal")).exitCode());

        assertEquals(0, journal("verify", copy, "--quiet").exitCode());
    }

    @Test
    void shouldNameTheDirectoryThatTakesNoBackup() {
        assumeTrue(Files.isDirectory(Path.of("/proc")), "needs a directory that takes no other from anybody");

        for (String target : List.of("/proc/nope", "/proc/nope/backup")) {
            Called called = journal("backup", data, Path.of(target), "--quiet");

            assertEquals(1, called.exitCode(), called::toString);
            assertTrue(
                    called.err()
                            .contains(target + " can't be made: /proc takes no new directory from this user; name a"
                                    + " directory for the backup where this user may make one"),
                    called::toString);
        }
    }

    @Test
    void shouldTellBackupsAndJournalsApart() {
        assertEquals(2, journal("backup", twice, target()).exitCode());
        assertEquals(2, journal("restore", data, target()).exitCode());
        assertEquals(2, journal("repair", twice).exitCode());
    }
}
