package bankroll.tools.rebuild;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.journal.Chain.ChainHead;
import bankroll.journal.CorruptJournalException;
import bankroll.journal.Frame;
import bankroll.journal.FrameLookup;
import bankroll.journal.JournalContext;
import bankroll.journal.JournalSource;
import bankroll.journal.JournalStore.RecoveredJournal;
import bankroll.journal.chronicle.ChronicleJournalStore;
import bankroll.journal.files.ClosedFile;
import bankroll.journal.reading.JournalDirectory;
import bankroll.snapshot.CheckedSnapshot;
import bankroll.tools.check.Beginning;
import bankroll.tools.check.ChainProof;
import bankroll.tools.check.Verification;
import bankroll.tools.console.Progress;
import bankroll.tools.console.Progress.Tasks;
import bankroll.tools.console.Summary;
import bankroll.tools.source.FrameScan;
import bankroll.tools.source.Span;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Makes a fresh data directory from the entries of a journal or a backup: each is proved on its way, the journal is read
 * back, from the disk itself where that is possible, and only then it gets its name. One use, one thread, but for those that
 * read back and take the snapshot.
 */
public final class Rebuild {
    private static final long FRAME_HEADER_BYTES = 4;
    /** Of the second file; a start of writing begins with one of half of it. */
    private static final long LEAST_RESERVE_BYTES = JournalContext.FILE_BYTES_DEFAULT / 4;

    private static final long MOST_RESERVE_BYTES = JournalContext.FILE_BYTES_DEFAULT;
    private static final long SHOW_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Path target;
    private final FreshDirectory directory;
    private final Tasks tasks;
    private JournalDirectory files;

    /**
     * Prepares.
     *
     * @param target the data directory to be made: absent or empty
     * @param tasks where it shows how far it is
     */
    public Rebuild(Path target, Tasks tasks) {
        this.target = target;
        directory = new FreshDirectory(target);
        this.tasks = tasks;
    }

    /** Refuses a target that holds anything: nothing is ever overwritten. */
    public Rebuild requireFresh() throws IOException {
        directory.requireFresh();
        return this;
    }

    /**
     * Refuses what can't fit, before anything is read or written. A journal takes the frames, a header each, and the file in
     * reserve behind the last one; a snapshot comes on top and is not counted.
     *
     * @param bytes of all frames
     * @param entries how many there are
     */
    public Rebuild requireRoom(long bytes, long entries) throws IOException {
        long needed = bytes + entries * FRAME_HEADER_BYTES + Math.min(bytes + LEAST_RESERVE_BYTES, MOST_RESERVE_BYTES);
        long free = directory.usableBytes();
        if (free < needed) {
            throw new ConditionException(
                    ExitCode.WRONG,
                    "it can't fit: about " + needed + " bytes are needed for " + target + ", " + free + " are free",
                    "make room, or name a directory on a larger disk");
        }
        return this;
    }

    /** The entries are in the files of this journal: they are copied as they are, which is faster than to append entries. */
    public Rebuild fromFiles(JournalDirectory journal) {
        files = journal;
        return this;
    }

    /**
     * Rebuilds, and tells what came of it.
     *
     * @param source where the entries come from
     * @param scan which of them, from the first; when this returns, all of them are there
     * @param beginning what the entries begin with
     * @param expected a chain head that the journal is expected to have, or null
     * @param withSnapshot whether a snapshot is taken at the end
     */
    public Summary run(
            JournalSource source, FrameScan scan, Beginning beginning, ChainHead expected, boolean withSnapshot)
            throws IOException {
        if (scan.size() == 0) {
            throw ConditionException.misuse("the journal is empty, or that part of it: there is nothing to rebuild");
        }
        try {
            directory.begin();
            Summary summary = make(source, scan, beginning, expected, withSnapshot);
            directory.complete();
            return summary;
        } catch (CorruptJournalException e) {
            directory.abandon();
            throw nothingRebuilt(e.getMessage());
        } catch (IOException | RuntimeException e) {
            directory.abandon();
            throw e;
        }
    }

    /** The snapshot that the entries begin with is carried over first: a service that goes on may prune it at any time. */
    private Summary make(
            JournalSource source, FrameScan scan, Beginning beginning, ChainHead expected, boolean withSnapshot)
            throws IOException {
        Disk disk = Disk.below(target);
        RebuiltSnapshots snapshots = new RebuiltSnapshots(directory.snapshots(), disk);
        Beginning carried = carried(beginning, snapshots);
        Verification.Scope scope = new Verification.Scope(Verification.Depth.LEDGER, true, expected, null);
        try (Verification verification = new Verification(scope, carried);
                NewJournal journal = journal(source, scan, disk)) {
            try (Progress shown = tasks.begin("copy", "entries", scan.size())) {
                journal.make(verification, shown);
            }
            requireGood(verification, expected);
            return summary(verification, finish(journal, scan, verification, snapshots, withSnapshot));
        }
    }

    private static Beginning carried(Beginning beginning, RebuiltSnapshots snapshots) throws IOException {
        try {
            return beginning.from(snapshots.carry(beginning.snapshot()));
        } catch (NoSuchFileException e) {
            throw beginning.snapshotGone(e);
        }
    }

    private static Summary summary(Verification verification, CheckedSnapshot snapshot) {
        ChainProof chain = verification.chain();
        return new Summary()
                .put("entries", verification.entries())
                .put("last_sequence", verification.lastSequence())
                .putTime("last_time", verification.lastTimeMs())
                .put("bookings", verification.bookings())
                .put("chain_head", chain == null ? null : chain.head().toString())
                .put("digest", snapshot == null ? verification.ledger().digest() : snapshot.digest())
                .put("snapshot", snapshot == null ? null : snapshot.path().toString())
                .put("result", "good: verified and read back");
    }

    /** What is left of the journal is brought to the disk, and read back, while the snapshot is taken. */
    private CheckedSnapshot finish(
            NewJournal journal,
            FrameScan scan,
            Verification verification,
            RebuiltSnapshots snapshots,
            boolean withSnapshot)
            throws IOException {
        return beside(
                () -> withSnapshot ? snapshots.take(verification) : null,
                () -> end(journal, scan, verification),
                snapshot -> await(snapshot, snapshots));
    }

    private NewJournal journal(JournalSource source, FrameScan scan, Disk disk) throws IOException {
        return files == null
                ? new AppendedJournal(scan, crcBefore(source, scan.first()), directory.part(), disk)
                : new CopiedJournal(filesOf(scan), scan, directory.part(), disk);
    }

    /** Where they can't be told, the journal itself says what is wrong with it. */
    private List<ClosedFile> filesOf(FrameScan scan) {
        try {
            return files.filesUpTo(scan.last());
        } catch (CorruptJournalException e) {
            scan.requireGood();
            throw e;
        }
    }

    private void end(NewJournal journal, FrameScan scan, Verification verification) throws IOException {
        try (Progress shown = tasks.begin("read back", "entries", scan.size())) {
            boolean isWhole = journal.end(verification, shown);
            requireWritten(directory.part(), scan, isWhole);
        }
    }

    /**
     * The service must take the journal for whole, with these entries, and the disk must have given back all frames.
     *
     * @param isWhole whether the disk gave back all frames
     */
    void requireWritten(Path directory, FrameScan written, boolean isWhole) {
        try {
            RecoveredJournal found = recovered(directory);
            if (found.firstSequence() != written.first() || found.lastSequence() != written.last()) {
                throw notAsWritten("it has entries " + found.firstSequence() + " to " + found.lastSequence());
            }
            if (!isWhole) {
                // Names the place, if that shows to readers, too.
                FrameScan.of(new JournalDirectory(directory), Span.ALL).requireGood();
                throw notAsWritten("the bytes of the journal differ");
            }
        } catch (CorruptJournalException e) {
            throw notAsWritten(e.getMessage());
        }
    }

    private static RecoveredJournal recovered(Path directory) {
        try (ChronicleJournalStore store = ChronicleJournalStore.open(
                new JournalContext().directory(directory).lowWaterBytes(0))) {
            return store.recovered();
        }
    }

    /** What was written is not there. */
    private ConditionException notAsWritten(String reason) {
        return ConditionException.wrong("what was written to " + target + " does not read back as it was (" + reason
                + "): check the disk, delete what is left there and call again");
    }

    private static int crcBefore(JournalSource source, long sequence) {
        try (FrameLookup frame = source.lookup()) {
            return frame.find(sequence) ? Frame.previousCrc(frame.buffer(), frame.offset()) : 0;
        }
    }

    private static void requireGood(Verification verification, ChainHead expected) {
        String reason = verification.fault();
        if (reason == null && expected != null && !isMet(verification)) {
            reason = "the chain head at entry " + expected.sequence() + " is not the one that is expected";
        }
        if (reason != null) {
            throw nothingRebuilt(reason);
        }
    }

    private static ConditionException nothingRebuilt(String reason) {
        return ConditionException.wrong("nothing was rebuilt: " + reason);
    }

    private static boolean isMet(Verification verification) {
        return verification.chain() != null && verification.chain().isExpectationMet();
    }

    /** A large one takes longer than the journal's last file. */
    private void await(CompletableFuture<CheckedSnapshot> snapshot, RebuiltSnapshots snapshots) {
        if (snapshot.isDone()) {
            return;
        }
        try (Progress shown = tasks.begin("snapshot", "bytes", snapshots.expectedBytes())) {
            while (!snapshot.isDone()) {
                shown.show(snapshots.writtenBytes());
                LockSupport.parkNanos(SHOW_INTERVAL_NS);
            }
        }
    }

    /** What is done here. */
    private interface Step {
        void run() throws IOException;
    }

    /** The one waits for the disk while the other computes; the ledger is at rest. */
    private static CheckedSnapshot beside(
            Supplier<CheckedSnapshot> taking, Step here, Consumer<CompletableFuture<CheckedSnapshot>> waiting)
            throws IOException {
        CompletableFuture<CheckedSnapshot> snapshot =
                CompletableFuture.supplyAsync(taking, task -> new Thread(task, "snapshot").start());
        try {
            here.run();
            waiting.accept(snapshot);
            return snapshot.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        } finally {
            // What it reads and writes is thrown away behind a failure.
            snapshot.exceptionally(failure -> null).join();
        }
    }
}
