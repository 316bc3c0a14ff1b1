package bankroll.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.journal.memory.MemoryDisk;
import bankroll.journal.memory.MemoryJournalStore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What the journal's ports do by themselves, whatever stands behind them. */
class JournalPortsTest {
    private static final long AN_HOUR_NS = TimeUnit.HOURS.toNanos(1);

    @Test
    void shouldNotWaitForRoomThatIsThere() {
        assertTrue(journal(new SlowDisk(0)).awaitRoom(Frame.MIN_LENGTH, 0));
    }

    @Test
    void shouldLookAgainUntilThereIsRoom() {
        SlowDisk disk = new SlowDisk(3);

        assertTrue(journal(disk).awaitRoom(Frame.MIN_LENGTH, AN_HOUR_NS));
        assertEquals(4, disk.looks);
    }

    @Test
    void shouldGiveUpWhenItsPatienceIsOver() {
        assertFalse(journal(new SlowDisk(Integer.MAX_VALUE)).awaitRoom(Frame.MIN_LENGTH, 1));
    }

    @Test
    void shouldListNothingBehindWhatTheRetentionRemovedWhereNothingElseIsKnown() {
        assertEquals(0, new Kept(1).listedSequence());
        assertEquals(40, new Kept(41).listedSequence());
    }

    private static Journal journal(MemoryDisk disk) {
        return new MemoryJournalStore(disk).journal();
    }

    /** Has room when it was looked at so many times. */
    private static final class SlowDisk extends MemoryDisk {
        private final int looksWithoutRoom;
        private int looks;

        private SlowDisk(int looksWithoutRoom) {
            this.looksWithoutRoom = looksWithoutRoom;
        }

        @Override
        public boolean isFull() {
            return looks++ < looksWithoutRoom;
        }
    }

    /** A journal of which the first entry that is kept is known, and nothing else. */
    private record Kept(long firstSequence) implements JournalSource {
        @Override
        public JournalReader reader(long fromSequence) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FrameLookup lookup() {
            throw new UnsupportedOperationException();
        }
    }
}
