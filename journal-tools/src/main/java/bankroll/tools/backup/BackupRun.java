package bankroll.tools.backup;

import bankroll.condition.ConditionException;
import bankroll.journal.Chain.ChainHead;
import bankroll.journal.Frame;
import bankroll.journal.FrameLookup;
import bankroll.journal.JournalSource;
import bankroll.journal.files.DirectoryLock;
import bankroll.protocol.LedgerId;
import bankroll.snapshot.SnapshotStore;
import bankroll.tools.check.Beginning;
import bankroll.tools.check.ChainProof;
import bankroll.tools.check.Relay;
import bankroll.tools.console.Progress;
import bankroll.tools.console.Progress.Tasks;
import bankroll.tools.source.BackupManifest;
import bankroll.tools.source.BackupManifest.BackupFile;
import bankroll.tools.source.BackupManifest.BackupStart;
import bankroll.tools.source.FrameScan;
import bankroll.tools.source.LedgerIdentity;
import bankroll.tools.source.Span;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.zip.CRC32C;
import org.agrona.DirectBuffer;

/** Adds to a backup what the journal has more, and computes the chain on the way. One use, one thread. */
public final class BackupRun {
    /** Readers map a file as a whole. */
    static final long FILE_BYTES_DEFAULT = 1L << 30;

    private final JournalSource journal;
    private final Path snapshots;
    private final Path directory;
    private final BackupDirectory target;
    private final long fileBytes;
    private final long fullBytes;
    private final ChainProof chain = new ChainProof();
    private BackupManifest manifest;
    private FrameFileWriter file;
    private long lastTimeMs;
    private Relay relay;

    /**
     * Prepares.
     *
     * @param journal what is backed up
     * @param snapshots where its snapshots are, or null
     * @param directory the backup's, which is created when it is missing
     */
    public BackupRun(JournalSource journal, Path snapshots, Path directory) {
        this(journal, snapshots, directory, FILE_BYTES_DEFAULT, BackupMerge.FULL_BYTES_DEFAULT);
    }

    /** With files of at most so many bytes, of which those from the full size on are never put together. */
    BackupRun(JournalSource journal, Path snapshots, Path directory, long fileBytes, long fullBytes) {
        this.journal = journal;
        this.snapshots = snapshots;
        this.directory = directory;
        target = new BackupDirectory(directory);
        this.fileBytes = fileBytes;
        this.fullBytes = fullBytes;
    }

    /**
     * Copies up to this sequence and tells what the backup holds then. It holds what was copied also when this is refused at the
     * end, because the chain breaks: from then on every run is refused so.
     */
    public BackupManifest run(long toSequence, Tasks tasks) throws IOException {
        target.isBegun();
        DirectoryLock lock = target.lock();
        try {
            return runLocked(toSequence, tasks);
        } finally {
            target.unlock(lock);
        }
    }

    private BackupManifest runLocked(long toSequence, Tasks tasks) throws IOException {
        manifest = target.isBegun() ? BackupManifest.load(directory) : BackupManifest.EMPTY;
        requireSameLedger();
        if (manifest.files().isEmpty()) {
            manifest = begin(toSequence, tasks);
        }
        requireSameJournal();
        target.clear(manifest);
        chain.startAfter(manifest.head());
        if (toSequence > manifest.lastSequence()) {
            copy(toSequence, tasks);
        } else if (manifest.files().isEmpty()) {
            target.save(manifest);
        }
        merge(tasks);
        BackupCheck.requireWhole(manifest.brokenAt());
        return manifest;
    }

    /** One that has no file yet is begun again: a retention may have gone on since an earlier run broke off. */
    private BackupManifest begin(long toSequence, Tasks tasks) throws IOException {
        Beginning beginning = Beginning.upTo(journal, snapshots, toSequence);
        return beginning.isShortened()
                ? shortened(beginning, tasks)
                : new BackupManifest(manifest.ledger(), BackupStart.WHOLE, List.of(), 0, ChainHead.START, 0);
    }

    /** What came before the journal's first entry is in a snapshot or nowhere. */
    private BackupManifest shortened(Beginning beginning, Tasks tasks) throws IOException {
        if (beginning.chain() == null) {
            throw ConditionException.wrong(
                    "what came before entry " + beginning.firstSequence() + " was removed, and no"
                            + " entry carries a chain value: a backup could never be proved; stop the service and copy the"
                            + " data directory");
        }
        Path copy = new SnapshotStore(target).adopt(beginning.snapshot()).path();
        BackupStart start = new BackupStart(
                beginning.firstSequence(),
                crcOf(beginning.firstSequence() - 1),
                copy.getFileName().toString(),
                Files.size(copy),
                checksum(copy, tasks));
        return new BackupManifest(manifest.ledger(), start, List.of(), 0, beginning.chain(), 0);
    }

    private static int checksum(Path snapshot, Tasks tasks) throws IOException {
        try (Progress shown = tasks.begin("read the snapshot", "bytes", Files.size(snapshot))) {
            return new FileChecksums(shown).of(snapshot);
        }
    }

    /** Told in the manifest from the first run on; read again only where that costs nothing. */
    private void requireSameLedger() {
        if (manifest.ledger() != null && journal.firstSequence() > 1) {
            return;
        }
        LedgerId id = LedgerIdentity.of(journal);
        if (id != null && manifest.ledger() != null && !manifest.ledger().equals(id.text())) {
            throw ConditionException.wrong("the backup in " + directory + " is of ledger " + manifest.ledger()
                    + ", the journal of ledger " + id + ": back up to a new directory");
        }
        manifest = manifest.of(id);
    }

    /** The journal must go on where the backup ends, from the same entry. */
    private void requireSameJournal() {
        long last = manifest.lastSequence();
        if (journal.firstSequence() > last + 1) {
            throw ConditionException.wrong("the journal starts at sequence " + journal.firstSequence()
                    + ", the backup ends at " + last + ": what lies between was removed; begin a new backup in another"
                    + " directory, and keep this one: it has what came before");
        }
        if (last > 0 && crcOf(last) != manifest.lastCrc()) {
            throw ConditionException.wrong("the backup in " + directory + " is of another journal, or of another"
                    + " history of this one: its last entry " + last + " is not the journal's; back up to a new"
                    + " directory");
        }
    }

    /** Of an entry, or as the one behind it says; 0 when neither is there. */
    private int crcOf(long sequence) {
        try (FrameLookup frame = journal.lookup()) {
            if (frame.find(sequence)) {
                return Frame.crc(frame.buffer(), frame.offset());
            }
            return frame.find(sequence + 1) ? Frame.previousCrc(frame.buffer(), frame.offset()) : 0;
        }
    }

    private void copy(long toSequence, Tasks tasks) throws IOException {
        Span span = new Span(manifest.lastSequence() + 1, toSequence, Long.MIN_VALUE, Long.MAX_VALUE);
        FrameScan missing = FrameScan.of(journal, span);
        try (Progress shown = tasks.begin("backup", "entries", missing.size())) {
            relay = new Relay(chain);
            missing.run(this::add, shown);
            if (file != null) {
                finishFile();
            }
        } finally {
            relay.close();
            if (file != null) {
                file.close();
            }
        }
    }

    private boolean add(DirectBuffer buffer, int offset, int length) {
        try {
            if (file != null && file.bytes() + length > fileBytes) {
                finishFile();
            }
            if (file == null) {
                file = new FrameFileWriter(directory, manifest.lastSequence() + 1, manifest.lastCrc());
            }
            file.add(buffer, offset, length);
        } catch (IOException e) {
            throw new UncheckedIOException("can't write the backup to " + directory, e);
        }
        relay.onFrame(buffer, offset, length);
        lastTimeMs = Frame.timeMs(buffer, offset);
        return true;
    }

    /**
     * From here on the backup holds this file, whatever happens. Before the first one gets its name, the manifest says that this
     * is a backup: a run that breaks off between the two is gone on with.
     */
    private void finishFile() throws IOException {
        relay.finish();
        file.force();
        if (manifest.files().isEmpty()) {
            target.save(manifest);
        }
        manifest = manifest.with(file.finish(), lastTimeMs, chain.head(), chain.firstContradiction());
        file = null;
        target.save(manifest);
    }

    /** The new entries are safe before this begins. The files that others stand for go when the manifest no longer names them. */
    private void merge(Tasks tasks) throws IOException {
        List<BackupFile> small = BackupMerge.due(manifest.files(), fullBytes);
        if (small.isEmpty()) {
            return;
        }
        try {
            manifest = manifest.with(small, new BackupMerge(directory, small).run(tasks));
            target.save(manifest);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the backup in " + directory + " holds all entries, but its small files can't be put together", e);
        }
        target.clear(manifest);
    }

    /** Writes one file of a backup: beside, forced, renamed. One thread. */
    private static final class FrameFileWriter implements AutoCloseable {
        private static final int CAPACITY = 1 << 20;

        private final Path directory;
        private final String name;
        private final FileChannel channel;
        private final ByteBuffer bytes = ByteBuffer.allocateDirect(CAPACITY);
        private final CRC32C checksum = new CRC32C();
        private final long firstSequence;
        private final int previousCrc;
        private long lastSequence;
        private int lastCrc;
        private long written;

        private FrameFileWriter(Path directory, long firstSequence, int previousCrc) throws IOException {
            this.directory = directory;
            this.firstSequence = firstSequence;
            this.previousCrc = previousCrc;
            name = BackupDirectory.name(firstSequence) + BackupDirectory.ENDING;
            channel = BackupDirectory.newFile(part());
        }

        long bytes() {
            return written + bytes.position();
        }

        void add(DirectBuffer buffer, int offset, int length) throws IOException {
            for (int done = 0; done < length; ) {
                if (!bytes.hasRemaining()) {
                    spill();
                }
                int part = Math.min(length - done, bytes.remaining());
                buffer.getBytes(offset + done, bytes, part);
                done += part;
            }
            lastSequence = Frame.sequence(buffer, offset);
            lastCrc = Frame.crc(buffer, offset);
        }

        /** Brings all of it to the disk. */
        void force() throws IOException {
            spill();
            channel.force(true);
        }

        /** Gives the forced file its name. */
        private BackupFile finish() throws IOException {
            channel.close();
            Files.move(part(), directory.resolve(name), StandardCopyOption.ATOMIC_MOVE);
            return new BackupFile(
                    name, firstSequence, lastSequence, previousCrc, lastCrc, written, (int) checksum.getValue());
        }

        /** Removes the file when it was not finished. */
        @Override
        public void close() throws IOException {
            if (channel.isOpen()) {
                channel.close();
                Files.deleteIfExists(part());
            }
        }

        private void spill() throws IOException {
            bytes.flip();
            checksum.update(bytes.duplicate());
            while (bytes.hasRemaining()) {
                written += channel.write(bytes);
            }
            bytes.clear();
        }

        private Path part() {
            return directory.resolve(name + BackupDirectory.PART);
        }
    }
}
