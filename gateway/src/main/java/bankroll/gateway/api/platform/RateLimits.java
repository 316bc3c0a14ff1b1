package bankroll.gateway.api.platform;

import bankroll.gateway.config.Platform;
import bankroll.gateway.config.RateLimit;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How often each platform may call: a bucket of tokens per platform, one token per request; no bucket, no limit. Any
 * thread.
 */
public final class RateLimits {
    private static final double NANOS = 1e9;

    private volatile Map<String, Limited> byPlatform = Map.of();

    public RateLimits(List<Platform> platforms) {
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

    private static Bucket bucket(RateLimit limit) {
        Duration perToken = Duration.ofNanos(Math.max(1, Math.round(NANOS / limit.perSecond())));
        return Bucket.builder()
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
