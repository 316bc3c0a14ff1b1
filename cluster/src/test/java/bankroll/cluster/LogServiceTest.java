package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.engine.LogMark;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What the log's thread does while this node's own disk keeps it waiting, and all other nodes with it. */
class LogServiceTest {
    private static final LogMark BEGAN = new LogMark(0, 0, 0);

    private final Slow slow = new Slow();
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[Envelope.BYTES + 8]);

    /** An engine whose disk has nothing to give for so many looks. */
    private static final class Slow extends QuietMember {
        private int looks;
        private int taken;

        @Override
        public LogMark recovered() {
            return BEGAN;
        }

        @Override
        public void begin(LogMark mark) {
            assertEquals(BEGAN, mark);
        }

        @Override
        public boolean take(DirectBuffer buffer, int offset, int length, long timestampMs) {
            if (looks-- > 0) {
                return false;
            }
            taken++;
            return true;
        }

        @Override
        public void beginTerm(long term) {
            taken = 0;
        }

        @Override
        public LogMark mark() {
            return BEGAN;
        }

        @Override
        public boolean isForced(LogMark mark) {
            return looks-- <= 0;
        }

        @Override
        public long sequence() {
            return taken;
        }
    }

    @BeforeEach
    void writeMessage() {
        Envelope.put(message, Envelope.MESSAGE, BEGAN, 1_000);
    }

    private LogService started(long patienceNs) {
        LogService service = new LogService(slow, patienceNs, BEGAN, order -> {}, () -> {}, null, term -> true);
        service.begin(null, () -> {});
        return service;
    }

    private void give(LogService service) {
        service.take(0, message, 0, message.capacity());
    }

    private static void assertEndsFor(String words, Executable held) {
        ConditionException condition = assertThrows(ConditionException.class, held);
        assertEquals(ExitCode.IO, condition.exitCode());
        assertTrue(condition.getMessage().contains(words), condition::getMessage);
        assertTrue(condition.getMessage().contains("the others wait for it"), condition::getMessage);
    }

    @Test
    void shouldWaitUntilTheJournalHasRoomForAMessage() {
        slow.looks = 1_000;
        give(started(TimeUnit.HOURS.toNanos(1)));

        assertEquals(1, slow.taken);
    }

    @Test
    void shouldEndTheNodeWhoseJournalHasNoRoomForTooLong() {
        slow.looks = Integer.MAX_VALUE;
        LogService service = started(TimeUnit.MILLISECONDS.toNanos(1));

        assertEndsFor("the journal of this node has no room for a message", () -> give(service));
    }
}
