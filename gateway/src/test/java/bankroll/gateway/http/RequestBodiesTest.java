package bankroll.gateway.http;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Which bodies leave the event loop. */
class RequestBodiesTest {
    private final RequestBodies bodies = new RequestBodies(0, Runnable::run, Runnable::run);

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
}
