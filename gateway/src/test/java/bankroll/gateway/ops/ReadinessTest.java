package bankroll.gateway.ops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ReadinessTest {
    private final AtomicBoolean engineAccepts = new AtomicBoolean(true);
    private final Readiness readiness = new Readiness(engineAccepts::get);

    @Test
    void shouldNotBeReadyBeforeItIsOpen() {
        assertEquals("the service is starting", readiness.obstacle());
    }

    @Test
    void shouldBeReadyWhileTheEngineAccepts() {
        readiness.open();

        assertNull(readiness.obstacle());
        engineAccepts.set(false);
        assertEquals("the engine takes no bookings", readiness.obstacle());
        engineAccepts.set(true);
        assertNull(readiness.obstacle());
    }

    @Test
    void shouldNotBeReadyWhileItDrains() {
        readiness.open();
        readiness.drain();

        assertEquals("the service is stopping", readiness.obstacle());
    }
}
