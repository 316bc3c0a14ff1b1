package bankroll.gateway;

import bankroll.gateway.client.CommandFailure;
import bankroll.gateway.client.ExitCode;
import bankroll.gateway.config.Configuration;

/** Engine and both listeners, wired: the way from the configuration to a running service. */
public final class Service implements AutoCloseable {
    private Service() {}

    /** Recovers, listens, and is ready when this returns. */
    public static Service start(Configuration configuration) {
        throw new CommandFailure(ExitCode.INTERNAL, "the engine is not wired yet: " + configuration.data());
    }

    /** Where platforms call, base path included. */
    public String platformUrl() {
        return "";
    }

    /** Where operators call. */
    public String operatorUrl() {
        return "";
    }

    /** Takes platforms, secrets and tokens anew; the rest waits for the next start. */
    public void reload(Configuration fresh) {}

    /** Stops accepting, answers what is under way, syncs and closes. */
    @Override
    public void close() {}
}
