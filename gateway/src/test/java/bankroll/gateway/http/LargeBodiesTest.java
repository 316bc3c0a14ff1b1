package bankroll.gateway.http;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Which bodies leave the event loop. */
class LargeBodiesTest {
    private final LargeBodies bodies = new LargeBodies(Runnable::run, Runnable::run);

    @Test
    void shouldKeepUsualBodiesOnTheLoopOnceTheJvmKnowsThem() {
        for (int seen = 0; seen < 4 << 20; seen += 64 << 10) {
            assertTrue(bodies.takes(64 << 10), "after " + seen + " bytes");
        }
        assertFalse(bodies.takes(256 << 10));
        assertTrue(bodies.takes((256 << 10) + 1));
    }

    @Test
    void shouldKeepSmallBodiesOnTheLoopFromTheStart() {
        assertFalse(bodies.takes(16 << 10));
        assertTrue(bodies.takes((16 << 10) + 1));
    }
}
