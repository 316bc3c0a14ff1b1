package bankroll.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.CommandHeader.Origin;
import org.junit.jupiter.api.Test;

class CommandRingTest {
    private final CommandRing ring = new CommandRing(4, 1_000, () -> 1);

    @Test
    void shouldTakeNoMoreRequestsThanItsBoundUntilOneIsReleased() {
        Request first = request(1);
        assertTrue(ring.offer(first));
        for (int i = 1; i < 4; i++) {
            assertTrue(ring.offer(request(1)));
        }
        assertFalse(ring.offer(request(1)));
        assertSame(first, ring.poll());
        assertFalse(ring.offer(request(1)), "it is still under way");

        ring.release(first);

        assertTrue(ring.offer(request(1)));
        assertEquals(4, ring.inFlight());
    }

    @Test
    void shouldTakeNoMoreBytesThanItsBound() {
        assertTrue(ring.offer(request(600)));
        assertFalse(ring.offer(request(401)));
        assertTrue(ring.offer(request(400)));
        assertEquals(2, ring.inFlight());
    }

    /** They wait for a disk, and bookings don't. */
    @Test
    void shouldGiveAtMostHalfOfItsPlacesToQuestionsThatAreReadFromTheJournal() {
        Request lookup = request(1, CommandType.LOOKUP);
        assertTrue(ring.offer(lookup));
        assertTrue(ring.offer(request(1, CommandType.SESSIONS)));
        assertFalse(ring.offer(request(1, CommandType.LOOKUP)));
        assertTrue(ring.offer(request(1)));
        assertEquals(3, ring.inFlight());

        assertSame(lookup, ring.poll());
        ring.release(lookup);

        assertTrue(ring.offer(request(1, CommandType.LOOKUP)));
        assertFalse(ring.offer(request(1, CommandType.LOOKUP)));
        assertTrue(ring.offer(request(1)));
    }

    @Test
    void shouldTakeNothingOnceItIsClosedAndKeepWhatItHas() {
        Request taken = request(1);
        assertTrue(ring.offer(taken));

        ring.close();

        assertFalse(ring.offer(request(1)));
        assertEquals(1, ring.inFlight());
        assertSame(taken, ring.poll());
    }

    @Test
    void shouldHaveNothingForTheWriterWhenEmpty() {
        assertNull(ring.poll());
        assertEquals(0, ring.inFlight());
    }

    private static Request request(int bytes) {
        return request(bytes, CommandType.TRANSACTIONS);
    }

    private static Request request(int bytes, CommandType type) {
        Request request = new Request(published -> {});
        CommandHeader.put(request.frame(), Request.COMMAND_OFFSET, type, 1, Origin.SYSTEM);
        request.commandLength(bytes);
        return request;
    }
}
