package bankroll.gateway.ops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ReadinessTest {
    private final AtomicReference<String> obstacle = new AtomicReference<>();
    private final AtomicReference<String> ofBookings = new AtomicReference<>();
    private final Readiness readiness = new Readiness(() -> "entry 1 of 4 (25 %)", obstacle::get, ofBookings::get);

    @Test
    void shouldNotBeReadyBeforeItIsOpenAndSayHowFarItIs() {
        assertEquals("the service is starting: entry 1 of 4 (25 %)", readiness.obstacle());
        assertEquals("the service is starting: entry 1 of 4 (25 %)", readiness.bookingObstacle());
    }

    @Test
    void shouldBeReadyForReadsWhileOnlyBookingsAreRefused() {
        readiness.open();
        assertNull(readiness.bookingObstacle());

        ofBookings.set("bookings are refused: no memory");

        assertNull(readiness.obstacle());
        assertEquals("bookings are refused: no memory", readiness.bookingObstacle());
    }

    @Test
    void shouldNotBeReadyWhileSomethingStandsInTheWayOfEverything() {
        readiness.open();

        obstacle.set("nothing is answered");
        assertEquals("nothing is answered", readiness.obstacle());
        obstacle.set(null);
        assertNull(readiness.obstacle());
    }

    @Test
    void shouldNotBeReadyWhileItDrains() {
        readiness.open();
        readiness.drain();

        assertEquals("the service is stopping", readiness.obstacle());
        assertEquals("the service is stopping", readiness.bookingObstacle());
    }
}
