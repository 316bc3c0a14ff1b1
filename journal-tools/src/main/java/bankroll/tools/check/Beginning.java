package bankroll.tools.check;

import bankroll.journal.Chain.ChainHead;
import bankroll.journal.CorruptJournalException;
import bankroll.journal.Frame;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalSource;
import bankroll.ledger.Ledger;
import bankroll.snapshot.CheckedSnapshot;
import bankroll.snapshot.SnapshotStore;
import java.nio.file.Path;

/**
 * Where a proof begins. A whole journal begins with entry 1. One that a retention has shortened begins with a snapshot
 * that reaches it, and with a chain value that one of its entries carries: who noted a later value can still prove that
 * nothing was changed, since no other entries lead to the same value.
 *
 * @param firstSequence the oldest entry there is
 * @param chain the chain value to go on from, or null when no entry carries one that could be continued
 * @param snapshot the state to go on from; null for the empty one
 */
public record Beginning(long firstSequence, ChainHead chain, CheckedSnapshot snapshot) {
    /** Of a whole journal. */
    public static final Beginning WHOLE = new Beginning(1, ChainHead.START, null);

    /**
     * Finds the one from which most can be proved: with the oldest snapshot.
     *
     * @param snapshots where snapshots are, or null
     */
    public static Beginning of(JournalSource journal, Path snapshots) {
        return upTo(journal, snapshots, Long.MAX_VALUE);
    }

    /** As {@link #of}, when entries behind this one do not matter. */
    public static Beginning upTo(JournalSource journal, Path snapshots, long lastSequence) {
        long first = journal.firstSequence();
        if (first == 1) {
            return WHOLE;
        }
        CheckedSnapshot oldest = new UsableSnapshots(journal, snapshots).oldest(lastSequence);
        return new Beginning(first, chainStart(journal, lastSequence), oldest);
    }

    /** Of a proof that looks at frames only and needs no state. */
    public static Beginning ofFrames(JournalSource journal) {
        return new Beginning(journal.firstSequence(), chainStart(journal, Long.MAX_VALUE), null);
    }

    /** Finds the one from which the state at an entry is known soonest: with the newest snapshot, without a chain. */
    public static Beginning nearest(JournalSource journal, Path snapshots, long lastSequence) {
        long first = journal.firstSequence();
        return first == 1
                ? WHOLE
                : new Beginning(first, null, new UsableSnapshots(journal, snapshots).newest(lastSequence));
    }

    /**
     * Where the chain of a journal can be followed from: its beginning, or, when a retention has removed that, the first
     * value carried by an entry that doesn't lie before what is left. The value itself is taken as given; null when no entry
     * up to this one carries such a value.
     */
    public static ChainHead chainStart(JournalSource journal, long lastSequence) {
        return journal.firstSequence() == 1 ? ChainHead.START : firstCarried(journal, lastSequence);
    }

    private static ChainHead firstCarried(JournalSource journal, long lastSequence) {
        long first = journal.firstSequence();
        try (JournalReader reader = journal.reader(first)) {
            while (reader.next() && reader.sequence() <= lastSequence) {
                if (Frame.chainSequence(reader.buffer(), reader.offset()) + 1 >= first) {
                    return ChainHead.of(reader.buffer(), reader.offset());
                }
            }
        } catch (CorruptJournalException e) {
            // the check that reads the journal tells of it
        }
        return null;
    }

    /** Whether entries before it are gone. */
    public boolean isShortened() {
        return firstSequence > 1;
    }

    /** A new ledger with the state that it begins with. */
    public Ledger ledger() {
        Ledger ledger = new Ledger();
        if (snapshot != null) {
            new SnapshotStore(snapshot.path().getParent()).load(snapshot.path(), ledger);
        }
        return ledger;
    }

    /** What it begins with, for people; null for a whole journal. */
    public String name() {
        return snapshot == null
                ? null
                : "snapshot " + snapshot.path().getFileName() + ": a retention removed what came before entry "
                        + firstSequence;
    }

    /** The last entry that is part of the state that it begins with; 0 for the empty one. */
    public long stateSequence() {
        return snapshot == null ? 0 : snapshot.head().sequence();
    }

    /** Whether an entry is part of the state that it begins with. */
    boolean contains(long sequence) {
        return sequence <= stateSequence();
    }
}
