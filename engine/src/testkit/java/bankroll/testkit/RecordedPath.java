package bankroll.testkit;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;

/** A path of a {@link RecordedDisk}; what leaves Java by its text or its {@link File} is the real one. */
final class RecordedPath implements Path {
    private final RecordedDisk disk;
    private final Path real;

    RecordedPath(RecordedDisk disk, Path real) {
        this.disk = disk;
        this.real = real;
    }

    Path real() {
        return real;
    }

    private Path of(Path other) {
        return other == null ? null : new RecordedPath(disk, other);
    }

    @Override
    public FileSystem getFileSystem() {
        return disk.fileSystem();
    }

    @Override
    public boolean isAbsolute() {
        return real.isAbsolute();
    }

    @Override
    public Path getRoot() {
        return of(real.getRoot());
    }

    @Override
    public Path getFileName() {
        return of(real.getFileName());
    }

    @Override
    public Path getParent() {
        return of(real.getParent());
    }

    @Override
    public int getNameCount() {
        return real.getNameCount();
    }

    @Override
    public Path getName(int index) {
        return of(real.getName(index));
    }

    @Override
    public Path subpath(int from, int to) {
        return of(real.subpath(from, to));
    }

    @Override
    public boolean startsWith(Path other) {
        return real.startsWith(RecordedDisk.real(other));
    }

    @Override
    public boolean endsWith(Path other) {
        return real.endsWith(RecordedDisk.real(other));
    }

    @Override
    public Path normalize() {
        return of(real.normalize());
    }

    @Override
    public Path resolve(Path other) {
        return of(real.resolve(RecordedDisk.real(other)));
    }

    @Override
    public Path relativize(Path other) {
        return of(real.relativize(RecordedDisk.real(other)));
    }

    @Override
    public URI toUri() {
        return real.toUri();
    }

    @Override
    public Path toAbsolutePath() {
        return of(real.toAbsolutePath());
    }

    @Override
    public Path toRealPath(LinkOption... options) throws IOException {
        return of(real.toRealPath(options));
    }

    @Override
    public File toFile() {
        return disk.file(real);
    }

    @Override
    public WatchKey register(WatchService watcher, WatchEvent.Kind<?>[] events, WatchEvent.Modifier... modifiers) {
        throw new UnsupportedOperationException("nobody watches");
    }

    @Override
    public int compareTo(Path other) {
        return real.compareTo(RecordedDisk.real(other));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RecordedPath path && real.equals(path.real);
    }

    @Override
    public int hashCode() {
        return real.hashCode();
    }

    @Override
    public String toString() {
        return real.toString();
    }
}
