package bankroll.engine;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.journal.Chain;
import bankroll.journal.Chain.ChainHead;
import bankroll.journal.CorruptJournalException;
import bankroll.journal.Frame;
import bankroll.journal.FrameFault;
import bankroll.journal.Journal;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalStore;
import bankroll.journal.JournalStore.RecoveredJournal;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A node's journal that takes another node's frames as they are, behind those that it has: what a node begins with that has lost
 * its own, or has been away for too long. Holds the data directory's lock. One thread.
 */
public final class SeededJournal implements AutoCloseable {
    private static final long ROOM_PATIENCE_NS = 60_000_000_000L;

    private final EngineContext context;
    private final Runnable beforeFirst;
    private final UnsafeBuffer frames = new UnsafeBuffer(0, 0);
    private final Chain proved = new Chain(ChainHead.START);
    private JournalStore store;
    private Journal journal;
    private long last;
    private int crc;

    /**
     * Opens the journal of this data directory, or begins one.
     *
     * @param beforeFirst called once, before the first of the other's frames is appended: from then on this node may hold more of
     *     the journal than of the log
     */
    public SeededJournal(EngineContext context, Runnable beforeFirst) {
        this.context = context.conclude();
        this.beforeFirst = beforeFirst;
        open();
    }

    private void open() {
        store = context.journalOpener().apply(context.journal());
        RecoveredJournal recovered = store.recovered();
        last = recovered.lastSequence();
        crc = recovered.lastCrc();
    }

    /** The entry that it ends with; 0 for none. */
    public long last() {
        return last;
    }

    /** Takes whole frames, one behind the other, of which the first may be known already. */
    public void append(byte[] bytes) {
        frames.wrap(bytes);
        int offset = 0;
        while (offset < bytes.length) {
            FrameFault fault = Frame.check(frames, offset, bytes.length - offset);
            if (fault != FrameFault.NONE) {
                throw unfit("behind entry " + last + " comes no whole frame: " + fault);
            }
            append(offset, Frame.length(frames, offset));
            offset += Frame.length(frames, offset);
        }
    }

    private void append(int offset, int length) {
        long sequence = Frame.sequence(frames, offset);
        if (sequence != last + 1 || Frame.previousCrc(frames, offset) != crc) {
            throw unfit("entry " + sequence + " does not continue this node's entry " + last);
        }
        if (journal == null) {
            beforeFirst.run();
            journal = store.journal();
        }
        if (!journal.awaitRoom(length, ROOM_PATIENCE_NS)) {
            throw new ConditionException(
                    ExitCode.TEMPORARY,
                    "no room for entry " + sequence,
                    "make room, and run it again: it goes on from there");
        }
        journal.append(frames, offset, length, sequence);
        last = sequence;
        crc = Frame.crc(frames, offset);
    }

    private static ConditionException unfit(String what) {
        return new ConditionException(
                ExitCode.DAMAGE,
                "this node's journal can't be continued with the other's: " + what,
                "move this node's data directory away, and seed an empty one");
    }

    /**
     * Forces what was appended, and reads all of it back from the first entry on; the next time only what has come since.
     *
     * @return the chain's value behind the last entry, computed from the bytes that were read
     * @throws CorruptJournalException when what is on this disk is not one whole journal
     */
    public ChainHead prove() {
        if (journal != null) {
            journal.force();
        }
        if (proved.sequence() < last) {
            proveRest();
        }
        return proved.head();
    }

    private void proveRest() {
        try (JournalReader reader = store.reader(proved.sequence() + 1)) {
            while (proved.sequence() < last && reader.next()) {
                if (!proved.add(reader.buffer(), reader.offset(), reader.length())) {
                    throw unfit("entry " + reader.sequence() + " carries a chain value that is not that of the entries"
                            + " before it");
                }
            }
        }
    }

    @Override
    public void close() {
        store.close();
    }
}
