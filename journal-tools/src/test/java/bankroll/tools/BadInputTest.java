package bankroll.tools;

import static bankroll.tools.Called.journal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever an operator gets wrong or finds broken: a clear message, nothing destroyed, no stack trace. */
class BadInputTest {
    @TempDir
    static Path shared;

    @TempDir
    Path temporary;

    private static Path good;
    private static Path list;

    @BeforeAll
    static void prepare() throws IOException {
        good = shared.resolve("good");
        try (JournalScript script = new JournalScript(good)) {
            new RandomLife(script, 7, 20, 20).begin().live(12_000);
        }
        list = Files.writeString(shared.resolve("list.csv"), "transaction_id,type,amount\n");
    }

    private EveryCommand every() {
        return new EveryCommand(good, list, temporary);
    }

    private static Stream<String> commands() {
        return Stream.concat(EveryCommand.READING.stream(), EveryCommand.SNAPSHOTS.stream());
    }

    @Test
    void shouldSayThatADirectoryIsNotThere() {
        Path nowhere = temporary.resolve("nowhere");
        commands().forEach(command -> {
            Called called = journal(words(command, nowhere));
            assertEquals(2, called.exitCode(), () -> command + ": " + called);
            assertTrue(called.err().contains("there is no directory " + nowhere), () -> command + ": " + called);
            assertEquals(1, called.err().lines().count(), () -> command + ": " + called);
        });
        assertEquals(2, journal("restore", nowhere, temporary.resolve("new")).exitCode());
        assertFalse(Files.exists(nowhere));
    }

    @Test
    void shouldSayThatADirectoryIsNoJournal() throws IOException {
        Path photos = Files.createDirectory(temporary.resolve("photos"));
        Files.writeString(photos.resolve("cat.jpg"), "miau");
        commands().forEach(command -> {
            Called called = every().call(command, photos);
            assertEquals(2, called.exitCode(), () -> command + ": " + called);
            assertTrue(called.err().contains("holds no journal and is no backup"), () -> command + ": " + called);
        });
    }

    @Test
    void shouldNameAMissingFileInTheMiddle() throws IOException {
        Path data = FrameSurgery.copy(good, temporary.resolve("data"));
        Path missing = FrameSurgery.files(data).get(1);
        Files.delete(missing);
        for (String command : EveryCommand.READING) {
            Called called = every().call(command, data);
            assertEquals(1, called.exitCode(), () -> command + ": " + called);
            assertTrue(
                    (called.out() + called.err()).contains(missing.getFileName().toString()),
                    () -> command + ": " + called);
            assertTrue(
                    (called.out() + called.err()).matches("(?s).*(is missing|does not exist).*"),
                    () -> command + ": " + called);
        }
    }

    @Test
    void shouldNameAFileThatCantBeRead() throws IOException {
        Path data = FrameSurgery.copy(good, temporary.resolve("data"));
        Path file = FrameSurgery.files(data).get(1);
        Files.delete(file);
        Files.createDirectory(file);
        for (String command : EveryCommand.READING) {
            Called called = every().call(command, data);
            assertEquals(1, called.exitCode(), () -> command + ": " + called);
            assertTrue(
                    (called.out() + called.err()).contains(file.getFileName().toString()),
                    () -> command + ": " + called);
        }
    }

    @Test
    void shouldNameAFileThatMayNotBeRead() throws IOException {
        assumeFalse("root".equals(System.getProperty("user.name")), "root may read everything");
        Path data = FrameSurgery.copy(good, temporary.resolve("data"));
        Path file = FrameSurgery.files(data).get(1);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
        for (String command : EveryCommand.READING) {
            Called called = every().call(command, data);
            assertEquals(1, called.exitCode(), () -> command + ": " + called);
            assertTrue(
                    called.err().contains(file + " may not be read or written by this user"),
                    () -> command + ": " + called);
        }
    }

    @Test
    void shouldSayWhyAJournalCannotBeListed() throws IOException {
        assumeFalse("root".equals(System.getProperty("user.name")), "root may read everything");
        Path data = FrameSurgery.copy(good, temporary.resolve("data"));
        Path journal = data.resolve("journal");
        Files.setPosixFilePermissions(journal, PosixFilePermissions.fromString("---------"));
        try {
            Called called = journal("verify", data);

            assertEquals(2, called.exitCode(), called::toString);
            assertTrue(
                    called.err().contains(" can't be listed: " + journal + " may not be read or written by this user"),
                    called::toString);
        } finally {
            Files.setPosixFilePermissions(journal, PosixFilePermissions.fromString("rwx------"));
        }
    }

    @Test
    void shouldNameANewerReleaseOfTheJournalAndOfABackup() throws IOException {
        Path data = FrameSurgery.copy(good, temporary.resolve("data"));
        Path manifest = data.resolve("journal/manifest");
        String lines = Files.readString(manifest).replace("bankroll-journal-manifest 1", "bankroll-journal-manifest 2");
        lines = lines.substring(0, lines.indexOf("end crc32c="));
        CRC32C checksum = new CRC32C();
        checksum.update(lines.getBytes(StandardCharsets.US_ASCII));
        Files.writeString(manifest, lines + String.format(Locale.ROOT, "end crc32c=%08x\n", checksum.getValue()));
        for (String command : EveryCommand.READING) {
            Called called = every().call(command, data);
            assertEquals(1, called.exitCode(), () -> command + ": " + called);
            assertTrue(called.err().contains("manifest"), () -> command + ": " + called);
        }

        Path backup = temporary.resolve("backup");
        assertEquals(0, journal("backup", good, backup, "--quiet").exitCode());
        Path json = backup.resolve("backup.json");
        Files.writeString(json, Files.readString(json).replace("\"version\":1", "\"version\":3"));
        for (Called called : List.of(
                journal("restore", backup, temporary.resolve("new"), "--quiet"),
                journal("verify", backup, "--quiet"),
                journal("backup", good, backup, "--quiet"))) {
            assertEquals(1, called.exitCode(), called::toString);
            assertTrue(called.err().contains("the backup has version 3, this program knows 1 and 2"), called::toString);
        }
    }

    /** Before the backup is read: it may take hours to find out otherwise. */
    @Test
    void shouldRefuseARestoreThatCanNotFitBeforeAnythingIsRead() throws IOException, InterruptedException {
        try (SmallDisk disk = new SmallDisk(temporary, "32m")) {
            Path small = disk.path();
            Path backup = temporary.resolve("backup");
            assertEquals(0, journal("backup", good, backup, "--quiet").exitCode());
            for (Path file : FrameSurgery.list(backup, ".bkf")) {
                Files.delete(file);
            }

            Called called = journal("restore", backup, small.resolve("data"), "--quiet");

            assertEquals(1, called.exitCode(), called::toString);
            assertTrue(called.err().contains("it can't fit: about "), called::toString);
            assertTrue(called.err().contains("make room, or name a directory on a larger disk"), called::toString);
            assertFalse(Files.exists(small.resolve("data")));
        }
    }

    /** What a running service keeps free is no business of a rebuild. */
    @Test
    void shouldRestoreAndReplayToADiskSmallerThanTheLowWaterMark() throws IOException, InterruptedException {
        try (SmallDisk disk = new SmallDisk(temporary, "400m")) {
            Path small = disk.path();
            Path backup = temporary.resolve("backup");
            assertEquals(0, journal("backup", good, backup, "--quiet").exitCode());
            for (Object[] words : new Object[][] {
                {"restore", backup, small.resolve("restored"), "--quiet"},
                {"replay", good, small.resolve("replayed"), "--quiet"}
            }) {
                Called called = journal(words);
                assertEquals(0, called.exitCode(), called::toString);
            }
        }
    }

    @Test
    void shouldRefuseASalvageThatCanNotFitBeforeAnythingIsWritten() throws IOException, InterruptedException {
        try (SmallDisk disk = new SmallDisk(temporary, "32m")) {
            Path small = disk.path();
            Called called = journal("salvage", good, small.resolve("data"), "--quiet");

            assertEquals(1, called.exitCode(), called::toString);
            assertTrue(called.err().contains("it can't fit: about "), called::toString);
            assertFalse(Files.exists(small.resolve("data")));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"csv", "parquet"})
    void shouldSayWhichFileOfAnExportTheDiskHasNoRoomForAndWhatHelps(String format)
            throws IOException, InterruptedException {
        try (SmallDisk disk = new SmallDisk(temporary, "64k")) {
            Path out = disk.path().resolve("out");

            Called called = journal("export", good, out, "--format", format, "--details", "--quiet");

            assertEquals(1, called.exitCode(), called::toString);
            assertTrue(
                    called.err().startsWith("bankroll journal export: can't write " + out.resolve("bookings-")),
                    called::toString);
            assertTrue(
                    called.err()
                            .endsWith("." + format + ": No space left on device;"
                                    + " make room, or name a directory on a larger disk\n"),
                    called::toString);
        }
    }

    @Test
    void shouldLeaveNothingThatLooksCompleteWhenTheDiskIsFull() throws IOException, InterruptedException {
        try (SmallDisk disk = new SmallDisk(temporary, "128k")) {
            Path small = disk.path();
            for (Object[] words : new Object[][] {
                {"export", good, small.resolve("csv"), "--quiet"},
                {"export", good, small.resolve("parquet"), "--format", "parquet", "--details", "--quiet"},
                {"backup", good, small.resolve("backup"), "--quiet"},
                {"replay", good, small.resolve("replay"), "--quiet"}
            }) {
                Called called = journal(words);
                assertEquals(1, called.exitCode(), called::toString);
                assertTrue(
                        called.err().contains("No space left on device")
                                || called.err().contains("no room"),
                        called::toString);
                assertFalse(called.err().contains("\tat "), called::toString);
                assertEquals(1, called.err().lines().count(), called::toString);
            }
            assertFalse(Files.exists(small.resolve("csv/manifest.json")));
            assertFalse(Files.exists(small.resolve("parquet/manifest.json")));
            assertFalse(Files.exists(small.resolve("backup/backup.json")));
            assertFalse(Files.exists(small.resolve("replay/journal")));
            try (Stream<Path> left = Files.walk(small)) {
                assertEquals(List.of(), left.filter(Files::isRegularFile).toList(), "what was half is removed");
            }
        }
    }

    @Test
    void shouldTakeUpABackupThatWasInterrupted() throws IOException, InterruptedException {
        Path backup = temporary.resolve("backup");
        killWhen(backup, ToolProcess.start("backup", good, backup));

        Called again = journal("backup", good, backup, "--quiet");
        assertEquals(0, again.exitCode(), again::toString);
        assertEquals(
                0,
                journal("restore", backup, temporary.resolve("new"), "--quiet").exitCode());
        assertEquals(
                0, journal("diff", good, temporary.resolve("new"), "--quiet").exitCode());
        try (Stream<Path> files = Files.list(backup)) {
            assertFalse(files.anyMatch(path -> path.toString().endsWith(".part")), "what was half is gone");
        }
    }

    @Test
    void shouldNotTakeAnInterruptedRestoreForAWholeOne() throws IOException, InterruptedException {
        Path backup = temporary.resolve("backup");
        Path target = temporary.resolve("new");
        assertEquals(0, journal("backup", good, backup, "--quiet").exitCode());
        killWhen(target.resolve("journal.part"), ToolProcess.start("restore", backup, target));

        if (!Files.exists(target.resolve("journal"))) {
            assertEquals(2, journal("verify", target, "--quiet").exitCode(), "no journal yet");
            Called again = journal("restore", backup, target, "--quiet");
            assertEquals(2, again.exitCode(), again::toString);
            assertTrue(again.err().contains("what an interrupted rebuild left"), again::toString);
        }
        assertEquals(
                0,
                journal("restore", backup, temporary.resolve("newer"), "--quiet")
                        .exitCode());
        assertEquals(
                0, journal("diff", good, temporary.resolve("newer"), "--quiet").exitCode());
    }

    /** As soon as there is something to be half. */
    private static void killWhen(Path appears, Process process) throws InterruptedException {
        while (process.isAlive() && !Files.exists(appears)) {
            process.waitFor(1, java.util.concurrent.TimeUnit.MILLISECONDS);
        }
        process.destroyForcibly().waitFor();
    }

    private static Object[] words(String command, Path data) {
        return new EveryCommand(good, list, data.resolveSibling("made")).words(command, data);
    }

    /** A file system of its own, in memory and of this size; the test is left out where none can be mounted. */
    private record SmallDisk(Path path) implements AutoCloseable {
        SmallDisk(Path directory, String size) throws IOException, InterruptedException {
            this(Files.createDirectory(directory.resolve("small")));
            assumeTrue(
                    run("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", path.toString()) == 0,
                    "can't mount a small disk");
        }

        private static int run(String... words) throws IOException, InterruptedException {
            return new ProcessBuilder(words).inheritIO().start().waitFor();
        }

        @Override
        public void close() throws IOException, InterruptedException {
            run("umount", "--lazy", path.toString());
        }
    }
}
