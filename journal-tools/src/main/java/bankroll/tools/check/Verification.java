package bankroll.tools.check;

import bankroll.journal.ChainHead;
import bankroll.journal.CorruptJournalException;
import bankroll.journal.Frame;
import bankroll.ledger.Ledger;
import bankroll.snapshot.SnapshotStore;
import bankroll.tools.console.Progress;
import bankroll.tools.read.FrameHandler;
import bankroll.tools.read.FrameScan;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.agrona.DirectBuffer;

/**
 * Reads a journal from its beginning and proves it: frames on the way in, the ledger by applying every entry, the books
 * and the chain, on threads of their own while there are processors. One use, one thread.
 */
public final class Verification implements AutoCloseable {
    private final Findings findings = new Findings();
    private final Books books = new Books(findings);
    private final Beginning beginning;
    private final ChainProof chain;
    private final Ledger ledger;
    private final SnapshotProof snapshots;
    private CorruptJournalException damage;
    private long entries;
    private long lastSequence;
    private long lastTimeMs;

    /**
     * What is to be proved.
     *
     * @param withChain whether the chain is computed
     * @param withState whether the entries are applied
     * @param expected a chain head that must come by, or null
     * @param snapshots where snapshots are that must fit, or null
     */
    public record Scope(boolean withChain, boolean withState, ChainHead expected, Path snapshots) {
        /** All but snapshots. */
        public static final Scope ALL = new Scope(true, true, null, null);
    }

    /** Prepares for a whole journal. */
    public Verification(Scope scope) {
        this(scope, Beginning.WHOLE);
    }

    /** Prepares. */
    public Verification(Scope scope, Beginning beginning) {
        this.beginning = beginning;
        boolean withChain = scope.withChain() && beginning.chain() != null;
        chain = withChain ? new ChainProof().startAfter(beginning.chain()) : null;
        if (chain != null && scope.expected() != null) {
            chain.expect(scope.expected());
        }
        ledger = scope.withState() ? beginning.ledger() : null;
        if (ledger != null && beginning.snapshot() != null) {
            books.startFrom(ledger);
            lastTimeMs = ledger.timeMs();
        }
        snapshots = ledger == null || scope.snapshots() == null
                ? null
                : new SnapshotProof(new SnapshotStore(scope.snapshots()), ledger, findings, beginning);
    }

    /** Goes through all of it, or up to the damage. */
    public Verification run(FrameScan scan, Progress progress) {
        return run(scan, (buffer, offset, length) -> true, progress);
    }

    /** As {@link #run(FrameScan, Progress)}, and hands every frame on, when it is read. */
    public Verification run(FrameScan scan, FrameHandler next, Progress progress) {
        lastSequence = scan.first() - 1;
        try (Relay relay = new Relay(proofs())) {
            read(scan, Steps.of(List.of(relay, next, this::note)), progress);
            relay.finish();
        }
        compareTrialBalances();
        if (snapshots != null && damage == null) {
            snapshots.finish();
        }
        return this;
    }

    /** What is proved while this thread reads, the heaviest first. */
    private Map<String, FrameHandler> proofs() {
        Map<String, FrameHandler> proofs = new LinkedHashMap<>();
        if (ledger != null) {
            proofs.put("ledger", snapshots == null ? this::apply : Steps.of(List.of(this::apply, snapshots)));
        }
        if (chain != null) {
            proofs.put("chain", chain);
        }
        if (ledger != null) {
            proofs.put("books", books);
        }
        return proofs;
    }

    private void read(FrameScan scan, FrameHandler handler, Progress progress) {
        try {
            scan.run(handler, progress);
        } catch (CorruptJournalException e) {
            damage = e;
        }
    }

    private boolean apply(DirectBuffer buffer, int frame, int length) {
        int outcomes = frame + Frame.outcomesOffset(Frame.commandLength(buffer, frame));
        long sequence = Frame.sequence(buffer, frame);
        if (beginning.contains(sequence)) {
            return true;
        }
        ledger.replay(buffer, frame + Frame.HEADER_LENGTH, outcomes, sequence, Frame.timeMs(buffer, frame));
        return true;
    }

    private boolean note(DirectBuffer buffer, int frame, int length) {
        entries++;
        lastSequence = Frame.sequence(buffer, frame);
        lastTimeMs = Frame.timeMs(buffer, frame);
        return true;
    }

    private void compareTrialBalances() {
        if (ledger != null) {
            TrialBalances.compare(ledger, books.currencies(), findings);
        }
    }

    /** Where the proof began. */
    public Beginning beginning() {
        return beginning;
    }

    /** Whether nothing at all is wrong. */
    public boolean isGood() {
        return damage == null && findings.count() == 0 && (chain == null || chain.firstContradiction() == 0);
    }

    /** What stopped the reading, or null. */
    public CorruptJournalException damage() {
        return damage;
    }

    /** What is wrong with the entries. */
    public Findings findings() {
        return findings;
    }

    /** The chain, or null. */
    public ChainProof chain() {
        return chain;
    }

    /** The books. */
    public Books books() {
        return books;
    }

    /** The ledger with all entries applied, or null. */
    public Ledger ledger() {
        return ledger;
    }

    /** Snapshots that fit; 0 when none were asked for. */
    public int snapshotsProved() {
        return snapshots == null ? 0 : snapshots.proved();
    }

    /** Entries read. */
    public long entries() {
        return entries;
    }

    /** The last good entry. */
    public long lastSequence() {
        return lastSequence;
    }

    /** Time of the last good entry; 0 when there is none. */
    public long lastTimeMs() {
        return lastTimeMs;
    }

    @Override
    public void close() {
        if (ledger != null) {
            ledger.close();
        }
    }
}
