package bankroll.gateway.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.Unpooled;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The bytes of bodies, and which of them leave the event loop. */
class RequestBodiesTest {
    private final RequestBodies bodies = new RequestBodies(0, Runnable::run, Runnable::run);

    private static byte[] bytes(int seed, int length) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    /** As it comes from the socket: a few bytes first, and then more at once. */
    private static RequestBodies.Arriving arrived(RequestBodies bodies, byte[] bytes) {
        RequestBodies.Arriving body = bodies.new Arriving();
        int first = Math.min(700, bytes.length);
        body.append(Unpooled.wrappedBuffer(bytes, 0, first));
        body.append(Unpooled.wrappedBuffer(bytes, first, bytes.length - first));
        assertEquals(bytes.length, body.length());
        assertTrue(body.held() >= bytes.length, () -> body.held() + " bytes for " + bytes.length);
        return body;
    }

    private static void assertHolds(byte[] wanted, byte[] whole) {
        assertArrayEquals(wanted, Arrays.copyOf(whole, wanted.length));
    }

    @Test
    void shouldKeepUsualBodiesOnTheLoopOnceTheJvmKnowsThem() {
        for (int seen = 0; seen < 4 << 20; seen += 64 << 10) {
            assertTrue(bodies.isLarge(64 << 10), "after " + seen + " bytes");
        }
        assertFalse(bodies.isLarge(256 << 10));
        assertTrue(bodies.isLarge((256 << 10) + 1));
    }

    @Test
    void shouldKeepSmallBodiesOnTheLoopFromTheStart() {
        assertFalse(bodies.isLarge(16 << 10));
        assertTrue(bodies.isLarge((16 << 10) + 1));
    }

    @Test
    void shouldGiveTheBytesOfABodyAsTheyCame() {
        for (int length : new int[] {1, 700, 16 << 10, (16 << 10) + 1, 80 << 10, (80 << 10) + 1, 1 << 20, 3 << 20}) {
            byte[] sent = bytes(length, length);
            assertHolds(sent, arrived(bodies, sent).whole());
        }
    }

    /** Its signature is proved in turns: what is read later must be what was proved. */
    @Test
    void shouldLeaveABodyAsItIsThatWaitsForItsTurnWhileAnotherIsRead() {
        byte[] sent = bytes(1, 200 << 10);
        RequestBodies.Arriving waiting = arrived(bodies, sent);
        byte[] whole = waiting.whole();
        waiting.keep();

        arrived(bodies, bytes(2, 200 << 10)).whole();

        assertHolds(sent, whole);
    }

    @Test
    void shouldGiveAnotherThreadBytesThatNoLaterBodyChanges() {
        RequestBodies kept = new RequestBodies(1 << 20, Runnable::run, Runnable::run);
        byte[] sent = bytes(1, 200 << 10);
        RequestBodies.Arriving large = arrived(kept, sent);

        byte[] own = large.own();
        arrived(kept, bytes(2, 200 << 10)).whole();

        assertArrayEquals(sent, own);
        assertEquals(sent.length, large.held());
    }

    @Test
    void shouldUseTheMemoryOfABodyAgainAndKeepNoMoreThanItMay() {
        RequestBodies kept = new RequestBodies(16 << 10, Runnable::run, Runnable::run);
        RequestBodies.Arriving body = arrived(kept, bytes(1, 700));
        byte[] first = body.whole();
        RequestBodies.Arriving another = arrived(kept, bytes(2, 700));
        byte[] second = another.whole();
        body.free();
        another.free();

        for (int again = 0; again < 3; again++) {
            RequestBodies.Arriving later = arrived(kept, bytes(3, 700));
            assertSame(first, later.whole());
            later.free();
        }
        assertSame(first, arrived(kept, bytes(3, 700)).whole());
        byte[] next = arrived(kept, bytes(4, 700)).whole();
        assertNotSame(first, next);
        assertNotSame(second, next);
    }

    /** A client that is refused goes on sending, and its body may yet turn out too large. */
    @Test
    void shouldCountTheBytesOfABodyThatNobodyWillLookAt() {
        RequestBodies.Arriving body = arrived(bodies, bytes(1, 1000));

        body.forget();
        body.pass(500);

        assertEquals(1500, body.length());
        assertEquals(0, body.held());
        body.free();
        assertEquals(0, body.length());
    }
}
