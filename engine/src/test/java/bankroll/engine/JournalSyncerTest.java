package bankroll.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.Degradation;
import bankroll.journal.Journal;
import bankroll.journal.JournalContext.SyncPolicy;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.Test;

/** {@code interval=20}: a power cut takes what was acknowledged in the last 20 ms, and no more (ADR 4). */
class JournalSyncerTest {
    private static final long INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Forced journal = new Forced();
    private long nowNs = -INTERVAL_NS;
    private final CommandRing ring = new CommandRing(16, 1 << 20, () -> nowNs);
    private final LookupAgent lookups = new LookupAgent(null, ring, 16, new Degradation(() -> 0), () -> nowNs);
    private final JournalSyncer syncer =
            new JournalSyncer(journal, SyncPolicy.interval(20), () -> nowNs, ring, lookups, 16);

    /** The writer's turn in which an entry is appended and acknowledged. */
    private void append() {
        journal.appended++;
        syncer.turn();
    }

    /** The syncer's turn, and all before its sleep. */
    private void work() {
        while (syncer.doWork() > 0) {
            // until there is no more
        }
        while (syncer.doorbell.isRung()) {
            syncer.doorbell.idle();
        }
    }

    @Test
    void shouldBeWokenByTheFirstEntryThatIsNotForced() {
        work();
        append();
        assertTrue(syncer.doorbell.isRung());
        work();
        append();
        assertFalse(syncer.doorbell.isRung(), "it looks at the clock already");
    }

    @Test
    void shouldSleepNoLongerThanTheIntervalLasts() {
        nowNs = 0;
        append();
        work();
        assertEquals(1, journal.forced, "the last force was longer ago");
        append();
        nowNs += INTERVAL_NS - 7;
        work();
        assertEquals(1, journal.forced);
        assertEquals(7, syncer.restNs());
        nowNs += 7;
        assertEquals(0, syncer.restNs());
        work();
        assertEquals(2, journal.forced);
    }

    @Test
    void shouldBeWokenAnewOnceAllIsForced() {
        append();
        work();
        nowNs += INTERVAL_NS;
        append();
        work();
        assertEquals(2, journal.forced);
        append();
        assertTrue(syncer.doorbell.isRung());
    }

    @Test
    void shouldSleepWhileThereIsNothingToForce() {
        append();
        nowNs += INTERVAL_NS;
        work();
        assertEquals(TimeUnit.MILLISECONDS.toNanos(50), syncer.restNs());
    }

    /** Entries without bytes. */
    private static final class Forced implements Journal {
        private long appended;
        private long forced;

        @Override
        public boolean hasRoom(int length) {
            return true;
        }

        @Override
        public void append(DirectBuffer frame, int offset, int length, long sequence) {
            appended = sequence;
        }

        @Override
        public long force() {
            forced = appended;
            return forced;
        }

        @Override
        public long lastAppended() {
            return appended;
        }

        @Override
        public long lastForced() {
            return forced;
        }

        @Override
        public void close() {}
    }
}
