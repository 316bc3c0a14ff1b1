package bankroll.tools.source;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.journal.CorruptJournalException;
import bankroll.journal.FrameFault;
import org.junit.jupiter.api.Test;

/** What had been forced is never a torn tail. */
class TailTest {
    private final Tail tail = new Tail(5, null);

    @Test
    void shouldBeTornOnlyBehindWhatWasForced() {
        assertFalse(tail.isTorn(damage(4, FrameFault.WRONG_CRC)));
        assertFalse(tail.isTorn(damage(5, FrameFault.WRONG_CRC)));
        assertTrue(tail.isTorn(damage(6, FrameFault.WRONG_CRC)));
    }

    @Test
    void shouldNotBeTornWhereTheFrameIsWhole() {
        for (FrameFault whole : new FrameFault[] {
            FrameFault.NONE, FrameFault.UNKNOWN_VERSION, FrameFault.WRONG_SEQUENCE, FrameFault.WRONG_PREVIOUS_CRC
        }) {
            assertFalse(tail.isTorn(damage(6, whole)), whole::toString);
        }
    }

    private static CorruptJournalException damage(long sequence, FrameFault fault) {
        return new CorruptJournalException("file", 0, sequence, fault, "detail");
    }
}
