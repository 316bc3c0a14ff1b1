package bankroll.gateway.cli;

import bankroll.gateway.config.Configuration;

/** Engine and both listeners, wired: the way from the configuration to a running service. */
final class Service implements AutoCloseable {
    private Service() {}

    /** Recovers, listens, and is ready when this returns. */
    static Service start(Configuration configuration) {
        throw new FailedStartException(ExitCode.INTERNAL, "the engine is not wired yet: " + configuration.data());
    }

    /** Where platforms call, base path included. */
    String platformUrl() {
        return "";
    }

    /** Where operators call. */
    String operatorUrl() {
        return "";
    }

    /** Takes platforms, secrets and tokens anew; the rest waits for the next start. */
    void reload(Configuration fresh) {}

    /** Stops accepting, answers what is under way, syncs and closes. */
    @Override
    public void close() {}
}
