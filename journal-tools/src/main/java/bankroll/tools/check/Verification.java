package bankroll.tools.check;

import bankroll.engine.Replay;
import bankroll.journal.Chain.ChainHead;
import bankroll.journal.CorruptJournalException;
import bankroll.journal.Frame;
import bankroll.ledger.Contradiction.Contradicted;
import bankroll.ledger.Ledger;
import bankroll.protocol.CommandHeader;
import bankroll.snapshot.SnapshotHead;
import bankroll.snapshot.SnapshotStore;
import bankroll.tools.console.Progress;
import bankroll.tools.source.FrameHandler;
import bankroll.tools.source.FrameHandler.FrameFeed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;

/**
 * Reads a journal from its beginning and proves it: frames on the way in, the ledger by applying every entry, the books
 * and the chain, by as many threads as there are processors. One use, one thread.
 */
public final class Verification implements AutoCloseable {
    private static final String CONTRADICTION = "what is recorded is not what the entries up to it lead to: ";
    private static final String UNREADABLE = "it can't be read: ";

    private final Discrepancies findings = new Discrepancies();
    private final Beginning beginning;
    private final ChainProof chain;
    private final Ledger ledger;
    private final ShadowBooks books;
    private final SnapshotProof snapshots;
    private CorruptJournalException damage;
    private long entries;
    private long bookings;
    private boolean isContradicted;
    private long lastSequence;
    private long lastTimeMs;
    private int lastCrc;

    /** How much is proved. */
    public enum Depth {
        /** Frames and, where it is asked for, the chain. */
        FRAMES,
        /** The entries are applied, too; what is recorded must be what they lead to, every balance above all. */
        LEDGER,
        /** The books are kept a second time, too, by other code than the ledger's. */
        BOOKS
    }

    /**
     * What is to be proved.
     *
     * @param depth how much of the entries
     * @param withChain whether the chain is computed
     * @param expected a chain head that is expected, or null
     * @param snapshots where snapshots are that must fit, or null
     */
    public record Scope(Depth depth, boolean withChain, ChainHead expected, Path snapshots) {

        /** What is needed to know the state. */
        public static final Scope STATE = new Scope(Depth.LEDGER, false, null, null);
    }

    /** Prepares. */
    public Verification(Scope scope, Beginning beginning) {
        this.beginning = beginning;
        chain = scope.withChain() ? chain(beginning.chain(), scope.expected()) : null;
        ledger = scope.depth() == Depth.FRAMES ? null : beginning.ledger();
        books = scope.depth() == Depth.BOOKS ? books() : null;
        if (ledger != null && beginning.snapshot() != null) {
            lastTimeMs = ledger.timeMs();
        }
        snapshots = ledger == null || scope.snapshots() == null
                ? null
                : new SnapshotProof(new SnapshotStore(scope.snapshots()), ledger, findings, beginning);
    }

    private static ChainProof chain(ChainHead start, ChainHead expected) {
        if (start == null) {
            return null;
        }
        ChainProof chain = new ChainProof().startAfter(start);
        return expected == null ? chain : chain.expect(expected);
    }

    private ShadowBooks books() {
        ShadowBooks kept = new ShadowBooks(findings);
        return beginning.snapshot() == null ? kept : kept.startFrom(ledger);
    }

    /** Goes through all of it, or up to the damage. */
    public Verification run(FrameFeed feed, Progress progress) {
        return run(feed, null, progress);
    }

    /**
     * As {@link #run(FrameFeed, Progress)}, and hands every frame on, copied to an array, before anything behind it is
     * known to be good.
     *
     * @param next takes the frames in their order, from one thread at a time; null for nobody
     */
    public Verification run(FrameFeed feed, FrameHandler next, Progress progress) {
        lastSequence = feed.first() - 1;
        try (Relay relay = new Relay(handlers(next))) {
            read(feed, relay.then(this::note), progress);
            relay.finish();
        }
        proveTrialBalance();
        if (snapshots != null && damage == null && !isContradicted) {
            snapshots.finish();
        }
        return this;
    }

    /** What is done with the frames that are read, the heaviest first. */
    private FrameHandler[] handlers(FrameHandler next) {
        List<FrameHandler> handlers = new ArrayList<>();
        if (ledger != null) {
            FrameHandler applying = this::apply;
            handlers.add(snapshots == null ? applying : applying.then(snapshots));
        }
        if (next != null) {
            handlers.add(next);
        }
        if (chain != null) {
            handlers.add(chain);
        }
        if (books != null) {
            handlers.add(this::keepBooks);
        }
        return handlers.toArray(FrameHandler[]::new);
    }

    private void read(FrameFeed feed, FrameHandler handler, Progress progress) {
        try {
            feed.run(handler, progress);
        } catch (CorruptJournalException e) {
            damage = e;
        }
    }

    /** Ends at the first contradiction: what lies behind it stands on a state that can't be. */
    private boolean apply(DirectBuffer buffer, int frame, int length) {
        long sequence = Frame.sequence(buffer, frame);
        if (!isContradicted && !beginning.contains(sequence)) {
            String wrong = applied(buffer, frame);
            if (wrong != null) {
                isContradicted = true;
                findings.add(sequence, wrong);
            }
        }
        return true;
    }

    /** What is wrong with an entry, for people; null when it was applied. */
    private String applied(DirectBuffer buffer, int frame) {
        try {
            Contradicted contradicted = Replay.apply(ledger, buffer, frame);
            return contradicted == null ? null : CONTRADICTION + contradicted.words();
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            return UNREADABLE + e.getMessage();
        }
    }

    /** An entry that can't be read makes no booking; the ledger says what is wrong with it, too. */
    private boolean keepBooks(DirectBuffer buffer, int frame, int length) {
        try {
            return books.onFrame(buffer, frame, length);
        } catch (IllegalArgumentException | IllegalStateException | IndexOutOfBoundsException e) {
            findings.add(Frame.sequence(buffer, frame), UNREADABLE + e.getMessage());
            return true;
        }
    }

    private boolean note(DirectBuffer buffer, int frame, int length) {
        entries++;
        lastSequence = Frame.sequence(buffer, frame);
        lastTimeMs = Frame.timeMs(buffer, frame);
        lastCrc = Frame.crc(buffer, frame);
        if (ledger != null && !beginning.contains(lastSequence)) {
            bookings += bookings(buffer, frame + Frame.HEADER_LENGTH);
        }
        return true;
    }

    private static int bookings(DirectBuffer buffer, int command) {
        try {
            return switch (CommandHeader.type(buffer, command)) {
                case TRANSACTIONS, TRANSFERS -> CommandHeader.items(buffer, command);
                default -> 0;
            };
        } catch (IllegalArgumentException e) {
            return 0; // the ledger tells of it
        }
    }

    private void proveTrialBalance() {
        if (isContradicted) {
            return;
        }
        if (books != null) {
            TrialBalances.compare(ledger, books.currencies(), findings);
        } else if (ledger != null) {
            TrialBalances.requireWhole(ledger, findings);
        }
    }

    /** Where the proof began. */
    public Beginning beginning() {
        return beginning;
    }

    /** Whether nothing at all is wrong. */
    public boolean isGood() {
        return fault() == null;
    }

    /** What is wrong, the gravest in words; null when nothing is. */
    public String fault() {
        if (damage != null) {
            return damage.getMessage();
        }
        if (findings.count() > 0) {
            return "the entries contradict each other: "
                    + findings.rows().get(0).toJson();
        }
        return chain == null || chain.firstContradiction() == 0
                ? null
                : "the chain breaks at entry " + chain.firstContradiction();
    }

    /** What stopped the reading, or null. */
    public CorruptJournalException damage() {
        return damage;
    }

    /** What is wrong with the entries. */
    public Discrepancies findings() {
        return findings;
    }

    /** The chain, or null. */
    public ChainProof chain() {
        return chain;
    }

    /** Debits, credits, rollbacks and transfers seen, behind the snapshot that it began with. */
    public long bookings() {
        return bookings;
    }

    /** Recorded balances that were held against the books; 0 without them. */
    public long balancesChecked() {
        return books == null ? 0 : books.balancesChecked();
    }

    /** Whether an entry says what can't be, and the ledger ends before it. */
    public boolean isContradicted() {
        return isContradicted;
    }

    /** The ledger with all entries applied, or those before the first that can't be; null when only frames were looked at. */
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

    /** CRC of the last good entry's frame; 0 when there is none. */
    public int lastCrc() {
        return lastCrc;
    }

    /** What a snapshot of the state behind the last entry begins with. */
    public SnapshotHead head() {
        return new SnapshotHead(lastSequence, lastTimeMs, lastCrc);
    }

    @Override
    public void close() {
        if (ledger != null) {
            ledger.close();
        }
    }
}
