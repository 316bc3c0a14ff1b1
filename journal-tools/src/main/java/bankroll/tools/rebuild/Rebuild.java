package bankroll.tools.rebuild;

import bankroll.journal.ChainHead;
import bankroll.journal.Frame;
import bankroll.journal.FrameLookup;
import bankroll.journal.JournalSource;
import bankroll.journal.files.DurableFiles;
import bankroll.snapshot.CheckedSnapshot;
import bankroll.tools.check.Beginning;
import bankroll.tools.check.Verification;
import bankroll.tools.console.CommandFailure;
import bankroll.tools.console.Progress;
import bankroll.tools.read.FrameHandler;
import bankroll.tools.read.FrameScan;
import bankroll.tools.read.Span;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Makes a fresh data directory from the entries of a journal or a backup: each is proved on its way, what was written,
 * the snapshot too, is read back, from the disk itself where that is possible, and only then the journal gets its name.
 * One use, one thread, but for those that read back and take the snapshot.
 */
public final class Rebuild {
    private final Path target;
    private final FreshDirectory directory;
    private final Function<String, Progress> progress;
    private final WrittenProof proof;

    /**
     * What came of it.
     *
     * @param entries how many
     * @param lastSequence the last one
     * @param lastTimeMs its time
     * @param bookings debits, credits, rollbacks and transfers in them
     * @param head the chain there; null when no entry carries a value from which it can be followed
     * @param digest of the state
     * @param snapshot the snapshot taken, or null
     */
    public record Result(
            long entries,
            long lastSequence,
            long lastTimeMs,
            long bookings,
            ChainHead head,
            String digest,
            Path snapshot) {}

    /**
     * Prepares.
     *
     * @param target the data directory to be made: absent or empty
     * @param progress gives a progress for a task of this name
     */
    public Rebuild(Path target, Function<String, Progress> progress) {
        this.target = target;
        directory = new FreshDirectory(target);
        this.progress = progress;
        proof = new WrittenProof(target);
    }

    /** Refuses a target that holds anything: nothing is ever overwritten. */
    public Rebuild requireFresh() throws IOException {
        directory.requireFresh();
        return this;
    }

    /**
     * Rebuilds.
     *
     * @param source where the entries come from
     * @param span which of them; from the first
     * @param beginning what the entries begin with
     * @param expected a chain head that must come by, or null
     * @param withSnapshot whether a snapshot is taken at the end
     */
    public Result run(JournalSource source, Span span, Beginning beginning, ChainHead expected, boolean withSnapshot)
            throws IOException {
        DurableFiles.createDirectories(target);
        Verification.Scope scope = new Verification.Scope(Verification.Depth.LEDGER, true, expected, null);
        try (Verification verification = new Verification(scope, beginning)) {
            return result(verification, write(source, span, verification, expected, withSnapshot));
        }
    }

    private static Result result(Verification verification, CheckedSnapshot snapshot) {
        return new Result(
                verification.entries(),
                verification.lastSequence(),
                verification.lastTimeMs(),
                verification.bookings(),
                verification.chain() == null ? null : verification.chain().head(),
                snapshot == null ? verification.ledger().digest() : snapshot.digest(),
                snapshot == null ? null : snapshot.path());
    }

    private CheckedSnapshot write(
            JournalSource source, Span span, Verification verification, ChainHead expected, boolean withSnapshot)
            throws IOException {
        FrameScan scan = FrameScan.of(source, span);
        if (scan.size() == 0) {
            throw CommandFailure.misuse("the journal is empty, or that part of it: there is nothing to rebuild");
        }
        try {
            CheckedSnapshot snapshot = copy(source, scan, verification, expected, withSnapshot);
            directory.complete();
            return snapshot;
        } catch (IOException | RuntimeException e) {
            directory.abandon();
            throw e;
        }
    }

    /** When all is appended, the journal is forced and read back while the snapshot is taken. */
    private CheckedSnapshot copy(
            JournalSource source, FrameScan scan, Verification verification, ChainHead expected, boolean withSnapshot)
            throws IOException {
        DiskRead disk = new DiskRead(target);
        int crc = crcBefore(source, scan.first());
        try (JournalCopy copy = new JournalCopy(directory.part(), scan.first(), crc, !disk.isPastTheCache());
                JournalReadBack readBack = new JournalReadBack(directory.part(), disk)) {
            try (Progress shown = progress.apply("copy")) {
                verification.run(scan, whileAlive(readBack, copy), shown);
            }
            requireGood(verification, expected);
            RebuiltSnapshots snapshots = new RebuiltSnapshots(directory.snapshots(), proof);
            snapshots.carry(verification.beginning().snapshot());
            return beside(
                    () -> withSnapshot ? snapshots.take(verification, copy.lastCrc()) : null,
                    () -> end(copy, readBack, scan.first(), verification.lastSequence()));
        }
    }

    private static FrameHandler whileAlive(JournalReadBack readBack, JournalCopy copy) {
        return (buffer, offset, length) -> {
            try {
                readBack.requireAlive();
            } catch (IOException e) {
                throw new UncheckedIOException("can't read back what was written", e);
            }
            return copy.onFrame(buffer, offset, length);
        };
    }

    private void end(JournalCopy copy, JournalReadBack readBack, long first, long last) throws IOException {
        copy.close();
        try (Progress shown = progress.apply("read back")) {
            proof.requireJournal(directory.part(), readBack, copy.sum(), first, last, shown);
        }
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
            throw CommandFailure.wrong("nothing was rebuilt: " + reason);
        }
    }

    private static boolean isMet(Verification verification) {
        return verification.chain() != null && verification.chain().isExpectationMet();
    }

    /** What is done here. */
    private interface Step {
        void run() throws IOException;
    }

    /** The one waits for the disk while the other computes; the ledger is at rest. */
    private static CheckedSnapshot beside(Supplier<CheckedSnapshot> taking, Step here) throws IOException {
        CompletableFuture<CheckedSnapshot> snapshot =
                CompletableFuture.supplyAsync(taking, task -> new Thread(task, "snapshot").start());
        try {
            here.run();
            return snapshot.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        } finally {
            // What it reads and writes is thrown away behind a failure.
            snapshot.exceptionally(failure -> null).join();
        }
    }
}
