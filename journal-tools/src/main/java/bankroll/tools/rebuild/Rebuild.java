package bankroll.tools.rebuild;

import bankroll.journal.ChainHead;
import bankroll.journal.JournalSource;
import bankroll.journal.files.DurableFiles;
import bankroll.journal.reading.JournalDirectory;
import bankroll.snapshot.SnapshotHead;
import bankroll.snapshot.SnapshotStore;
import bankroll.tools.check.Verification;
import bankroll.tools.console.CommandFailure;
import bankroll.tools.console.Progress;
import bankroll.tools.place.Location;
import bankroll.tools.read.FrameScan;
import bankroll.tools.read.Span;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Makes a fresh data directory from the entries of a journal or a backup. The journal gets its name only when it is
 * whole; then it is read back and proved once more. One use, one thread.
 */
public final class Rebuild {
    private static final String PART = Location.JOURNAL + ".part";

    private final Path target;
    private final Function<String, Progress> progress;
    private int lastCrc;

    /**
     * What came of it.
     *
     * @param entries how many
     * @param lastSequence the last one
     * @param lastTimeMs its time
     * @param bookings debits, credits, rollbacks and transfers in them
     * @param head the chain there
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
        this.progress = progress;
    }

    /** Refuses a target that holds anything: nothing is ever overwritten. */
    public Rebuild requireFresh() throws IOException {
        if (Files.exists(target) && !Files.isDirectory(target)) {
            throw CommandFailure.misuse(target + " is a file: name a new or empty directory");
        }
        if (Files.exists(target.resolve(PART))) {
            throw CommandFailure.misuse(
                    target.resolve(PART) + " is what an interrupted rebuild left: delete it, then" + " call again");
        }
        if (Files.isDirectory(target) && !isEmpty(target)) {
            throw CommandFailure.misuse(target + " is not empty, and nothing is overwritten: name a new directory");
        }
        return this;
    }

    /**
     * Rebuilds.
     *
     * @param source where the entries come from
     * @param span which of them; from the first
     * @param expected a chain head that must come by, or null
     * @param withSnapshot whether a snapshot is taken at the end
     */
    public Result run(JournalSource source, Span span, ChainHead expected, boolean withSnapshot) throws IOException {
        DurableFiles.createDirectories(target);
        Path part = target.resolve(PART);
        try (Verification first = new Verification(new Verification.Scope(true, true, expected, null))) {
            copy(source, span, first, part);
            requireGood(first, expected, part);
            Files.move(part, target.resolve(Location.JOURNAL), StandardCopyOption.ATOMIC_MOVE);
            DurableFiles.forceDirectory(target);
            String digest = first.ledger().digest();
            readBack(first, digest);
            return new Result(
                    first.entries(),
                    first.lastSequence(),
                    first.lastTimeMs(),
                    first.books().bookings(),
                    first.chain().head(),
                    digest,
                    withSnapshot && first.lastSequence() > 0 ? snapshot(first) : null);
        }
    }

    private void copy(JournalSource source, Span span, Verification verification, Path part) throws IOException {
        FrameScan scan = FrameScan.of(source, span);
        if (scan.size() == 0) {
            throw CommandFailure.misuse("the journal is empty, or that part of it: there is nothing to rebuild");
        }
        try (JournalCopy copy = new JournalCopy(part);
                Progress shown = progress.apply("copy")) {
            verification.run(scan, copy, shown);
            lastCrc = copy.lastCrc();
        } catch (RuntimeException e) {
            deleteAll(part);
            throw e;
        }
    }

    private static void requireGood(Verification verification, ChainHead expected, Path part) throws IOException {
        String reason = null;
        if (verification.damage() != null) {
            reason = verification.damage().getMessage();
        } else if (verification.findings().count() > 0) {
            reason = "the entries contradict each other: "
                    + verification.findings().rows().get(0).toJson();
        } else if (verification.chain().firstContradiction() > 0) {
            reason = "the chain breaks at entry " + verification.chain().firstContradiction();
        } else if (expected != null && !verification.chain().isExpectationMet()) {
            reason = "the chain head at entry " + expected.sequence() + " is not the one that is expected";
        }
        if (reason != null) {
            deleteAll(part);
            throw CommandFailure.wrong("nothing was rebuilt: " + reason);
        }
    }

    /** What the disk gives back must be what was meant. */
    private void readBack(Verification written, String digest) {
        JournalSource journal = new JournalDirectory(target.resolve(Location.JOURNAL));
        try (Verification again = new Verification(Verification.Scope.ALL);
                Progress shown = progress.apply("verify")) {
            again.run(FrameScan.of(journal, Span.ALL), shown);
            if (!again.isGood()
                    || !again.ledger().digest().equals(digest)
                    || !again.chain()
                            .head()
                            .toString()
                            .equals(written.chain().head().toString())) {
                throw CommandFailure.wrong("what was written to " + target + " does not read back as it was: do not use"
                        + " it; check the disk");
            }
        }
    }

    private Path snapshot(Verification verification) throws IOException {
        SnapshotHead head = new SnapshotHead(verification.lastSequence(), verification.lastTimeMs(), lastCrc);
        Path snapshot = new SnapshotStore(target.resolve(SnapshotStore.DIRECTORY))
                .take(head, verification.ledger().freeze());
        verification.ledger().release();
        return snapshot;
    }

    private static boolean isEmpty(Path directory) throws IOException {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            return !entries.iterator().hasNext();
        }
    }

    private static void deleteAll(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
