package bankroll.journal.memory;

import bankroll.journal.Frame;
import bankroll.journal.FrameLookup;
import bankroll.journal.Journal;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalStore;
import bankroll.journal.JournalStore.DiskWatch;
import bankroll.journal.JournalStore.RecoveredJournal;
import bankroll.testkit.MemoryReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.LongSupplier;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A journal on a {@link MemoryDisk}, for simulations: opened again after each crash of the disk. */
public final class MemoryJournalStore implements JournalStore {
    private final MemoryDisk disk;
    private final RecoveredJournal recovered;
    private MemoryJournal journal;

    public MemoryJournalStore(MemoryDisk disk) {
        this.disk = disk;
        this.recovered = recover(disk);
    }

    private static RecoveredJournal recover(MemoryDisk disk) {
        int last = disk.size();
        if (last == 0) {
            return RecoveredJournal.EMPTY;
        }
        UnsafeBuffer frame = new UnsafeBuffer(disk.frame(last - 1));
        long bytes = 0;
        for (int i = 0; i < last; i++) {
            bytes += disk.frame(i).length;
        }
        return new RecoveredJournal(
                1, last, Frame.crc(frame, 0), Frame.timeMs(frame, 0), disk.forced(), last, bytes, List.of());
    }

    @Override
    public RecoveredJournal recovered() {
        return recovered;
    }

    @Override
    public Journal journal() {
        if (journal == null) {
            journal = new MemoryJournal(disk);
        }
        return journal;
    }

    @Override
    public DiskWatch disk() {
        return new MemoryRoom(disk);
    }

    @Override
    public long firstSequence() {
        return 1;
    }

    @Override
    public JournalReader reader(long fromSequence) {
        if (disk.isUnreadable()) {
            throw new UncheckedIOException(new IOException("Too many open files"));
        }
        return new MemoryReader(disk.frames(), fromSequence);
    }

    @Override
    public FrameLookup lookup() {
        return new Lookup(disk);
    }

    @Override
    public int removeOlderThan(long timeMs, LongSupplier belowSequence) {
        return 0;
    }

    @Override
    public void close() {
        if (journal != null) {
            journal.close();
        }
    }

    private record MemoryRoom(MemoryDisk disk) implements DiskWatch {
        @Override
        public long usableBytes() {
            return disk.isFull() ? 0 : Long.MAX_VALUE;
        }

        @Override
        public long lowWaterBytes() {
            return 1;
        }

        @Override
        public boolean isNextFileComing() {
            return disk.isLate();
        }

        @Override
        public boolean acceptsBookings() {
            return !disk.isFull();
        }
    }

    private static final class Lookup implements FrameLookup {
        private final UnsafeBuffer buffer = new UnsafeBuffer(0, 0);
        private final MemoryDisk disk;

        private Lookup(MemoryDisk disk) {
            this.disk = disk;
        }

        @Override
        public boolean find(long sequence) {
            if (sequence < 1 || sequence > disk.size()) {
                return false;
            }
            buffer.wrap(disk.frame((int) sequence - 1));
            return true;
        }

        @Override
        public DirectBuffer buffer() {
            return buffer;
        }

        @Override
        public int offset() {
            return 0;
        }

        @Override
        public void close() {
            buffer.wrap(0, 0);
        }
    }
}
