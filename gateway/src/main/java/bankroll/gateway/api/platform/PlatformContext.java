package bankroll.gateway.api.platform;

import bankroll.engine.Request;
import bankroll.gateway.auth.SigningKeys;
import bankroll.gateway.trace.Refusals;
import bankroll.protocol.HashKey;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * What the platform's operations need from the service.
 *
 * @param basePath before every path, without a slash at its end; may be empty
 * @param keys who may call
 * @param limits how often
 * @param engine takes a request, or says no: {@code unavailable}
 * @param mostInFlight requests the engine can have under way
 * @param hashKey the journal's secret for ids
 * @param refusals counts who is turned away
 * @param clockMs wall clock in milliseconds, for signatures
 * @param decided counts what was decided
 */
public record PlatformContext(
        String basePath,
        SigningKeys keys,
        RateLimits limits,
        Predicate<Request> engine,
        int mostInFlight,
        HashKey hashKey,
        Refusals refusals,
        LongSupplier clockMs,
        DecidedCounts decided) {}
