package bankroll.gateway;

import bankroll.gateway.api.platform.PlatformApi;
import bankroll.gateway.api.platform.PlatformContext;
import bankroll.gateway.config.Platform;
import bankroll.gateway.http.HttpContext;
import bankroll.gateway.http.HttpCounters;
import bankroll.gateway.http.HttpListener;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;

/** The platforms' listener: the contract over HTTP, in front of an engine. Any thread. */
final class HttpGateway implements AutoCloseable {
    private final PlatformContext context;
    private final HttpListener listener;

    private HttpGateway(PlatformContext context, HttpListener listener) {
        this.context = context;
        this.listener = listener;
    }

    /**
     * Listens and serves.
     *
     * @throws IOException when the address can't be had
     */
    static HttpGateway start(HttpContext http, PlatformContext context) throws IOException {
        return new HttpGateway(context, HttpListener.start(http, eventLoop -> PlatformApi.routes(context, eventLoop)));
    }

    /** Where it listens, with the port it really got. */
    InetSocketAddress address() {
        return listener.address();
    }

    /** What it has seen. */
    HttpCounters counters() {
        return listener.counters();
    }

    /** See {@link HttpListener#certificateRenewal}. */
    Runnable certificateRenewal(HttpContext fresh) {
        return listener.certificateRenewal(fresh);
    }

    /** Puts other platforms, keys and rate limits in force, without a restart. */
    void reload(List<Platform> platforms) {
        context.keys().replace(platforms);
        context.limits().replace(platforms);
    }

    /**
     * Stops accepting, lets every request under way be answered, and closes the connections.
     *
     * @return whether all of them closed within the time
     */
    boolean drain(long timeoutMs) throws InterruptedException {
        return listener.drain(timeoutMs);
    }

    /** Closes everything at once. */
    @Override
    public void close() {
        listener.close();
    }
}
