package bankroll.gateway.ops;

import java.util.function.BooleanSupplier;

/**
 * Whether the service takes work: recovery is done, all listeners answer, and the engine accepts. Whoever wires the
 * service says when it is open and when it begins to drain; any thread.
 */
public final class Readiness {
    private final BooleanSupplier engineAccepts;
    private volatile State state = State.STARTING;

    /** Not ready yet; {@code engineAccepts} is asked each time. */
    public Readiness(BooleanSupplier engineAccepts) {
        this.engineAccepts = engineAccepts;
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
            case OPEN -> engineAccepts.getAsBoolean() ? null : "the engine takes no bookings";
        };
    }

    private enum State {
        STARTING,
        OPEN,
        DRAINING
    }
}
