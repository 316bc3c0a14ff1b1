package bankroll.tools.rebuild;

import bankroll.condition.ConditionException;
import bankroll.journal.Frame;
import bankroll.journal.Journal;
import bankroll.journal.JournalContext;
import bankroll.journal.JournalStore;
import bankroll.journal.chronicle.ChronicleJournalStore;
import bankroll.journal.files.ClosedFile;
import bankroll.journal.files.DurableFiles;
import bankroll.journal.files.Manifest;
import bankroll.tools.check.Verification;
import bankroll.tools.console.Progress;
import bankroll.tools.source.FrameScan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;

/**
 * A journal to which entries are appended, byte for byte, wherever they come from; one that begins with a later entry than
 * the first is made as a retention leaves it. Each file is forced when it is full, the last one at the end; and read back,
 * while the next is written.
 */
final class AppendedJournal implements NewJournal {
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(60);

    private final Path directory;
    private final FrameScan scan;
    private final JournalStore store;
    private final Journal journal;
    private final JournalReadBack readBack;

    /**
     * Prepares.
     *
     * @param scan the entries
     * @param previousCrc CRC of the one before the first
     */
    AppendedJournal(FrameScan scan, int previousCrc, Path directory, Disk disk) throws IOException {
        this.directory = directory;
        this.scan = scan;
        store = open(directory, scan.first(), previousCrc, !disk.isPastTheCache());
        journal = store.journal();
        readBack = new JournalReadBack(this::closed, Frame.Link.behind(scan.first() - 1, previousCrc), disk);
    }

    /**
     * An empty one. The low-water mark is the service's: it keeps room for what runs, and here nothing does.
     *
     * @param firstSequence the entry that comes first
     * @param previousCrc CRC of the one before it
     * @param zerosAhead whether blocks are written with zeros first; not needed when all is read back from the disk
     */
    static JournalStore open(Path directory, long firstSequence, int previousCrc, boolean zerosAhead)
            throws IOException {
        if (firstSequence > 1) {
            DurableFiles.createDirectories(directory);
            new Manifest(firstSequence, previousCrc, List.of(), null).write(directory);
        }
        return ChronicleJournalStore.open(
                new JournalContext().directory(directory).zerosAhead(zerosAhead).lowWaterBytes(0));
    }

    @Override
    public void make(Verification verification, Progress shown) {
        verification.run(scan, this::append, shown);
    }

    private boolean append(DirectBuffer buffer, int offset, int length) {
        readBack.requireAlive();
        // the next file's blocks are allocated in the background; that never ends on a full disk
        if (!journal.awaitRoom(length, PATIENCE_NS)) {
            throw ConditionException.wrong("no room for the next journal file in " + directory + ": "
                    + store.disk().usableBytes() + " bytes are free, "
                    + JournalContext.FILE_BYTES_DEFAULT + " are needed");
        }
        journal.append(buffer, offset, length, Frame.sequence(buffer, offset));
        return true;
    }

    private List<ClosedFile> closed() {
        Manifest manifest = Manifest.read(directory);
        return manifest == null ? List.of() : manifest.closed();
    }

    @Override
    public boolean end(Verification verification, Progress shown) {
        store.close();
        return readBack.has(scan.last(), verification.lastCrc(), shown);
    }

    @Override
    public void close() {
        readBack.close();
        store.close();
    }
}
