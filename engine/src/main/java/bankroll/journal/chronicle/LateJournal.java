package bankroll.journal.chronicle;

import bankroll.journal.Journal;
import org.agrona.DirectBuffer;

/**
 * A journal that begins when its disk has room: at once, unless a start finds the disk full. Before, it takes nothing, and
 * everything that was recovered counts as appended and forced, as it is.
 */
final class LateJournal implements Journal {
    private final long recoveredSequence;
    private volatile ChronicleJournal begun;

    LateJournal(long recoveredSequence) {
        this.recoveredSequence = recoveredSequence;
    }

    /** From now on it takes entries. Once, by any thread. */
    void begin(ChronicleJournal journal) {
        begun = journal;
    }

    boolean isBegun() {
        return begun != null;
    }

    void backgroundFailed(Throwable cause) {
        begun.backgroundFailed(cause);
    }

    @Override
    public boolean hasRoom(int length) {
        ChronicleJournal journal = begun;
        return journal != null && journal.hasRoom(length);
    }

    @Override
    public void append(DirectBuffer frame, int offset, int length, long sequence) {
        ChronicleJournal journal = begun;
        if (journal == null) {
            throw new IllegalStateException("the journal has not begun: hasRoom() said so");
        }
        journal.append(frame, offset, length, sequence);
    }

    @Override
    public long force() {
        ChronicleJournal journal = begun;
        return journal == null ? recoveredSequence : journal.force();
    }

    @Override
    public long lastAppended() {
        ChronicleJournal journal = begun;
        return journal == null ? recoveredSequence : journal.lastAppended();
    }

    @Override
    public long lastForced() {
        ChronicleJournal journal = begun;
        return journal == null ? recoveredSequence : journal.lastForced();
    }

    @Override
    public void close() {
        ChronicleJournal journal = begun;
        if (journal != null) {
            journal.close();
        }
    }
}
