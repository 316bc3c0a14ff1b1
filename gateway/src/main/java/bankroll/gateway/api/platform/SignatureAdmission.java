package bankroll.gateway.api.platform;

import bankroll.gateway.api.Admission;
import bankroll.gateway.auth.Caller;
import bankroll.gateway.auth.SignatureFault;
import bankroll.gateway.auth.SignedRequest;
import bankroll.gateway.auth.SigningKeys;
import bankroll.gateway.auth.SigningKeys.Verifier;
import bankroll.gateway.config.Platform;
import bankroll.gateway.config.Platform.RateLimit;
import bankroll.gateway.http.Exchange;
import bankroll.gateway.http.Problem;
import bankroll.gateway.trace.Refusals;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Lets platforms in: by signature, then by rate. One per event loop. */
public final class SignatureAdmission implements Admission {
    private static final long STEP_NS = TimeUnit.MILLISECONDS.toNanos(3);

    private final Verifier signatures;
    /** That of the thread for large bodies. */
    private final Verifier beside;

    private final RateLimits limits;
    private final Refusals refusals;
    private final LongSupplier clockMs;

    SignatureAdmission(SigningKeys keys, RateLimits limits, Refusals refusals, LongSupplier clockMs) {
        this.signatures = keys.verifier();
        this.beside = keys.verifier();
        this.limits = limits;
        this.refusals = refusals;
        this.clockMs = clockMs;
    }

    /** However many keys are live, a request that nobody signed holds the loop for one after the other. */
    @Override
    public boolean prepare(Exchange exchange, boolean hasBody) {
        Verifier.Trial trial = (Verifier.Trial) exchange.prepared();
        if (trial == null) {
            Verifier verifier = exchange.isLarge() ? beside : signatures;
            trial = verifier.trial(signed(exchange, hasBody), clockMs.getAsLong());
            exchange.prepared(trial);
        }
        return trial.goOn(STEP_NS);
    }

    @Override
    public Caller admit(Exchange exchange, boolean hasBody) {
        Verifier.Trial trial = (Verifier.Trial) exchange.prepared();
        Caller caller = trial.caller();
        if (caller == null) {
            unsigned(exchange, trial.fault());
            return null;
        }
        exchange.calledBy(caller.name());
        if (!caller.mayComeFrom(exchange.clientNames())) {
            refusals.refused("certificate", exchange.clientAddress(), caller.name());
            exchange.problem(Problem.INVALID_SIGNATURE, "this platform calls with another client certificate");
            return null;
        }
        long seconds = limits.secondsToWait(caller.name());
        if (seconds > 0) {
            refusals.refused("rate_limited", exchange.clientAddress(), caller.name());
            exchange.rateLimited(seconds);
            return null;
        }
        return caller;
    }

    @Override
    public void head(Exchange exchange, boolean hasBody) {
        SignatureFault.Found fault = signatures.headFault(signed(exchange, hasBody), clockMs.getAsLong());
        if (fault != null) {
            unsigned(exchange, fault);
        }
    }

    @Override
    public void longHeader(Exchange exchange, String name, int length) {
        SignatureFault.Found fault = signatures.lengthFault(name, length);
        if (fault != null) {
            unsigned(exchange, fault);
        }
    }

    private void unsigned(Exchange exchange, SignatureFault.Found found) {
        refusals.refused(found.fault().label(), exchange.clientAddress(), null);
        exchange.problem(Problem.INVALID_SIGNATURE, found.detail());
    }

    private static SignedRequest signed(Exchange exchange, boolean hasBody) {
        return new SignedRequest(
                exchange.method(),
                exchange.path(),
                only(exchange, SignedRequest.ID),
                only(exchange, SignedRequest.TIMESTAMP),
                only(exchange, SignedRequest.SIGNATURE),
                hasBody ? exchange.body() : null,
                exchange.bodyLength());
    }

    /** A header that stands there exactly once: of two, nobody could say which one was signed. */
    private static String only(Exchange exchange, String name) {
        List<String> values = exchange.headers().getAll(name);
        return values.size() == 1 ? values.get(0) : null;
    }

    /**
     * How often each platform may call: a bucket of tokens per platform, one token per request; no bucket, no limit. It fills by
     * the time that passes: by a clock that is set back it would stay empty until that is where it was. Any thread.
     */
    public static final class RateLimits {
        private static final double NANOS = 1e9;

        private final TimeMeter time;
        private volatile Map<String, Limited> byPlatform = Map.of();

        public RateLimits(List<Platform> platforms) {
            this(platforms, TimeMeter.SYSTEM_NANOTIME);
        }

        /** @param time that passes; nobody can set it */
        RateLimits(List<Platform> platforms, TimeMeter time) {
            if (time.isWallClockBased()) {
                throw new IllegalArgumentException("a clock can be set back, and no bucket fills meanwhile");
            }
            this.time = time;
            replace(platforms);
        }

        /** Puts new limits in force; a platform whose limit stays as it was keeps its bucket as it stands. */
        public void replace(List<Platform> platforms) {
            Map<String, Limited> fresh = new HashMap<>();
            for (Platform platform : platforms) {
                platform.rateLimit().ifPresent(limit -> {
                    Limited old = byPlatform.get(platform.name());
                    boolean isSame = old != null && old.limit.equals(limit);
                    fresh.put(platform.name(), isSame ? old : new Limited(limit, bucket(limit)));
                });
            }
            byPlatform = Map.copyOf(fresh);
        }

        private Bucket bucket(RateLimit limit) {
            Duration perToken = Duration.ofNanos(Math.max(1, Math.round(NANOS / limit.perSecond())));
            return Bucket.builder()
                    .withCustomTimePrecision(time)
                    .addLimit(bandwidth -> bandwidth.capacity(limit.burst()).refillGreedy(1, perToken))
                    .build();
        }

        /** Takes a token: 0, or if there is none how many seconds to wait for one, at least 1. */
        public long secondsToWait(String platform) {
            Limited limited = byPlatform.get(platform);
            if (limited == null) {
                return 0;
            }
            ConsumptionProbe probe = limited.bucket.tryConsumeAndReturnRemaining(1);
            return probe.isConsumed() ? 0 : Math.max(1, (long) Math.ceil(probe.getNanosToWaitForRefill() / NANOS));
        }

        private record Limited(RateLimit limit, Bucket bucket) {}
    }
}
