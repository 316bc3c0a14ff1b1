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
 * earlier time (questions move the ledger's time, too). Comes behind the step that applies. One thread.
 */
final class SnapshotProof implements FrameHandler {
    private final Deque<CheckedSnapshot> waiting = new ArrayDeque<>();
    private final Ledger ledger;
    private final Findings findings;
    private int proved;

    SnapshotProof(final SnapshotStore store, final Ledger ledger, final Findings findings) {
        this.ledger = ledger;
        this.findings = findings;
        store.list().stream()
                .sorted(Comparator.naturalOrder())
                .forEach(path -> check(store, path));
    }

    @Override
    public boolean onFrame(final DirectBuffer buffer, final int offset, final int length) {
        while (!waiting.isEmpty() && waiting.peek().head().sequence() <= ledger.sequence()) {
            prove(waiting.poll(), buffer, offset);
        }
        return true;
    }

    /** What is left is beyond the journal. */
    void finish() {
        waiting.forEach(snapshot -> findings.add(
                snapshot.head().sequence(), name(snapshot) + ": it is beyond the journal's last entry"));
    }

    int proved() {
        return proved;
    }

    private void check(final SnapshotStore store, final Path path) {
        try {
            waiting.add(store.check(path));
        } catch (final InvalidSnapshotException e) {
            findings.add(0, "snapshot " + path.getFileName() + " " + e.getMessage());
        }
    }

    private void prove(final CheckedSnapshot snapshot, final DirectBuffer buffer, final int offset) {
        final long sequence = ledger.sequence();
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

    private static String name(final CheckedSnapshot snapshot) {
        return "snapshot " + snapshot.path().getFileName();
    }
}
