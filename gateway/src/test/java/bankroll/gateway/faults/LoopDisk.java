package bankroll.gateway.faults;

import bankroll.testkit.Eventually;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** A disk in a file, whose power can be cut. */
final class LoopDisk implements AutoCloseable {
    private static final long BYTES = 1L << 30;
    private static final Duration FREE_LIMIT = Duration.ofSeconds(60);

    private final Path image;
    private final Path directory;
    private Mount mount;

    private LoopDisk(Path image, Path directory) {
        this.image = image;
        this.directory = directory;
    }

    /** Skips the test where this can't be done. */
    static void isNeeded(String type) {
        Needs.root();
        Needs.tools("mount", "umount", "losetup", "xfs_io", "mkfs." + type);
    }

    /** Makes a file system and mounts it. */
    static LoopDisk make(String type, Path image, long bytes) {
        try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
            file.setLength(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Shell.run("mkfs." + type, "-q", image.toString());
        LoopDisk disk = new LoopDisk(image, image.resolveSibling(image.getFileName() + "-mounted"));
        disk.mount();
        return disk;
    }

    static LoopDisk make(String type, Path image) {
        return make(type, image, BYTES);
    }

    /** The disk in a copy of an image that was made while it was written to. */
    static LoopDisk of(Path image) {
        LoopDisk disk = new LoopDisk(image, image.resolveSibling(image.getFileName() + "-mounted"));
        disk.mount();
        return disk;
    }

    private void mount() {
        mount = Mount.image(image, directory);
    }

    Path image() {
        return image;
    }

    /** Where its files are. */
    Path directory() {
        return directory;
    }

    /** The power goes: whatever was not forced may be lost, everything fails from now on. */
    void cut() {
        Shell.run("xfs_io", "-x", "-c", "shutdown", directory.toString());
    }

    /** The power is back: the file system recovers. Nobody may use it. */
    void comeBack() {
        mount.close();
        Eventually.within(FREE_LIMIT, "nobody else has " + image + " mounted", this::isFree);
        mount();
    }

    /** A mount namespace of another process may still hold the dead file system, and the image with it. */
    private boolean isFree() {
        return Shell.run("losetup", "-j", image.toString()).isBlank();
    }

    @Override
    public void close() {
        mount.close();
        try {
            Files.delete(image);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
