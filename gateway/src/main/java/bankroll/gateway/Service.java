package bankroll.gateway;

import bankroll.engine.Engine;
import bankroll.engine.EngineContext;
import bankroll.gateway.config.Configuration;
import bankroll.gateway.config.HostPort;
import bankroll.gateway.http.HttpContext;
import bankroll.gateway.http.HttpListener;
import bankroll.gateway.http.RoutedHandler;
import bankroll.gateway.http.Routes;
import bankroll.gateway.operator.OperatorApi;
import bankroll.gateway.operator.OperatorContext;
import bankroll.gateway.reply.ProblemEncoder;
import java.io.IOException;

/** Engine and both listeners, wired: the way from the configuration to a running service. */
public final class Service implements AutoCloseable {
    private static final long DRAIN_LIMIT_MS = 10_000;

    private final Configuration configuration;
    private final Engine engine;
    private final HttpListener operator;

    private Service(Configuration configuration, Engine engine, HttpListener operator) {
        this.configuration = configuration;
        this.engine = engine;
        this.operator = operator;
    }

    /**
     * Recovers, listens, and is ready when this returns.
     *
     * @throws IOException when an address can't be had
     */
    public static Service start(Configuration configuration, String version) throws IOException {
        Engine engine = Engine.launch(engineContext(configuration, version));
        try {
            return new Service(configuration, engine, operator(configuration, engine, version));
        } catch (IOException | RuntimeException e) {
            engine.close();
            throw e;
        }
    }

    private static EngineContext engineContext(Configuration configuration, String version) {
        EngineContext context = new EngineContext()
                .dataDirectory(configuration.data())
                .settings(configuration.ledger())
                .ringCapacity(configuration.engine().ringCapacity())
                .inFlightBytes(configuration.engine().inFlightBytes())
                .softwareVersion(version);
        context.journal()
                .syncPolicy(configuration.journal().sync())
                .fileBytes(configuration.journal().fileBytes())
                .lowWaterBytes(configuration.journal().lowWaterBytes());
        return context;
    }

    private static HttpListener operator(Configuration configuration, Engine engine, String version)
            throws IOException {
        OperatorContext context =
                new OperatorContext().parties(configuration).engine(engine).version(version);
        return HttpListener.start(
                http(configuration, "operator", configuration.operator().listen(), "Bearer"), loop -> {
                    Routes routes = new Routes();
                    OperatorApi.addTo(routes, context, loop);
                    return new RoutedHandler(routes);
                });
    }

    /** What both listeners have in common. */
    private static HttpContext http(Configuration configuration, String name, HostPort listen, String challenge) {
        return new HttpContext()
                .name(name)
                .listen(listen.toAddress())
                .challenge(challenge)
                .maxBodyBytes(configuration.platform().maxBodyBytes())
                .maxConnections(configuration.platform().maxConnections())
                .maxInFlightPerConnection(configuration.platform().maxInFlightPerConnection())
                .replyDeadlineMs(configuration.platform().deadlineMs())
                .retryAfterSeconds(configuration.platform().retryAfterSeconds())
                .problems(new ProblemEncoder(configuration.platform().problemTypeBase()));
    }

    /** Where platforms call, base path included. */
    public String platformUrl() {
        return "";
    }

    /** Where operators call. */
    public String operatorUrl() {
        return url(operator, configuration.operator().listen());
    }

    /** Takes platforms, secrets and tokens anew; the rest waits for the next start. */
    public void reload(Configuration fresh) {}

    /** Stops accepting, answers what is under way, syncs and closes. */
    @Override
    public void close() throws InterruptedException {
        operator.drain(DRAIN_LIMIT_MS);
        engine.close();
        operator.close();
    }

    private static String url(HttpListener listener, HostPort asked) {
        return "http://" + new HostPort(asked.host(), listener.address().getPort());
    }
}
