package bankroll.tools.check;

import bankroll.journal.Frame;
import bankroll.ledger.Ledger;
import bankroll.snapshot.CheckedSnapshot;
import bankroll.snapshot.InvalidSnapshotException;
import bankroll.snapshot.SnapshotStore;
import bankroll.tools.read.FrameHandler;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import org.agrona.DirectBuffer;

/**
 * Holds each snapshot against the ledger when the entries up to it are applied: the same digest, the same entry, no
 * earlier time (questions move the ledger's time, too). The one that a shortened journal begins with is held against the
 * entry that it names. Comes behind the step that applies. One thread.
 */
final class SnapshotProof implements FrameHandler {
    private final Deque<CheckedSnapshot> waiting = new ArrayDeque<>();
    private final Ledger ledger;
    private final Findings findings;
    private final Beginning beginning;
    private int proved;

    SnapshotProof(SnapshotStore store, Ledger ledger, Findings findings, Beginning beginning) {
        this.beginning = beginning;
        this.ledger = ledger;
        this.findings = findings;
        store.list().stream().sorted(Comparator.naturalOrder()).forEach(path -> check(store, path));
    }

    @Override
    public boolean onFrame(DirectBuffer buffer, int offset, int length) {
        if (beginning.contains(Frame.sequence(buffer, offset))) {
            holdAgainstBeginning(buffer, offset);
            return true;
        }
        while (!waiting.isEmpty() && waiting.peek().head().sequence() <= ledger.sequence()) {
            prove(waiting.poll(), buffer, offset);
        }
        return true;
    }

    /** What is left is beyond the journal. */
    void finish() {
        waiting.forEach(snapshot ->
                findings.add(snapshot.head().sequence(), name(snapshot) + ": it is beyond the journal's last entry"));
    }

    int proved() {
        return proved;
    }

    private void check(SnapshotStore store, Path path) {
        try {
            CheckedSnapshot snapshot = store.check(path);
            if (!beginning.contains(snapshot.head().sequence())) {
                waiting.add(snapshot);
            }
        } catch (InvalidSnapshotException e) {
            findings.add(0, "snapshot " + path.getFileName() + " " + e.getMessage());
        }
    }

    /** The snapshot that the proof begins with can't be computed again, but it names the entry that it was taken at. */
    private void holdAgainstBeginning(DirectBuffer buffer, int offset) {
        CheckedSnapshot snapshot = beginning.snapshot();
        boolean isItsEntry = Frame.sequence(buffer, offset) == snapshot.head().sequence();
        if (isItsEntry && Frame.crc(buffer, offset) != snapshot.head().frameCrc()) {
            findings.add(snapshot.head().sequence(), name(snapshot) + ": it was taken of another journal");
        }
    }

    private void prove(CheckedSnapshot snapshot, DirectBuffer buffer, int offset) {
        long sequence = ledger.sequence();
        if (snapshot.head().sequence() != sequence
                || snapshot.head().frameCrc() != Frame.crc(buffer, offset)
                || snapshot.head().timeMs() < Frame.timeMs(buffer, offset)) {
            findings.add(sequence, name(snapshot) + ": it was taken at another entry, or of another journal");
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
