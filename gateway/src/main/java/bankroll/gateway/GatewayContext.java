package bankroll.gateway;

import bankroll.gateway.auth.SigningKeys;
import bankroll.gateway.config.Configuration;
import bankroll.gateway.config.PlatformListener;
import bankroll.gateway.http.HttpContext;
import bankroll.gateway.http.ProblemEncoder;
import bankroll.gateway.request.RateLimits;
import java.util.function.LongSupplier;

/**
 * Every option of the platforms' listener, as the configuration has them.
 *
 * @param http address, bounds and deadlines
 * @param basePath before every path
 * @param keys who may call
 * @param limits how often
 * @param mostInFlight requests the engine takes at once
 * @param clockMs wall clock in milliseconds, for signatures
 */
public record GatewayContext(
        HttpContext http,
        String basePath,
        SigningKeys keys,
        RateLimits limits,
        int mostInFlight,
        LongSupplier clockMs) {

    /** The options that a configuration asks for, by this clock. */
    public static GatewayContext of(Configuration configuration, LongSupplier clockMs) {
        PlatformListener platform = configuration.platform();
        return new GatewayContext(
                http(platform),
                platform.basePath(),
                new SigningKeys(configuration.platforms(), platform.signatureToleranceSeconds()),
                new RateLimits(configuration.platforms()),
                configuration.engine().ringCapacity(),
                clockMs);
    }

    private static HttpContext http(PlatformListener platform) {
        return new HttpContext()
                .name("platform")
                .listen(platform.listen().toAddress())
                .eventLoops(platform.eventLoops())
                .maxBodyBytes(platform.maxBodyBytes())
                .maxConnections(platform.maxConnections())
                .maxInFlightPerConnection(platform.maxInFlightPerConnection())
                .replyDeadlineMs(platform.deadlineMs())
                .retryAfterSeconds(platform.retryAfterSeconds())
                .problems(new ProblemEncoder(platform.problemTypeBase()));
    }
}
