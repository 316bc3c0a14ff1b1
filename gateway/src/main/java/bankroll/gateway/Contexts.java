package bankroll.gateway;

import bankroll.engine.EngineContext;
import bankroll.gateway.config.Configuration;
import bankroll.gateway.config.HostPort;
import bankroll.gateway.config.PlatformListener;
import bankroll.gateway.http.HttpContext;
import bankroll.gateway.http.ProblemEncoder;
import java.net.InetSocketAddress;

/** Carries the configuration's values to the options of the engine and of the operator's listener. */
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

    /** The operator's listener has the bounds of the platforms' one, and one event loop. */
    static HttpContext operator(Configuration configuration) {
        PlatformListener bounds = configuration.platform();
        return new HttpContext()
                .name("operator")
                .listen(configuration.operator().listen().toAddress())
                .challenge("Bearer")
                .maxBodyBytes(bounds.maxBodyBytes())
                .maxConnections(bounds.maxConnections())
                .maxInFlightPerConnection(bounds.maxInFlightPerConnection())
                .replyDeadlineMs(bounds.deadlineMs())
                .retryAfterSeconds(bounds.retryAfterSeconds())
                .problems(new ProblemEncoder(bounds.problemTypeBase()));
    }

    /** A listener's address as a URL: the host as configured, the port that it really got. */
    static String url(HostPort asked, InetSocketAddress bound) {
        return "http://" + new HostPort(asked.host(), bound.getPort());
    }
}
