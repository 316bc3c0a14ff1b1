package bankroll.journal.recovery;

import bankroll.journal.FrameScript;
import bankroll.journal.JournalContext;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalStore;
import bankroll.journal.JournalStore.RecoveredJournal;
import bankroll.journal.chronicle.ChronicleJournalStore;
import bankroll.journal.files.JournalFile;
import bankroll.journal.reading.FrameCursor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A journal directory in the hands of a test: copied, damaged, opened again. A copy of a directory whose journal is
 * open is what a killed process leaves.
 */
public final class JournalOnDisk {

    /** A frame's place: file, byte of the frame, its length, its sequence. */
    public record Place(JournalFile file, int position, int length, long sequence) {}

    private final Path directory;

    public JournalOnDisk(Path directory) {
        this.directory = directory;
    }

    public Path directory() {
        return directory;
    }

    /** Small files, no low-water mark. */
    public JournalContext context() {
        return new JournalContext()
                .directory(directory)
                .fileBytes(256 << 10)
                .maxFrameBytes(64 << 10)
                .lowWaterBytes(0);
    }

    public ChronicleJournalStore open() {
        return ChronicleJournalStore.open(context());
    }

    RecoveredJournal recover() {
        try (JournalStore store = open()) {
            return store.recovered();
        }
    }

    /** Opens the journal and reads all of it. */
    List<Long> recoverAndRead(FrameScript script) {
        try (JournalStore store = open();
                JournalReader reader = store.reader(1)) {
            return script.readAll(reader);
        }
    }

    public JournalOnDisk copy(Path target) {
        try {
            copy(directory, target);
            return new JournalOnDisk(target);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Asks only what stays for more than its name: the rest may be gone by then. */
    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> paths = Files.list(from)) {
            for (Path path : paths.filter(JournalOnDisk::stays).toList()) {
                Path copied = to.resolve(path.getFileName().toString());
                if (Files.isDirectory(path)) {
                    copy(path, copied);
                } else {
                    Files.copy(path, copied);
                }
            }
        }
    }

    /** What is being written in the background comes and goes. */
    private static boolean stays(Path path) {
        String name = path.getFileName().toString();
        return !name.contains(".precreated") && !name.endsWith(".tmp");
    }

    void delete() {
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : paths.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<JournalFile> files() {
        return JournalFile.all(directory);
    }

    JournalFile newest() {
        return files().get(files().size() - 1);
    }

    /** Every frame of every file. */
    List<Place> places() {
        List<Place> places = new ArrayList<>();
        for (JournalFile file : files()) {
            try (FrameCursor cursor = FrameCursor.from(file, FrameCursor.firstSequence(file))) {
                while (cursor.next() == FrameCursor.Step.FRAME) {
                    places.add(new Place(file, cursor.framePosition(), cursor.frameLength(), cursor.sequence()));
                }
            }
        }
        return places;
    }

    public Place place(long sequence) {
        return places().get((int) sequence - 1);
    }

    public void flip(Path file, long position) {
        byte[] one = read(file, position, 1);
        one[0] ^= 0x10;
        write(file, position, one);
    }

    void zero(Path file, long position, int length) {
        write(file, position, new byte[length]);
    }

    byte[] read(Path file, long position, int length) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer bytes = ByteBuffer.allocate(length);
            channel.read(bytes, position);
            return bytes.array();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void write(Path file, long position, byte[] bytes) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(bytes), position);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void truncate(Path file, long length) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
