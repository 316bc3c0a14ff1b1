package bankroll.journal.files;

import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** What a file or directory is created with that nobody but its owner may read; nothing where a file system knows no owners. */
public final class OwnerOnly {
    private OwnerOnly() {}

    /** For a file: 0600. */
    public static FileAttribute<?>[] file(Path path) {
        return permissions(path, "rw-------");
    }

    /** For a directory: 0700. */
    public static FileAttribute<?>[] directory(Path path) {
        return permissions(path, "rwx------");
    }

    private static FileAttribute<?>[] permissions(Path path, String permissions) {
        boolean isKnown = path.getFileSystem().supportedFileAttributeViews().contains("posix");
        return isKnown
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }
}
