package bankroll.tools.rebuild;

import bankroll.journal.ChainHead;
import bankroll.journal.CorruptJournalException;
import bankroll.journal.Frame;
import bankroll.journal.FrameLookup;
import bankroll.journal.JournalSource;
import bankroll.journal.files.DurableFiles;
import bankroll.journal.reading.JournalDirectory;
import bankroll.ledger.Ledger;
import bankroll.snapshot.CheckedSnapshot;
import bankroll.snapshot.InvalidSnapshotException;
import bankroll.snapshot.SnapshotHead;
import bankroll.snapshot.SnapshotStore;
import bankroll.tools.check.Beginning;
import bankroll.tools.check.Verification;
import bankroll.tools.console.CommandFailure;
import bankroll.tools.console.Progress;
import bankroll.tools.read.FrameScan;
import bankroll.tools.read.Span;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Function;

/**
 * Makes a fresh data directory from the entries of a journal or a backup: each is proved on its way, what was written is
 * read back, and only then the journal gets its name. The snapshot must give back the same state. One use, one thread.
 */
public final class Rebuild {
    private final Path target;
    private final FreshDirectory directory;
    private final Function<String, Progress> progress;
    private int lastCrc;
    private FrameSum written;

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
        Verification.Scope scope = new Verification.Scope(true, true, expected, null);
        CheckedSnapshot snapshot = null;
        Result made;
        try (Verification proof = new Verification(scope, beginning)) {
            CheckedSnapshot carried = write(source, span, proof, expected);
            if (withSnapshot && proof.lastSequence() > 0) {
                snapshot = snapshot(proof, carried);
            }
            made = result(proof, snapshot);
        } catch (InvalidSnapshotException e) {
            throw notAsWritten("a snapshot " + e.getMessage());
        }
        if (snapshot != null) {
            requireSameState(snapshot);
        }
        return made;
    }

    private static Result result(Verification proof, CheckedSnapshot snapshot) {
        return new Result(
                proof.entries(),
                proof.lastSequence(),
                proof.lastTimeMs(),
                proof.books().bookings(),
                proof.chain() == null ? null : proof.chain().head(),
                snapshot == null ? proof.ledger().digest() : snapshot.digest(),
                snapshot == null ? null : snapshot.path());
    }

    private CheckedSnapshot write(JournalSource source, Span span, Verification verification, ChainHead expected)
            throws IOException {
        FrameScan scan = FrameScan.of(source, span);
        if (scan.size() == 0) {
            throw CommandFailure.misuse("the journal is empty, or that part of it: there is nothing to rebuild");
        }
        try {
            copy(source, scan, verification);
            requireGood(verification, expected);
            readBack();
            return directory.complete(verification.beginning().snapshot());
        } catch (IOException | RuntimeException e) {
            directory.abandon();
            throw e;
        }
    }

    private void copy(JournalSource source, FrameScan scan, Verification verification) throws IOException {
        try (JournalCopy copy = new JournalCopy(directory.part(), scan.first(), crcBefore(source, scan.first()));
                Progress shown = progress.apply("copy")) {
            verification.run(scan, copy, shown);
            lastCrc = copy.lastCrc();
            written = copy.sum();
        }
    }

    private static int crcBefore(JournalSource source, long sequence) {
        try (FrameLookup frame = source.lookup()) {
            return frame.find(sequence) ? Frame.previousCrc(frame.buffer(), frame.offset()) : 0;
        }
    }

    private static void requireGood(Verification verification, ChainHead expected) {
        String reason = null;
        if (verification.damage() != null) {
            reason = verification.damage().getMessage();
        } else if (verification.findings().count() > 0) {
            reason = "the entries contradict each other: "
                    + verification.findings().rows().get(0).toJson();
        } else if (verification.chain() != null && verification.chain().firstContradiction() > 0) {
            reason = "the chain breaks at entry " + verification.chain().firstContradiction();
        } else if (expected != null && !isMet(verification)) {
            reason = "the chain head at entry " + expected.sequence() + " is not the one that is expected";
        }
        if (reason != null) {
            throw CommandFailure.wrong("nothing was rebuilt: " + reason);
        }
    }

    private static boolean isMet(Verification verification) {
        return verification.chain() != null && verification.chain().isExpectationMet();
    }

    /** What the disk gives back must be what was written. */
    private void readBack() {
        FrameSum found = new FrameSum();
        FrameScan scan = FrameScan.of(new JournalDirectory(directory.part()), Span.ALL);
        try (Progress shown = progress.apply("read back")) {
            scan.run(found, shown);
        } catch (CorruptJournalException e) {
            throw notAsWritten(e.getMessage());
        }
        if (!found.isSame(written)) {
            throw notAsWritten("the bytes of the journal differ");
        }
    }

    private CommandFailure notAsWritten(String reason) {
        return CommandFailure.wrong("what was written to " + target + " does not read back as it was (" + reason
                + "): check the disk, delete what is left there and call again");
    }

    private CheckedSnapshot snapshot(Verification verification, CheckedSnapshot carried) throws IOException {
        if (carried != null && carried.head().sequence() == verification.lastSequence()) {
            return carried;
        }
        SnapshotStore store = new SnapshotStore(directory.snapshots());
        SnapshotHead head = new SnapshotHead(verification.lastSequence(), verification.lastTimeMs(), lastCrc);
        Path snapshot = store.take(head, verification.ledger().freeze());
        verification.ledger().release();
        return store.check(snapshot);
    }

    /** The service will start from the snapshot. The ledger that it was taken of is closed: memory holds one at a time. */
    private void requireSameState(CheckedSnapshot snapshot) {
        try (Ledger ledger = new Ledger()) {
            new SnapshotStore(directory.snapshots()).load(snapshot, ledger);
            if (!ledger.digest().equals(snapshot.digest())) {
                throw notAsWritten("the snapshot gives another state");
            }
        }
    }
}
