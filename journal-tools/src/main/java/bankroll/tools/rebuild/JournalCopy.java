package bankroll.tools.rebuild;

import bankroll.condition.ConditionException;
import bankroll.journal.Frame;
import bankroll.journal.Journal;
import bankroll.journal.JournalContext;
import bankroll.journal.JournalStore;
import bankroll.journal.chronicle.ChronicleJournalStore;
import bankroll.journal.files.DurableFiles;
import bankroll.journal.files.Manifest;
import bankroll.journal.files.ManifestCodec;
import bankroll.tools.source.FrameHandler;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;

/**
 * Appends frames, byte for byte as they come, to a new journal; one that begins with a later entry than the first is made
 * as a retention leaves it. A file is forced when it is full, and the last one by {@link #close}. One thread at a time; frames
 * in arrays are appended fastest. The low-water mark is the service's: it keeps room for what runs, and here nothing does.
 */
final class JournalCopy implements FrameHandler, AutoCloseable {
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(60);

    private final Path directory;
    private final JournalStore store;
    private final Journal journal;

    /**
     * Prepares.
     *
     * @param directory where it is made
     * @param firstSequence the entry that comes first
     * @param previousCrc CRC of the one before it
     * @param zerosAhead whether blocks are written with zeros first; not needed when all is read back from the disk
     */
    JournalCopy(Path directory, long firstSequence, int previousCrc, boolean zerosAhead) throws IOException {
        this.directory = directory;
        if (firstSequence > 1) {
            DurableFiles.createDirectories(directory);
            ManifestCodec.write(directory, new Manifest(firstSequence, previousCrc, List.of(), null));
        }
        store = ChronicleJournalStore.open(
                new JournalContext().directory(directory).zerosAhead(zerosAhead).lowWaterBytes(0));
        journal = store.journal();
    }

    @Override
    public boolean onFrame(DirectBuffer buffer, int offset, int length) {
        awaitRoom(length);
        journal.append(buffer, offset, length, Frame.sequence(buffer, offset));
        return true;
    }

    /** Brings everything to the disk and closes. */
    @Override
    public void close() {
        store.close();
    }

    /** The next file's blocks are allocated in the background; that never ends on a full disk. */
    private void awaitRoom(int length) {
        if (!journal.awaitRoom(length, PATIENCE_NS)) {
            throw ConditionException.wrong("no room for the next journal file in " + directory + ": "
                    + store.disk().usableBytes() + " bytes are free, "
                    + JournalContext.FILE_BYTES_DEFAULT + " are needed");
        }
    }
}
