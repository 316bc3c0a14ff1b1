package bankroll.journal.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnerOnlyTest {
    @TempDir
    private Path directory;

    @Test
    void shouldLetNobodyElseRead() throws IOException {
        assumeTrue(directory.getFileSystem().supportedFileAttributeViews().contains("posix"), "files have owners");
        Path file = directory.resolve("file");
        Path inner = directory.resolve("directory");
        Files.createFile(file, OwnerOnly.file(file));
        Files.createDirectory(inner, OwnerOnly.directory(inner));

        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(inner)));
    }

    /** As a zip file is one. */
    @Test
    void shouldAskNothingOfAFileSystemThatKnowsNoOwners() throws IOException {
        try (FileSystem zip = FileSystems.newFileSystem(directory.resolve("a.zip"), Map.of("create", "true"))) {
            assertEquals(0, OwnerOnly.file(zip.getPath("file")).length);
            assertEquals(0, OwnerOnly.directory(zip.getPath("directory")).length);
        }
    }
}
