package bankroll.tools.check;

import bankroll.journal.ChainHead;
import bankroll.journal.Frame;
import bankroll.journal.FrameLookup;
import bankroll.journal.JournalSource;
import bankroll.snapshot.CheckedSnapshot;
import bankroll.snapshot.InvalidSnapshotException;
import bankroll.snapshot.SnapshotStore;
import bankroll.tools.console.CommandFailure;
import java.nio.file.Path;
import java.util.Comparator;

/**
 * Where a proof begins. A whole journal begins with entry 1. One that a retention has shortened begins with the oldest
 * snapshot that reaches it, and with a chain value that one of its entries carries: who noted a later value can still
 * prove that nothing was changed, since no other entries lead to the same value.
 *
 * @param firstSequence the oldest entry there is
 * @param chain the chain value to go on from, or null when no entry carries one that could be continued
 * @param snapshot the state to go on from; null for the empty one
 */
public record Beginning(long firstSequence, ChainHead chain, CheckedSnapshot snapshot) {
    /** Of a whole journal. */
    public static final Beginning WHOLE = new Beginning(1, ChainHead.START, null);

    /**
     * Finds it.
     *
     * @param snapshots where snapshots are, or null
     */
    public static Beginning of(JournalSource journal, Path snapshots) {
        long first = journal.firstSequence();
        if (first == 1) {
            return WHOLE;
        }
        CheckedSnapshot oldest = snapshots == null ? null : oldestReaching(first, new SnapshotStore(snapshots));
        if (oldest == null) {
            throw CommandFailure.wrong("the journal starts at sequence " + first + ": what came before was removed, and"
                    + " no valid snapshot reaches it, so its state can't be rebuilt; restore a backup");
        }
        return new Beginning(first, carried(journal, oldest.head().sequence()), oldest);
    }

    /** Whether entries before it are gone. */
    public boolean isShortened() {
        return firstSequence > 1;
    }

    /** Whether an entry is part of the state that it begins with. */
    boolean contains(long sequence) {
        return snapshot != null && sequence <= snapshot.head().sequence();
    }

    private static CheckedSnapshot oldestReaching(long first, SnapshotStore store) {
        for (Path path : store.list().stream().sorted(Comparator.naturalOrder()).toList()) {
            try {
                CheckedSnapshot snapshot = store.check(path);
                if (snapshot.head().sequence() >= first - 1) {
                    return snapshot;
                }
            } catch (InvalidSnapshotException e) {
                continue; // said by the proof of the snapshots
            }
        }
        return null;
    }

    /** The retention keeps the entries from which the chain is continued behind the oldest snapshot. */
    private static ChainHead carried(JournalSource journal, long snapshot) {
        try (FrameLookup frame = journal.lookup()) {
            for (long sequence = snapshot + 1; sequence >= snapshot; sequence--) {
                ChainHead head = frame.find(sequence) ? carried(frame) : ChainHead.START;
                if (head.sequence() + 1 >= journal.firstSequence()) {
                    return head;
                }
            }
            return null;
        }
    }

    private static ChainHead carried(FrameLookup frame) {
        byte[] value = new byte[Frame.CHAIN_LENGTH];
        Frame.chain(frame.buffer(), frame.offset(), value);
        return new ChainHead(Frame.chainSequence(frame.buffer(), frame.offset()), value);
    }
}
