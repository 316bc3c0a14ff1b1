package bankroll.journal.files;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.testkit.RecordedDisk;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the journal's small files and its manifest do to the disk, in which order (docs/durability.md). */
class ForceOrderTest {
    private RecordedDisk disk;
    private Path root;

    @BeforeEach
    void record(@TempDir Path directory) {
        disk = new RecordedDisk(directory);
        root = disk.root();
    }

    @Test
    void shouldForceAFileBeforeItGetsItsNameAndTheNameBehindIt() throws IOException {
        DurableFiles.replace(root.resolve("mark"), new byte[] {1});

        assertEquals(
                List.of("write mark.tmp", "force mark.tmp", "rename mark.tmp to mark", "force the directory"),
                disk.events());
    }

    @Test
    void shouldWriteAFileWholeThoughTheSystemTakesItPieceByPiece() throws IOException {
        byte[] bytes = "ten bytes.".getBytes(StandardCharsets.UTF_8);
        disk.bytesAtOnce(3);

        DurableFiles.replace(root.resolve("mark"), bytes);
        assertArrayEquals(bytes, Files.readAllBytes(root.resolve("mark")));
        assertEquals(10, disk.bytesWritten());
        DurableFiles.rewrite(root.resolve("mark"), 1, 10);

        assertArrayEquals(bytes, Files.readAllBytes(root.resolve("mark")));
        assertEquals(9, disk.bytesWritten());
    }

    @Test
    void shouldTellAFullDiskFromABrokenOne() {
        assertTrue(DurableFiles.isForWantOfRoom(new IOException("x.cq4: No space left on device")));
        assertTrue(DurableFiles.isForWantOfRoom(new IOException("x.cq4: Disk quota exceeded")));
        assertFalse(DurableFiles.isForWantOfRoom(new IOException("Input/output error")));
        assertFalse(DurableFiles.isForWantOfRoom(new IOException()));
    }

    @Test
    void shouldForceTheParentOfEachNewDirectory() throws IOException {
        DurableFiles.createDirectories(root.resolve("a/b"));

        assertEquals(
                List.of("create directory a", "force the directory", "create directory a/b", "force a"), disk.events());
        DurableFiles.createDirectories(root.resolve("a/b"));
        assertEquals(List.of(), disk.events());
    }

    @Test
    void shouldForceWhatIsWrittenAgain() throws IOException {
        Files.write(root.resolve("file"), new byte[10]);
        disk.events();
        disk.bytesWritten();

        DurableFiles.rewrite(root.resolve("file"), 2, 9);

        assertEquals(List.of("write file", "force file"), disk.events());
        assertEquals(7, disk.bytesWritten());
        assertThrows(EOFException.class, () -> DurableFiles.rewrite(root.resolve("file"), 2, 11));
    }

    @Test
    void shouldForceAFile() throws IOException {
        Files.write(root.resolve("file"), new byte[10]);
        disk.events();

        DurableFiles.forceFile(root.resolve("file"));

        assertEquals(List.of("force file"), disk.events());
    }

    /** A link is deleted and not what it leads to. */
    @Test
    void shouldDeleteADirectoryWithAllThatIsInIt(@TempDir Path real) throws IOException {
        Path kept = Files.createFile(real.resolve("kept"));
        Path directory = real.resolve("directory");
        Files.createDirectories(directory.resolve("in/it"));
        Files.createFile(directory.resolve("in/file"));
        Files.createSymbolicLink(directory.resolve("link"), kept);

        DurableFiles.deleteAll(directory);
        DurableFiles.deleteAll(directory);

        assertFalse(Files.exists(directory));
        assertTrue(Files.exists(kept));
    }

    @Test
    void shouldKeepAPageBehindTheEndOfAFile() {
        assertEquals(4096, DurableFiles.trimmed(0));
        assertEquals(8192, DurableFiles.trimmed(1));
        assertEquals(8192, DurableFiles.trimmed(4096));
        assertEquals(12288, DurableFiles.trimmed(4097));
    }

    @Test
    void shouldForceWhatIsCutOff() throws IOException {
        Files.write(root.resolve("file"), new byte[40_000]);
        disk.events();

        DurableFiles.trim(root.resolve("file"), 10);
        DurableFiles.trim(root.resolve("file"), 10);

        assertEquals(List.of("cut file", "force file"), disk.events());
        assertEquals(8192, Files.size(root.resolve("file")));
    }

    @Test
    void shouldBringANewJournalFileToTheDiskBeforeTheManifestNamesIt() throws IOException {
        JournalFile first = file(1);
        try (JournalBooks books = new JournalBooks(root, Manifest.EMPTY)) {
            books.opened(first);
            books.write();
        }

        assertEquals(
                List.of(
                        "force " + first.name(),
                        "force 00000001",
                        "write manifest.tmp",
                        "force manifest.tmp",
                        "rename manifest.tmp to manifest",
                        "force the directory"),
                disk.events());
    }

    @Test
    void shouldBringAFullFileAndTheNextToTheDiskBeforeTheManifestSaysSo() throws IOException {
        JournalFile first = file(1);
        JournalFile second = file(2);
        try (JournalBooks books = new JournalBooks(root, Manifest.EMPTY)) {
            books.opened(first);
            disk.events();
            books.closed(closed(first, 1), second);
            books.write();
        }

        assertEquals(
                List.of(
                        "force " + first.name(),
                        "force " + second.name(),
                        "force 00000001",
                        "write manifest.tmp",
                        "force manifest.tmp",
                        "rename manifest.tmp to manifest",
                        "force the directory"),
                disk.events());
    }

    @Test
    void shouldBringAFullFileToTheDiskThatWasOpenedByNobody() throws IOException {
        JournalFile first = file(1);
        try (JournalBooks books = new JournalBooks(root, Manifest.EMPTY)) {
            books.closed(closed(first, 1), null);
        }

        assertEquals(List.of("force " + first.name(), "force 00000001", "force " + first.name()), disk.events());
    }

    @Test
    void shouldForgetOldFilesBeforeTheyAreDeleted() throws IOException {
        List<String> events;
        try (JournalBooks books = threeFiles()) {
            assertEquals(2, books.removeOlderThan(3_000, () -> 1_000));
            assertEquals(3, books.firstSequence());
            events = disk.events();
        }

        assertEquals(
                List.of(
                        "write manifest.tmp",
                        "force manifest.tmp",
                        "rename manifest.tmp to manifest",
                        "force the directory",
                        "delete " + file(1).name(),
                        "delete " + file(2).name()),
                events);
        assertEquals(3, Manifest.read(root).firstSequence());
    }

    @Test
    void shouldKeepAFileWhoseLastFrameIsOfTheTimeItself() throws IOException {
        try (JournalBooks books = threeFiles()) {
            assertEquals(1, books.removeOlderThan(2_000, () -> 1_000));
            assertEquals(2, books.firstSequence());
        }
    }

    @Test
    void shouldKeepWhatIsStillNeededHoweverOld() throws IOException {
        try (JournalBooks books = threeFiles()) {
            assertEquals(1, books.removeOlderThan(3_000, () -> 2));
            disk.events();
            assertEquals(0, books.removeOlderThan(3_000, () -> 2));
            assertEquals(List.of(), disk.events());
        }
    }

    @Test
    void shouldKeepTheNewestFileHoweverOld() throws IOException {
        try (JournalBooks books = threeFiles()) {
            assertEquals(2, books.removeOlderThan(9_000, () -> 1_000));
            assertEquals(3, books.firstSequence());
        }
    }

    @Test
    void shouldAskWhatIsNeededOnlyWhenAFileIsOldEnough() throws IOException {
        try (JournalBooks books = threeFiles()) {
            int removed = books.removeOlderThan(1_000, () -> {
                throw new AssertionError("asked");
            });
            assertEquals(0, removed);
        }
    }

    @Test
    void shouldWriteTheManifestOnlyWhenItChanged() throws IOException {
        try (JournalBooks books = threeFiles()) {
            books.write();
        }

        assertEquals(List.of(), disk.events());
    }

    /** Each of one frame; the last of file n has the time n seconds. */
    private JournalBooks threeFiles() throws IOException {
        JournalBooks books = new JournalBooks(root, Manifest.EMPTY);
        for (long number = 1; number <= 3; number++) {
            books.closed(closed(file(number), number), null);
        }
        books.write();
        disk.events();
        return books;
    }

    private JournalFile file(long number) throws IOException {
        JournalFile file = JournalFile.of(root, 1, number);
        if (!Files.exists(file.path())) {
            Files.createDirectories(file.path().getParent());
            Files.createFile(file.path());
        }
        disk.events();
        return file;
    }

    private static ClosedFile closed(JournalFile file, long sequence) {
        return new ClosedFile(file, sequence, sequence, 0, 0, 0, 100, sequence * 1000, sequence * 1000);
    }
}
