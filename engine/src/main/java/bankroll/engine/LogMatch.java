package bankroll.engine;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.journal.Chain.ChainHead;
import bankroll.journal.Frame;
import bankroll.journal.FrameLookup;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalStore;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Walks the journal beside the log at a start: both are behind the same mark, and the journal may hold what the messages
 * behind it led to, up to some message.
 *
 * <p>A message whose command and time are those of the next entry led to that entry: it was decided on the same state, and
 * whatever decides the same command at the same time on the same state comes to the same. Any other message before the
 * journal's end changed nothing. Behind the journal's end messages are decided. One thread.
 */
final class LogMatch implements AutoCloseable {
    /** What a node is told first whose journal is not that of the others: it may be the one that is right. */
    static final String KEEP =
            "keep this data directory, since it may hold acknowledged bookings that the other nodes lack"
                    + " (docs/cluster.md); ";

    private final long last;
    private final UnsafeBuffer expected = new UnsafeBuffer(0, 0);
    private final UnsafeBuffer found = new UnsafeBuffer(0, 0);
    private JournalReader reader;
    private long sequence;
    private int crc;

    /**
     * Begins behind a mark.
     *
     * @throws ConditionException when the journal is not the one that the mark was taken of
     */
    LogMatch(JournalStore store, LogMark mark) {
        last = store.recovered().lastSequence();
        sequence = mark.sequence();
        crc = mark.crc();
        requireMarked(store, mark);
        if (sequence < last) {
            reader = store.reader(sequence + 1);
            next();
        }
    }

    private void requireMarked(JournalStore store, LogMark mark) {
        if (mark.sequence() > last) {
            throw damage("the journal ends at entry " + last + ", but entry " + mark.sequence() + " was forced");
        }
        if (mark.sequence() + 1 < store.firstSequence()) {
            throw damage("the journal begins at entry " + store.firstSequence() + ", the log behind entry "
                    + mark.sequence());
        }
        if (mark.sequence() >= Math.max(1, store.firstSequence()) && crcOf(store, mark.sequence()) != mark.crc()) {
            throw damage("entry " + mark.sequence() + " is not the one that the log goes on from");
        }
    }

    private static int crcOf(JournalStore store, long sequence) {
        try (FrameLookup frame = store.lookup()) {
            if (!frame.find(sequence)) {
                throw damage("entry " + sequence + " can't be found");
            }
            return Frame.crc(frame.buffer(), frame.offset());
        }
    }

    private static ConditionException damage(String what) {
        return new ConditionException(
                ExitCode.DAMAGE,
                "journal and log of this node don't belong together: " + what,
                KEEP
                        + "seed an empty directory from the node that leads, or move the directory "
                        + DataDirectory.CLUSTER
                        + " of this one away and serve its journal alone, without the cluster's settings; where no node starts,"
                        + " begin a new log on all of them (docs/cluster.md)");
    }

    /** Whether everything that comes has to be decided. */
    boolean isOver() {
        return reader == null;
    }

    /**
     * Whether the journal holds what a command of the log led to, which may be nothing.
     *
     * @param windows that came with it, or null
     * @return false when it has to be decided
     */
    boolean holds(Request command, Request windows, ChainHead chain, long timeMs) {
        if (isOver()) {
            return false;
        }
        if (windows != null && isNext(windows, timeMs)) {
            pass(chain);
            if (isOver()) {
                return false;
            }
        }
        if (isNext(command, timeMs)) {
            pass(chain);
        } else {
            requireNotPassed(timeMs);
        }
        return true;
    }

    /** The log's time never goes back: no later message can have led to an entry of an earlier time. */
    private void requireNotPassed(long timeMs) {
        if (Frame.timeMs(reader.buffer(), reader.offset()) < timeMs) {
            throw damage("entry " + (sequence + 1) + " did not come from the log");
        }
    }

    private boolean isNext(Request request, long timeMs) {
        int frame = reader.offset();
        expected.wrap(request.frame(), Request.COMMAND_OFFSET, request.commandLength());
        found.wrap(reader.buffer(), frame + Frame.HEADER_LENGTH, Frame.commandLength(reader.buffer(), frame));
        return Frame.timeMs(reader.buffer(), frame) == timeMs && expected.equals(found);
    }

    /** The entry came of this message: it must carry the message's chain value. */
    private void pass(ChainHead chain) {
        ChainHead head = ChainHead.of(reader.buffer(), reader.offset());
        if (!head.equals(chain)) {
            throw damage("entry " + reader.sequence() + " carries the chain value " + head + ", its message " + chain);
        }
        sequence = reader.sequence();
        crc = Frame.crc(reader.buffer(), reader.offset());
        if (sequence < last) {
            next();
        } else {
            close();
        }
    }

    private void next() {
        if (!reader.next()) {
            throw damage("entry " + (sequence + 1) + " of " + last + " can't be read");
        }
    }

    /** A message that this process has offered itself is younger than all that its journal held at the start. */
    void requireOver() {
        if (!isOver()) {
            throw damage("entries from " + (sequence + 1) + " up to " + last + " did not come from the log");
        }
    }

    /** Where the walk stands. */
    LogMark mark(long timeMs) {
        return new LogMark(sequence, crc, timeMs);
    }

    @Override
    public void close() {
        if (reader != null) {
            reader.close();
            reader = null;
        }
    }
}
