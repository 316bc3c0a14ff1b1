package bankroll.journal.memory;

import bankroll.journal.Frame;
import bankroll.journal.FrameFault;
import bankroll.journal.Journal;
import bankroll.journal.JournalFailure;
import org.agrona.DirectBuffer;

/** The writing end on a {@link MemoryDisk}; as strict as the real one. */
final class MemoryJournal implements Journal {
    private final MemoryDisk disk;
    private Throwable failure;

    MemoryJournal(MemoryDisk disk) {
        this.disk = disk;
    }

    @Override
    public boolean hasRoom(int length) {
        return !disk.isFull() && !disk.isLate();
    }

    @Override
    public void append(DirectBuffer frame, int offset, int length, long sequence) {
        refuseAfterFailure();
        try {
            check(frame, offset, length, sequence);
            byte[] bytes = new byte[length];
            frame.getBytes(offset, bytes);
            disk.append(bytes);
        } catch (RuntimeException e) {
            throw failed("the append of sequence " + sequence + " failed", e);
        }
    }

    private void check(DirectBuffer frame, int offset, int length, long sequence) {
        if (sequence != disk.size() + 1) {
            throw new IllegalArgumentException("sequence " + sequence + " does not follow " + disk.size());
        }
        if (!hasRoom(length)) {
            throw new IllegalStateException("no room: hasRoom() said so");
        }
        FrameFault fault = Frame.check(frame, offset, length);
        if (fault != FrameFault.NONE || Frame.sequence(frame, offset) != sequence) {
            throw new IllegalArgumentException("not the frame " + sequence + ": " + fault.text());
        }
    }

    @Override
    public long force() {
        refuseAfterFailure();
        try {
            disk.force(disk.size());
        } catch (RuntimeException e) {
            throw failed("the force failed", e);
        }
        return disk.forced();
    }

    @Override
    public long lastAppended() {
        return disk.size();
    }

    @Override
    public long lastForced() {
        return disk.forced();
    }

    private JournalFailure failed(String what, Throwable cause) {
        failure = cause;
        return new JournalFailure(what, cause);
    }

    private void refuseAfterFailure() {
        if (failure != null) {
            throw new JournalFailure("the journal has failed before: " + failure, failure);
        }
    }

    @Override
    public void close() {
        if (failure == null) {
            force();
        }
    }
}
