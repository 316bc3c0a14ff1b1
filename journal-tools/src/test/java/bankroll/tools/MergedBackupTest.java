package bankroll.tools;

import static bankroll.tools.Called.journal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ConditionException;
import bankroll.journal.JournalReader;
import bankroll.journal.files.DurableFiles;
import bankroll.journal.reading.JournalDirectory;
import bankroll.testkit.RecordedDisk;
import bankroll.tools.backup.BackupCheck;
import bankroll.tools.backup.BackupRun;
import bankroll.tools.backup.UnmergedBackup;
import bankroll.tools.console.Progress;
import bankroll.tools.console.Progress.Tasks;
import bankroll.tools.source.BackupManifest;
import bankroll.tools.source.BackupManifest.BackupFile;
import bankroll.tools.source.BackupSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of a backup grow in number with its bytes, not with its runs: small ones are put together. */
class MergedBackupTest {
    private static final int ENTRIES = 200;
    private static final Tasks UNSHOWN = (task, unit, total) -> Progress.none();

    @TempDir
    static Path shared;

    @TempDir
    Path temporary;

    private static Path data;
    private static JournalDirectory source;
    private static String head;

    @BeforeAll
    static void write() {
        data = shared.resolve("data");
        try (JournalScript script = new JournalScript(data)) {
            while (script.sequence() < ENTRIES) {
                script.open("player-" + script.sequence());
            }
            script.force();
        }
        source = new JournalDirectory(data.resolve("journal"));
        head = journal("info", data, "--quiet").value("chain head");
    }

    private Path backup() {
        return temporary.resolve("backup");
    }

    private static BackupManifest backUp(Path backup, long toSequence) throws IOException {
        return new BackupRun(source, null, backup).run(toSequence, UNSHOWN);
    }

    /** As a build left it that put nothing together: a file for each entry. */
    private static void leaveOneFileForEachOf(Path backup, long entries) throws IOException {
        for (long sequence = 1; sequence <= entries; sequence++) {
            UnmergedBackup.add(source, backup, sequence);
        }
        assertEquals(entries, frames(backup).size());
    }

    private static List<String> frames(Path backup) throws IOException {
        return names(backup).stream().filter(name -> name.startsWith("frames-")).toList();
    }

    private static List<String> names(Path backup) throws IOException {
        try (Stream<Path> files = Files.list(backup)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static List<String> named(BackupManifest manifest) {
        return manifest.files().stream().map(BackupFile::name).sorted().toList();
    }

    /** Whole by itself, and goes on to all that the journal holds. */
    private void assertGoesOn(Path backup, Path restored) throws IOException {
        Called checked = journal("backup", backup, "--check", "--quiet");
        assertEquals(0, checked.exitCode(), checked::toString);
        BackupManifest manifest = backUp(backup, Long.MAX_VALUE);
        assertEquals(named(manifest), frames(backup));
        assertIsWhole(backup, restored);
    }

    private static void assertIsWhole(Path backup, Path restored) {
        Called called = journal("restore", backup, restored, "--quiet");
        assertEquals(0, called.exitCode(), called::toString);
        assertEquals(head, called.value("chain head"));
    }

    @Test
    void shouldLeaveFewFilesAfterManyRunsOfOneEntry() throws IOException {
        for (long sequence = 1; sequence <= ENTRIES; sequence++) {
            BackupManifest manifest = backUp(backup(), sequence);
            assertTrue(manifest.files().size() <= 9, () -> named(manifest).toString());
            assertEquals(named(manifest), frames(backup()));
        }

        assertIsWhole(backup(), temporary.resolve("restored"));
        String dumped = journal("dump", data, "--from-sequence", 150).out();
        assertEquals(dumped, journal("dump", backup(), "--from-sequence", 150).out());
    }

    @Test
    void shouldNameAFileByItsFirstAndLastEntry() throws IOException {
        backUp(backup(), 2);
        backUp(backup(), 3);
        BackupManifest manifest = backUp(backup(), 4);

        assertEquals(List.of("frames-0000000000000000001-0000000000000000004.bkf"), named(manifest));
        assertEquals(Files.size(backup().resolve(named(manifest).get(0))), manifest.bytes());
    }

    /** Readers map a file as a whole. */
    @Test
    void shouldBeginAnotherFileWhereOneWouldBeTooLong() throws IOException {
        backUp(backup(), 1);
        long entryBytes = Files.size(backup().resolve(frames(backup()).get(0)));
        long most = 10 * entryBytes;

        List<BackupFile> files =
                UnmergedBackup.add(source, backup(), ENTRIES, most).files();

        for (int i = 1; i < files.size(); i++) {
            long bytes = Files.size(backup().resolve(files.get(i).name()));
            assertTrue(bytes <= most, files.get(i).name() + " has " + bytes + " bytes");
            assertTrue(i == files.size() - 1 || bytes > most / 2, files.get(i).name() + " has " + bytes + " bytes");
            assertEquals(files.get(i - 1).lastSequence() + 1, files.get(i).firstSequence());
        }
        assertGoesOn(backup(), temporary.resolve("restored"));
    }

    @Test
    void shouldFillAFileToTheLastByteThatItMayHave() throws IOException {
        long most = UnmergedBackup.add(source, temporary.resolve("measured"), 7).bytes();

        List<BackupFile> files =
                UnmergedBackup.add(source, backup(), ENTRIES, most).files();

        assertEquals(7, files.get(0).lastSequence());
        assertEquals(most, Files.size(backup().resolve(files.get(0).name())));
    }

    /** A frame may begin at the end of what is written at once, and go on in what is written next. */
    @Test
    void shouldHoldMoreThanIsWrittenAtOnce() throws IOException {
        Path large = temporary.resolve("large");
        try (JournalScript script = new JournalScript(large)) {
            while (script.sequence() < 6_000) {
                script.open("player-" + script.sequence());
            }
            script.force();
        }

        BackupManifest manifest = backUpAll(large);

        assertTrue(manifest.bytes() > 5 << 18, manifest.bytes() + " bytes");
        assertTrue(
                Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().equals("relay")),
                "a service backs up again and again: no run leaves a thread");
        assertEquals(
                manifest.bytes(), Files.size(backup().resolve(named(manifest).get(0))));
        assertEquals(0, journal("backup", backup(), "--check", "--quiet").exitCode());
        assertEquals(0, journal("diff", large, backup(), "--quiet").exitCode());
    }

    private BackupManifest backUpAll(Path of) throws IOException {
        return new BackupRun(new JournalDirectory(of.resolve("journal")), null, backup()).run(Long.MAX_VALUE, UNSHOWN);
    }

    @Test
    void shouldNameAFileInTheManifestOnceItIsOnDisk() throws IOException {
        RecordedDisk disk = new RecordedDisk(Files.createDirectory(backup()));
        backUp(disk.root(), 5);
        disk.events();

        UnmergedBackup.add(source, disk.root(), 6);

        String file = "frames-0000000000000000006.bkf";
        assertEquals(
                List.of(
                        "write " + file + ".part",
                        "force " + file + ".part",
                        "rename " + file + ".part to " + file,
                        "write backup.json.tmp",
                        "force backup.json.tmp",
                        "rename backup.json.tmp to backup.json",
                        "force the directory"),
                disk.events().stream()
                        .filter(event -> !event.contains("LOCK") && !event.startsWith("delete"))
                        .toList());
    }

    @Test
    void shouldLeaveNothingOfAFileForWhichThereIsNoRoom() throws IOException {
        backUp(backup(), 5);
        List<String> before = names(backup());
        RecordedDisk disk = new RecordedDisk(backup());
        disk.fill();

        assertThrows(IOException.class, () -> backUp(disk.root(), 6));

        assertEquals(before, names(backup()));
        assertGoesOn(backup(), temporary.resolve("restored"));
    }

    @Test
    void shouldPutTogetherWhatAnEarlierBuildLeft() throws IOException {
        leaveOneFileForEachOf(backup(), 60);

        BackupManifest manifest = backUp(backup(), 60);

        assertEquals(1, manifest.files().size());
        assertEquals(List.of("LOCK", "backup.json", named(manifest).get(0)), names(backup()));
        assertGoesOn(backup(), temporary.resolve("restored"));
    }

    /** What a killed process leaves, or a disk that is gone, at each force and each name that comes, goes or changes. */
    @Test
    void shouldBeWholeWhereverARunIsCutOff() throws IOException {
        Path target = Files.createDirectory(backup());
        leaveOneFileForEachOf(target, 5);
        RecordedDisk disk = new RecordedDisk(target);
        List<Path> cuts = new ArrayList<>();
        Runnable cut = () -> cuts.add(copy(target, temporary.resolve("cut-" + cuts.size())));
        disk.simulate(
                (path, real) -> {
                    cut.run();
                    real.run();
                },
                cut);

        backUp(disk.root(), 6);

        assertTrue(cuts.size() >= 14, cuts::toString);
        for (Path left : cuts) {
            assertGoesOn(left, temporary.resolve(left.getFileName() + "-restored"));
        }
        assertGoesOn(target, temporary.resolve("restored"));
    }

    @Test
    void shouldDeleteNothingBeforeWhatStandsForItIsOnDisk() throws IOException {
        Path target = Files.createDirectory(backup());
        leaveOneFileForEachOf(target, 2);
        RecordedDisk disk = new RecordedDisk(target);

        backUp(disk.root(), 2);

        List<String> events = disk.events();
        String merged = "frames-0000000000000000001-0000000000000000002.bkf";
        assertEquals(
                List.of(
                        "write " + merged + ".part",
                        "force " + merged + ".part",
                        "rename " + merged + ".part to " + merged,
                        "force the directory",
                        "write backup.json.tmp",
                        "force backup.json.tmp",
                        "rename backup.json.tmp to backup.json",
                        "force the directory"),
                events.stream()
                        .filter(event -> !event.contains("LOCK") && !event.startsWith("delete"))
                        .toList());
        assertEquals(
                List.of("delete frames-0000000000000000001.bkf", "delete frames-0000000000000000002.bkf"),
                events.subList(events.size() - 2, events.size()).stream()
                        .sorted()
                        .toList());
    }

    @Test
    void shouldHoldWhatIsNewWhereTheDiskIsTooFullToPutFilesTogether() throws IOException {
        Path target = Files.createDirectory(backup());
        leaveOneFileForEachOf(target, 5);
        RecordedDisk disk = new RecordedDisk(target);
        disk.during("rename backup.json.tmp to backup.json", disk::fill);

        UncheckedIOException full = assertThrows(UncheckedIOException.class, () -> backUp(disk.root(), 6));

        assertTrue(full.getMessage().contains("holds all entries, but its small files can't be put"), full::getMessage);
        assertEquals(6, BackupManifest.load(target).lastSequence());
        assertEquals(named(BackupManifest.load(target)), frames(target));
        assertGoesOn(target, temporary.resolve("restored"));
    }

    @Test
    void shouldWriteAllOfItWhereAWriteTakesAFewBytes() throws IOException {
        Path target = Files.createDirectory(backup());
        leaveOneFileForEachOf(target, 5);
        RecordedDisk disk = new RecordedDisk(target);
        disk.bytesAtOnce(7);

        assertEquals(1, backUp(disk.root(), 6).files().size());

        assertGoesOn(target, temporary.resolve("restored"));
    }

    @Test
    void shouldPutNoDamagedFileTogetherWithOthers() throws IOException {
        leaveOneFileForEachOf(backup(), 5);
        new FrameSurgery(backup().resolve(frames(backup()).get(1)), 100, 0).flip(0);

        ConditionException refused = assertThrows(ConditionException.class, () -> backUp(backup(), 5));

        assertTrue(
                refused.getMessage()
                        .contains("is not whole: frames-0000000000000000002.bkf (entries 2 to 2) is damaged"),
                refused::getMessage);
        assertEquals(5, frames(backup()).size());
        assertEquals(5, BackupManifest.load(backup()).files().size());
    }

    @Test
    void shouldDeleteNothingForAFileThatIsNotReadBackAsWritten() throws IOException {
        leaveOneFileForEachOf(backup(), 5);
        Tasks spoiling = (task, unit, total) -> {
            if (task.equals("read back")) {
                Path part = backup().resolve("frames-0000000000000000001-0000000000000000005.bkf.part");
                new FrameSurgery(part, 100, 0).flip(0);
            }
            return Progress.none();
        };

        UncheckedIOException refused =
                assertThrows(UncheckedIOException.class, () -> new BackupRun(source, null, backup()).run(5, spoiling));

        assertTrue(refused.getCause().getMessage().contains("is not what is read back"), refused::toString);
        assertEquals(5, frames(backup()).size());
        assertGoesOn(backup(), temporary.resolve("restored"));
    }

    @Test
    void shouldClearAwayOnlyWhatTheNamedFilesHold() throws IOException {
        backUp(backup(), 5);
        List<String> before = names(backup());
        Files.createFile(backup().resolve("frames-0000000000000000003.bkf"));
        Files.createFile(backup().resolve("frames-0000000000000000003.bkf.part"));
        List<String> notOurs = List.of(
                "frames-0000000000000000003.txt",
                "frames-0000000000000000006.bkf",
                "frames-0000000000000000006.bkf.part",
                "frames-.bkf.old",
                "000.bkf");
        for (String name : notOurs) {
            Files.createFile(backup().resolve(name));
        }

        backUp(backup(), 5);

        assertEquals(Stream.concat(before.stream(), notOurs.stream()).sorted().toList(), names(backup()));
    }

    /** Else a run that was cut off at the wrong moment would keep the room that the next one needs. */
    @Test
    void shouldClearAwayBeforeItWrites() throws IOException {
        backUp(backup(), 5);
        Files.createFile(backup().resolve("frames-0000000000000000003.bkf"));
        RecordedDisk disk = new RecordedDisk(backup());

        backUp(disk.root(), 6);

        List<String> events = disk.events();
        int cleared = events.indexOf("delete frames-0000000000000000003.bkf");
        int written = events.indexOf("write frames-0000000000000000006.bkf.part");
        assertTrue(0 <= cleared && cleared < written, events::toString);
    }

    @Test
    void shouldLetAReaderGoOnToTheEndThatItKnew() throws IOException {
        leaveOneFileForEachOf(backup(), 5);
        try (JournalReader reader = new BackupSource(backup()).reader(1)) {
            assertTrue(reader.next());
            backUp(backup(), 6);
            for (long sequence = 2; sequence <= 5; sequence++) {
                assertTrue(reader.next());
                assertEquals(sequence, reader.sequence());
            }
            assertFalse(reader.next());
        }
    }

    @Test
    void shouldTellAReaderThatAFileIsMissing() throws IOException {
        leaveOneFileForEachOf(backup(), 5);
        Path lost = backup().resolve(frames(backup()).get(2));
        Files.delete(lost);
        try (JournalReader reader = new BackupSource(backup()).reader(1)) {
            assertTrue(reader.next() && reader.next());

            UncheckedIOException missing = assertThrows(UncheckedIOException.class, reader::next);

            assertEquals(NoSuchFileException.class, missing.getCause().getClass());
            assertTrue(missing.getCause().getMessage().contains(lost.toString()), missing::toString);
        }
    }

    /** The manifest that is there now is of a backup that was begun anew. */
    @Test
    void shouldTellAReaderThatTheBackupHasBecomeShorter() throws IOException {
        leaveOneFileForEachOf(backup(), 5);
        BackupSource before = new BackupSource(backup());
        DurableFiles.deleteAll(backup());
        leaveOneFileForEachOf(backup(), 2);
        try (JournalReader reader = before.reader(4)) {
            assertThrows(UncheckedIOException.class, reader::next);
        }
    }

    /** One run makes away with the files before a check has looked at them, one while it reads them. */
    @Test
    void shouldBeCheckedWhileARunPutsFilesTogether() throws IOException {
        backUp(backup(), 60);
        UnmergedBackup.add(source, backup(), 61);
        UnmergedBackup.add(source, backup(), 62);
        BackupCheck all = new BackupCheck(backup(), BackupManifest.load(backup()));
        BackupCheck sample = new BackupCheck(backup(), BackupManifest.load(backup()));
        List<String> begun = new ArrayList<>();
        Tasks meanwhile = (task, unit, total) -> {
            begun.add(task + " " + total);
            if (begun.size() == 1) {
                merge(62);
            }
            return Progress.none();
        };

        all.all(meanwhile);
        sample.sample(new Random(1), UNSHOWN);

        BackupManifest manifest = BackupManifest.load(backup());
        long merged = manifest.files().get(1).bytes();
        assertEquals(List.of("check " + manifest.bytes(), "check " + merged), begun, "what was read is not read again");
        new FrameSurgery(backup().resolve(frames(backup()).get(0)), 100, 0).flip(0);
        assertThrows(ConditionException.class, () -> all.all(UNSHOWN));
    }

    private void merge(long toSequence) {
        try {
            backUp(backup(), toSequence);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As docs/recover.md says: new files, the manifest, and then what is gone goes there, too. */
    @Test
    void shouldBeCopiedOnIncrementally() throws IOException {
        Path elsewhere = Files.createDirectory(temporary.resolve("elsewhere"));
        for (long sequence = 1; sequence <= 40; sequence += 3) {
            backUp(backup(), sequence);
            for (String name : frames(backup())) {
                if (!Files.exists(elsewhere.resolve(name))) {
                    Files.copy(backup().resolve(name), elsewhere.resolve(name));
                }
            }
            Files.copy(
                    backup().resolve("backup.json"),
                    elsewhere.resolve("backup.json"),
                    StandardCopyOption.REPLACE_EXISTING);
            assertEquals(0, journal("backup", elsewhere, "--check", "--quiet").exitCode());
            for (String name : frames(elsewhere)) {
                if (!Files.exists(backup().resolve(name))) {
                    Files.delete(elsewhere.resolve(name));
                }
            }
            assertEquals(0, journal("backup", elsewhere, "--check", "--quiet").exitCode());
        }
        assertGoesOn(elsewhere, temporary.resolve("restored"));
    }

    private static Path copy(Path directory, Path target) {
        try {
            return FrameSurgery.copy(directory, target);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
