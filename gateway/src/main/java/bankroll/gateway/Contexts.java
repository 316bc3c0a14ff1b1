package bankroll.gateway;

import bankroll.engine.Engine;
import bankroll.engine.EngineContext;
import bankroll.gateway.api.platform.PlatformContext;
import bankroll.gateway.api.platform.RateLimits;
import bankroll.gateway.auth.SigningKeys;
import bankroll.gateway.config.Configuration;
import bankroll.gateway.config.HostPort;
import bankroll.gateway.config.PlatformListener;
import bankroll.gateway.http.HttpContext;
import bankroll.gateway.http.ProblemEncoder;
import java.net.InetSocketAddress;
import java.util.function.LongSupplier;

/** Carries the configuration's values to the options of the engine, of both listeners and of the platform's API. */
final class Contexts {
    private Contexts() {}

    static EngineContext engine(Configuration configuration, String version) {
        EngineContext context = new EngineContext()
                .dataDirectory(configuration.data())
                .settings(configuration.ledger())
                .ringCapacity(configuration.engine().ringCapacity())
                .inFlightBytes(configuration.engine().inFlightBytes())
                .snapshotEveryTransactions(configuration.engine().snapshotEveryTransactions())
                .snapshotEveryMs(configuration.engine().snapshotEveryMs())
                .snapshotsKept(configuration.engine().snapshotsKept())
                .journalKeptMs(configuration.journal().keptMs())
                .softwareVersion(version);
        context.journal()
                .syncPolicy(configuration.journal().sync())
                .fileBytes(configuration.journal().fileBytes())
                .lowWaterBytes(configuration.journal().lowWaterBytes());
        return context;
    }

    static HttpContext platformListener(Configuration configuration) {
        return bounds(configuration)
                .name("platform")
                .listen(configuration.platform().listen().toAddress())
                .eventLoops(configuration.platform().eventLoops());
    }

    /** The operator's listener has the bounds of the platforms' one, and one event loop. */
    static HttpContext operatorListener(Configuration configuration) {
        return bounds(configuration)
                .name("operator")
                .listen(configuration.operator().listen().toAddress())
                .challenge("Bearer");
    }

    private static HttpContext bounds(Configuration configuration) {
        PlatformListener platform = configuration.platform();
        return new HttpContext()
                .maxBodyBytes(platform.maxBodyBytes())
                .maxConnections(platform.maxConnections())
                .maxInFlightPerConnection(platform.maxInFlightPerConnection())
                .replyDeadlineMs(platform.deadlineMs())
                .retryAfterSeconds(platform.retryAfterSeconds())
                .problems(new ProblemEncoder(platform.problemTypeBase()));
    }

    /** The platform's API before this engine, by its clock. */
    static PlatformContext platformApi(Configuration configuration, Engine engine, LongSupplier clockMs) {
        PlatformListener platform = configuration.platform();
        return new PlatformContext(
                platform.basePath(),
                new SigningKeys(configuration.platforms(), platform.signatureToleranceSeconds()),
                new RateLimits(configuration.platforms()),
                engine::submit,
                configuration.engine().ringCapacity(),
                engine.hashKey(),
                clockMs);
    }

    /** A listener's address as a URL: the host as configured, the port that it really got. */
    static String url(HostPort asked, InetSocketAddress bound) {
        return "http://" + new HostPort(asked.host(), bound.getPort());
    }
}
