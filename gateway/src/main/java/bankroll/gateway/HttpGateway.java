package bankroll.gateway;

import bankroll.engine.Engine;
import bankroll.gateway.config.Platform;
import bankroll.gateway.http.HttpCounters;
import bankroll.gateway.http.HttpListener;
import bankroll.gateway.http.Routes;
import bankroll.gateway.platform.PlatformApi;
import bankroll.gateway.platform.PlatformContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;

/** The platforms' listener: the contract over HTTP, in front of an engine. Any thread. */
public final class HttpGateway implements AutoCloseable {
    private final GatewayContext context;
    private final HttpListener listener;

    private HttpGateway(GatewayContext context, HttpListener listener) {
        this.context = context;
        this.listener = listener;
    }

    /**
     * Listens and serves.
     *
     * @throws IOException when the address can't be had
     */
    public static HttpGateway start(GatewayContext context, Engine engine) throws IOException {
        PlatformContext platform = new PlatformContext(
                context.basePath(),
                context.keys(),
                context.limits(),
                engine::submit,
                context.mostInFlight(),
                engine.hashKey(),
                context.clockMs());
        HttpListener listener = HttpListener.start(context.http(), eventLoop -> {
            Routes routes = new Routes();
            PlatformApi.addTo(routes, platform, eventLoop);
            return routes;
        });
        return new HttpGateway(context, listener);
    }

    /** Where it listens, with the port it really got. */
    public InetSocketAddress address() {
        return listener.address();
    }

    /** What it has seen. */
    public HttpCounters counters() {
        return listener.counters();
    }

    /** Puts other platforms, keys and rate limits in force, without a restart. */
    public void reload(List<Platform> platforms) {
        context.keys().replace(platforms);
        context.limits().replace(platforms);
    }

    /**
     * Stops accepting, lets every request under way be answered, and closes the connections.
     *
     * @return whether all of them closed within the time
     */
    public boolean drain(long timeoutMs) throws InterruptedException {
        return listener.drain(timeoutMs);
    }

    /** Closes everything at once. */
    @Override
    public void close() {
        listener.close();
    }
}
