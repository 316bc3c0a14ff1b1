package bankroll.gateway.ops;

import java.util.function.Supplier;

/**
 * Whether the service takes work: recovery is done, all listeners answer, and the engine accepts. Whoever wires the
 * service says when it is open and when it begins to drain; any thread.
 */
public final class Readiness {
    private final Supplier<String> engineObstacle;
    private volatile State state = State.STARTING;

    /** Not ready yet; {@code engineObstacle}, null when bookings are taken, is asked each time. */
    public Readiness(Supplier<String> engineObstacle) {
        this.engineObstacle = engineObstacle;
    }

    /** Recovery is done and all listeners answer. */
    public void open() {
        state = State.OPEN;
    }

    /** Nothing new is taken any more. */
    public void drain() {
        state = State.DRAINING;
    }

    /** What stands in the way, in words; null when the service is ready. */
    String obstacle() {
        return switch (state) {
            case STARTING -> "the service is starting";
            case DRAINING -> "the service is stopping";
            case OPEN -> engineObstacle.get();
        };
    }

    private enum State {
        STARTING,
        OPEN,
        DRAINING
    }
}
