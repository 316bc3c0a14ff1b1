package bankroll.gateway.contract.kit;

import java.net.URI;

/** A service that runs somewhere; closing it ends it in order, as SIGTERM does. */
public interface RunningService extends AutoCloseable {
    /** The base of the platform's paths, {@code …/v1}. */
    URI platform();

    /** The operator's listener, without a path. */
    URI operator();

    /** Its time; this machine's, unless it says otherwise. */
    default ServiceClock clock() {
        return ServiceClock.ofThisMachine();
    }

    @Override
    void close();
}
