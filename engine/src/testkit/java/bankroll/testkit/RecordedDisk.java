package bankroll.testkit;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A directory of the real disk whose paths tell, in order, what was done to it: what was written, forced, renamed,
 * created and deleted. The product works with such a path as with any other; so a test sees whether a force is missing or
 * stands in the wrong place without cutting the power.
 *
 * <p>Events are words and names below the directory: {@code "write a"}, {@code "force a"} (bytes and size),
 * {@code "force the bytes of a"}, {@code "cut a"}, {@code "rename a to b"}, {@code "create directory d"},
 * {@code "delete a"}. Writes that follow each other are one event. A rename is one that happens at once or not at all; any
 * other is {@code "move a to b"}.
 */
public final class RecordedDisk extends FileSystemProvider {
    private final Path root;
    private final List<String> events = new ArrayList<>();
    private final FileSystem fileSystem = new RecordedFileSystem(this);
    private int bytesAtOnce = Integer.MAX_VALUE;
    private long bytesWritten;
    private String awaited = "";
    private Runnable meanwhile = () -> {};
    private boolean isFull;
    private long freeBytes = -1;
    private Forcing forcing = (path, real) -> real.run();
    private Runnable renaming = () -> {};
    private int openingsLeft = Integer.MAX_VALUE;

    /** What a force does. */
    @FunctionalInterface
    public interface Forcing {
        /** Of a file or a directory; {@code real} forces it on the real disk. */
        void force(Path path, Work real) throws IOException;
    }

    /** Something that the disk does. */
    @FunctionalInterface
    public interface Work {
        void run() throws IOException;
    }

    public RecordedDisk(Path root) {
        this.root = root;
    }

    /** The directory, as the product is to see it. */
    public Path root() {
        return new RecordedPath(this, root);
    }

    /** What was done so far, then forgotten. */
    public synchronized List<String> events() {
        List<String> soFar = List.copyOf(events);
        events.clear();
        return soFar;
    }

    /** From now on a write takes so many bytes at most, as a write may. */
    public void bytesAtOnce(int most) {
        bytesAtOnce = most;
    }

    /** From now on nothing that takes room succeeds: no write, no new directory. */
    public synchronized void fill() {
        isFull = true;
    }

    /** From now on there is room again. */
    public synchronized void makeRoom() {
        isFull = false;
    }

    /** From now on it says that so many bytes are free; what is written takes none of them. */
    public synchronized void free(long bytes) {
        freeBytes = bytes;
    }

    /** From now on so many files can be opened, whether they are closed again or not: then no descriptor is left. */
    public synchronized void leaveDescriptors(int left) {
        openingsLeft = left;
    }

    private synchronized void requireDescriptor(String name) throws IOException {
        if (openingsLeft == 0) {
            throw new IOException(name + ": Too many open files");
        }
        openingsLeft--;
    }

    synchronized File file(Path path) {
        return freeBytes < 0 ? path.toFile() : new FileWithRoom(path, freeBytes);
    }

    synchronized void requireRoom(String name) throws IOException {
        if (isFull) {
            throw new IOException(name + ": No space left on device");
        }
    }

    /** Does this once, while the event is under way; on the thread that causes it. */
    public synchronized void during(String event, Runnable act) {
        awaited = event;
        meanwhile = act;
    }

    /** Waits until this is so, asking after every event; fails when 60 s bring none that makes it so. */
    public synchronized void await(BooleanSupplier condition) {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        try {
            while (!condition.getAsBoolean()) {
                long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNs - System.nanoTime());
                if (leftMs <= 0) {
                    throw new AssertionError("awaited in vain, after " + events);
                }
                wait(leftMs);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Waits until an event that begins like this was recorded. */
    public synchronized void awaitEvent(String beginning) {
        await(() -> events.stream().anyMatch(event -> event.startsWith(beginning)));
    }

    /** From now on a force is this, and {@code named} is told whenever a name may have come, gone or changed. */
    public synchronized void simulate(Forcing forces, Runnable named) {
        forcing = forces;
        renaming = named;
    }

    synchronized void force(Path path, Work real) throws IOException {
        forcing.force(path, real);
    }

    /** How many bytes the files took so far, then forgotten. */
    public synchronized long bytesWritten() {
        long soFar = bytesWritten;
        bytesWritten = 0;
        return soFar;
    }

    synchronized void took(long bytes) {
        bytesWritten += bytes;
    }

    int bytesAtOnce() {
        return bytesAtOnce;
    }

    FileSystem fileSystem() {
        return fileSystem;
    }

    static Path real(Path path) {
        return path instanceof RecordedPath recorded ? recorded.real() : path;
    }

    synchronized void record(String event) {
        boolean goesOn = event.startsWith("write ") && !events.isEmpty() && event.equals(events.get(events.size() - 1));
        if (!goesOn) {
            events.add(event);
        }
        if (!event.startsWith("write ") && !event.startsWith("force ")) {
            renaming.run();
        }
        notifyAll();
        if (event.equals(awaited)) {
            awaited = "";
            meanwhile.run();
        }
    }

    String name(Path path) {
        Path absolute = real(path).toAbsolutePath();
        return absolute.equals(root.toAbsolutePath())
                ? "the directory"
                : root.toAbsolutePath().relativize(absolute).toString();
    }

    @Override
    public FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        requireDescriptor(name(path));
        return new RecordedChannel(this, real(path), FileChannel.open(real(path), options, attributes));
    }

    @Override
    public SeekableByteChannel newByteChannel(
            Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
        return newFileChannel(path, options, attributes);
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(Path path, DirectoryStream.Filter<? super Path> filter)
            throws IOException {
        DirectoryStream<Path> entries =
                Files.newDirectoryStream(real(path), entry -> filter.accept(new RecordedPath(this, entry)));
        return new DirectoryStream<>() {
            @Override
            public Iterator<Path> iterator() {
                Iterator<Path> names = entries.iterator();
                return new Iterator<>() {
                    @Override
                    public boolean hasNext() {
                        return names.hasNext();
                    }

                    @Override
                    public Path next() {
                        return new RecordedPath(RecordedDisk.this, names.next());
                    }
                };
            }

            @Override
            public void close() throws IOException {
                entries.close();
            }
        };
    }

    @Override
    public void createDirectory(Path path, FileAttribute<?>... attributes) throws IOException {
        requireRoom(name(path));
        Files.createDirectory(real(path), attributes);
        record("create directory " + name(path));
    }

    @Override
    public void delete(Path path) throws IOException {
        Files.delete(real(path));
        record("delete " + name(path));
    }

    @Override
    public void move(Path from, Path to, CopyOption... options) throws IOException {
        Files.move(real(from), real(to), options);
        boolean atOnce = List.of(options).contains(StandardCopyOption.ATOMIC_MOVE);
        record((atOnce ? "rename " : "move ") + name(from) + " to " + name(to));
    }

    @Override
    public void copy(Path from, Path to, CopyOption... options) throws IOException {
        Files.copy(real(from), real(to), options);
        record("write " + name(to));
    }

    @Override
    public boolean isSameFile(Path path, Path other) throws IOException {
        return Files.isSameFile(real(path), real(other));
    }

    @Override
    public boolean isHidden(Path path) throws IOException {
        return Files.isHidden(real(path));
    }

    @Override
    public FileStore getFileStore(Path path) throws IOException {
        return Files.getFileStore(real(path));
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
        Path real = real(path);
        real.getFileSystem().provider().checkAccess(real, modes);
    }

    @Override
    public <V extends FileAttributeView> V getFileAttributeView(Path path, Class<V> type, LinkOption... options) {
        return Files.getFileAttributeView(real(path), type, options);
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
            throws IOException {
        return Files.readAttributes(real(path), type, options);
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options) throws IOException {
        return Files.readAttributes(real(path), attributes, options);
    }

    @Override
    public void setAttribute(Path path, String attribute, Object value, LinkOption... options) throws IOException {
        Files.setAttribute(real(path), attribute, value, options);
    }

    @Override
    public String getScheme() {
        return "recorded";
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
        throw new UnsupportedOperationException("there is one for each directory");
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
        return fileSystem;
    }

    @Override
    public Path getPath(URI uri) {
        throw new UnsupportedOperationException("start from root()");
    }

    /** One whose disk has so many bytes free. */
    private static final class FileWithRoom extends File {
        private static final long serialVersionUID = 1;

        private final long freeBytes;

        private FileWithRoom(Path path, long freeBytes) {
            super(path.toString());
            this.freeBytes = freeBytes;
        }

        @Override
        public long getUsableSpace() {
            return freeBytes;
        }
    }
}
