package bankroll.tools.check;

import bankroll.journal.Frame;
import bankroll.ledger.Ledger;
import bankroll.snapshot.CheckedSnapshot;
import bankroll.snapshot.InvalidSnapshotException;
import bankroll.snapshot.SnapshotHead;
import bankroll.snapshot.SnapshotStore;
import bankroll.tools.source.FrameHandler;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import org.agrona.DirectBuffer;

/**
 * Holds each snapshot against the ledger when the entries up to it are applied: the same digest, the same entry, no
 * earlier time (questions move the ledger's time, too). The one that a shortened journal begins with, and older ones, can't
 * be computed again: they are held against the entry that they name. Comes behind the step that applies. One thread.
 */
final class SnapshotProof implements FrameHandler {
    private final Deque<CheckedSnapshot> old = new ArrayDeque<>();
    private final Deque<CheckedSnapshot> waiting = new ArrayDeque<>();
    private final Ledger ledger;
    private final Discrepancies findings;
    private final Beginning beginning;
    private int proved;

    /** Of all snapshots in a store. */
    SnapshotProof(SnapshotStore store, Ledger ledger, Discrepancies findings, Beginning beginning) {
        this(store, store.list(), ledger, findings, beginning);
    }

    /** Of those that were listed: what was pruned since is passed over. */
    SnapshotProof(SnapshotStore store, List<Path> listed, Ledger ledger, Discrepancies findings, Beginning beginning) {
        this.beginning = beginning;
        this.ledger = ledger;
        this.findings = findings;
        listed.stream().sorted(Comparator.naturalOrder()).forEach(path -> check(store, path));
    }

    @Override
    public boolean onFrame(DirectBuffer buffer, int offset, int length) {
        long sequence = Frame.sequence(buffer, offset);
        while (!old.isEmpty() && old.peek().head().sequence() <= sequence) {
            holdAgainstEntry(old.poll(), buffer, offset);
        }
        if (beginning.contains(sequence)) {
            return true;
        }
        while (!waiting.isEmpty() && waiting.peek().head().sequence() <= ledger.sequence()) {
            prove(waiting.poll(), buffer, offset);
        }
        return true;
    }

    /** What is left is beyond the journal. */
    void finish() {
        waiting.forEach(snapshot -> find(snapshot, SnapshotHead.Standing.BEYOND));
    }

    int proved() {
        return proved;
    }

    private void check(SnapshotStore store, Path path) {
        try {
            CheckedSnapshot snapshot = store.prove(path);
            (beginning.contains(snapshot.head().sequence()) ? old : waiting).add(snapshot);
        } catch (InvalidSnapshotException e) {
            if (!PrunedSnapshots.isGone(path)) {
                findings.add(0, "snapshot " + path.getFileName() + " " + e.getMessage());
            }
        }
    }

    /** The entry is the one that it names, or the first one that is left. */
    private void holdAgainstEntry(CheckedSnapshot snapshot, DirectBuffer buffer, int offset) {
        long named = snapshot.head().sequence();
        long sequence = Frame.sequence(buffer, offset);
        int crc = named == sequence ? Frame.crc(buffer, offset) : Frame.previousCrc(buffer, offset);
        if (named < sequence - 1) {
            find(snapshot, SnapshotHead.Standing.TOO_OLD);
        } else if (crc != snapshot.head().frameCrc()) {
            find(snapshot, SnapshotHead.Standing.FOREIGN);
        }
    }

    /** In the words of all who judge snapshots. */
    private void find(CheckedSnapshot snapshot, SnapshotHead.Standing standing) {
        findings.add(snapshot.head().sequence(), name(snapshot) + ": it " + standing.text());
    }

    private void prove(CheckedSnapshot snapshot, DirectBuffer buffer, int offset) {
        long sequence = ledger.sequence();
        if (snapshot.head().frameCrc() != Frame.crc(buffer, offset)) {
            find(snapshot, SnapshotHead.Standing.FOREIGN);
        } else if (snapshot.head().sequence() != sequence || snapshot.head().timeMs() < Frame.timeMs(buffer, offset)) {
            findings.add(sequence, name(snapshot) + ": it was taken at another entry");
        } else if (!snapshot.digest().equals(ledger.digest())) {
            findings.add(sequence, name(snapshot) + ": its digest is not that of the entries up to it");
        } else {
            proved++;
        }
    }

    private static String name(CheckedSnapshot snapshot) {
        return "snapshot " + snapshot.path().getFileName();
    }
}
