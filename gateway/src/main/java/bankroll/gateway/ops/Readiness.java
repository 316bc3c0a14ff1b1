package bankroll.gateway.ops;

import java.util.function.Supplier;

/**
 * Whether the service takes work: recovery is done, all listeners answer, and the engine accepts. What refuses bookings
 * alone leaves it ready for reads. The wiring of the service says when it is open and when it begins to drain; any thread.
 */
public final class Readiness {
    private final Supplier<String> start;
    private final Supplier<String> obstacle;
    private final Supplier<String> bookingObstacle;
    private volatile State state = State.STARTING;

    /**
     * Not ready yet; what stands in the way is asked each time.
     *
     * @param start how far the start is, in words
     * @param obstacle what stands in the way of everything; null for nothing
     * @param bookingObstacle what stands in the way of bookings, that of everything too; null for nothing
     */
    public Readiness(Supplier<String> start, Supplier<String> obstacle, Supplier<String> bookingObstacle) {
        this.start = start;
        this.obstacle = obstacle;
        this.bookingObstacle = bookingObstacle;
    }

    /** Recovery is done and all listeners answer. */
    public void open() {
        state = State.OPEN;
    }

    /** A load balancer shall send no more requests: the listeners close soon. */
    public void drain() {
        state = State.DRAINING;
    }

    /** What stands in the way of everything, in words; null when the service is ready. */
    String obstacle() {
        return obstacle(obstacle);
    }

    /** What stands in the way of bookings, in words; null when they are taken. */
    String bookingObstacle() {
        return obstacle(bookingObstacle);
    }

    private String obstacle(Supplier<String> open) {
        return switch (state) {
            case STARTING -> "the service is starting: " + start.get();
            case DRAINING -> "the service is stopping";
            case OPEN -> open.get();
        };
    }

    private enum State {
        STARTING,
        OPEN,
        DRAINING
    }
}
