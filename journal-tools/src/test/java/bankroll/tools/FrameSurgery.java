package bankroll.tools;

import bankroll.journal.JournalReader;
import bankroll.journal.files.DurableFiles;
import bankroll.journal.reading.JournalDirectory;
import bankroll.testkit.Copies;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Finds frames in the files of a journal, and harms them. */
public record FrameSurgery(Path file, long position, int length) {

    /** The frame of a sequence in a data directory. */
    public static FrameSurgery frame(Path data, long sequence) {
        Path journal = data.resolve("journal");
        try (JournalReader reader = new JournalDirectory(journal).reader(sequence)) {
            if (!reader.next()) {
                throw new AssertionError("there is no entry " + sequence);
            }
            String[] place = reader.place().split(" at byte ");
            return new FrameSurgery(journal.resolve(place[0]), Long.parseLong(place[1]), reader.length());
        }
    }

    /** Changes one bit. */
    public void flip(int offset) {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.seek(position + offset);
            int old = bytes.read();
            bytes.seek(position + offset);
            bytes.write(old ^ 0x10);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Overwrites a part with zeros. */
    void zero(int offset, int count) {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.seek(position + offset);
            bytes.write(new byte[count]);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Copies a directory as it is at this moment: of a live journal, what a killed process would leave. */
    public static Path copy(Path source, Path target) throws IOException {
        while (!isCopied(source, target)) {
            // nothing is there when the walk itself stumbled
            DurableFiles.deleteAll(target);
        }
        return target;
    }

    /** False when a file was renamed meanwhile, as a live journal does with its manifest: then it was no one moment. */
    private static boolean isCopied(Path source, Path target) throws IOException {
        try {
            Copies.copy(source, target);
            return true;
        } catch (NoSuchFileException e) {
            return false;
        } catch (UncheckedIOException e) {
            // the walk itself looks at what it has found, and tells so that it is gone
            if (e.getCause() instanceof NoSuchFileException) {
                return false;
            }
            throw e;
        }
    }

    /** The journal's files, oldest first. */
    static List<Path> files(Path data) throws IOException {
        return list(data, ".cq4");
    }

    /** The files whose names end so, by name. */
    static List<Path> list(Path directory, String ending) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(path -> path.toString().endsWith(ending)).sorted().toList();
        }
    }
}
