package bankroll.gateway.api;

import bankroll.engine.Engine;
import bankroll.engine.Request;

/** Where an event loop's requests go into the engine. Any thread. */
@FunctionalInterface
public interface EngineDoor {
    /** Takes a request, or says no: {@code unavailable}. */
    boolean takes(Request request);

    /** Why it takes none, when there is more to say than {@code unavailable}; else null. */
    default String why() {
        return null;
    }

    /** Of an engine: tells who leads where another node decides. */
    static EngineDoor of(Engine engine) {
        return new EngineDoor() {
            @Override
            public boolean takes(Request request) {
                return engine.submit(request);
            }

            @Override
            public String why() {
                return engine.followed();
            }
        };
    }
}
