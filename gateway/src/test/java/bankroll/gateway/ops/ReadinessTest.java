package bankroll.gateway.ops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ReadinessTest {
    private final AtomicReference<String> obstacle = new AtomicReference<>();
    private final Readiness readiness = new Readiness(obstacle::get);

    @Test
    void shouldNotBeReadyBeforeItIsOpen() {
        assertEquals("the service is starting", readiness.obstacle());
    }

    @Test
    void shouldBeReadyWhileNothingStandsInTheWayOfBookings() {
        readiness.open();

        assertNull(readiness.obstacle());
        obstacle.set("bookings are refused: no memory");
        assertEquals("bookings are refused: no memory", readiness.obstacle());
        obstacle.set(null);
        assertNull(readiness.obstacle());
    }

    @Test
    void shouldNotBeReadyWhileItDrains() {
        readiness.open();
        readiness.drain();

        assertEquals("the service is stopping", readiness.obstacle());
    }
}
