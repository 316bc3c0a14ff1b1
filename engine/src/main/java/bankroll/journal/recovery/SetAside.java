package bankroll.journal.recovery;

import bankroll.journal.files.DurableFiles;
import bankroll.journal.files.JournalFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Keeps for the operator what a start does not take as journal: copies of torn tails, and whole files behind them. */
final class SetAside {
    /** Name of the directory in the journal directory. */
    static final String DIRECTORY = "set-aside";

    private final Path journal;

    SetAside(Path journal) {
        this.journal = journal;
    }

    /** Copies the bytes of a torn tail; the journal file stays as it is. */
    void tail(TailScan scan) throws IOException {
        Path copy = directory().resolve(copyOf(scan));
        try (FileChannel from = FileChannel.open(scan.file().path(), StandardOpenOption.READ);
                FileChannel to = FileChannel.open(
                        copy,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE)) {
            long position = scan.end();
            while (position < scan.endOfRemains()) {
                position += from.transferTo(position, scan.endOfRemains() - position, to);
            }
            to.force(true);
        }
        DurableFiles.forceDirectory(directory());
    }

    /** The name that {@link #tail} gives a copy, in the journal directory. */
    static String nameOf(TailScan scan) {
        return DIRECTORY + "/" + copyOf(scan);
    }

    private static String copyOf(TailScan scan) {
        return flat(scan.file()) + "-from-byte-" + scan.end();
    }

    /** The name that {@link #file} gives a file, in the journal directory. */
    static String nameOf(JournalFile file) {
        return DIRECTORY + "/" + flat(file);
    }

    /** Moves a whole file out of the journal. */
    void file(JournalFile file) throws IOException {
        Path target = directory().resolve(flat(file));
        Files.move(file.path(), target, StandardCopyOption.ATOMIC_MOVE);
        DurableFiles.forceDirectory(directory());
        DurableFiles.forceDirectory(file.path().getParent());
    }

    private static String flat(JournalFile file) {
        return file.name().replace('/', '-');
    }

    private Path directory() throws IOException {
        Path directory = journal.resolve(DIRECTORY);
        DurableFiles.createDirectories(directory);
        return directory;
    }
}
