package bankroll.gateway.api.platform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.api.platform.SignatureAdmission.RateLimits;
import bankroll.gateway.config.Platform;
import bankroll.gateway.config.Platform.RateLimit;
import bankroll.gateway.config.SignatureScheme;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RateLimitsTest {
    private static Platform platform(String name, RateLimit limit) {
        return new Platform(name, SignatureScheme.OFF, List.of(), Optional.ofNullable(limit));
    }

    @Test
    void shouldLetABurstThroughAndThenSayWhenTheNextTokenComes() {
        RateLimits limits = new RateLimits(List.of(platform("slow", new RateLimit(0.01, 2))));
        assertEquals(0, limits.secondsToWait("slow"));
        assertEquals(0, limits.secondsToWait("slow"));
        long seconds = limits.secondsToWait("slow");
        assertTrue(seconds > 90 && seconds <= 100, "seconds " + seconds);
    }

    @Test
    void shouldSayAtLeastOneSecond() {
        RateLimits limits = new RateLimits(List.of(platform("quick", new RateLimit(1.5, 1))));
        assertEquals(0, limits.secondsToWait("quick"));
        assertEquals(1, limits.secondsToWait("quick"));
    }

    @Test
    void shouldNotLimitAPlatformWithoutALimit() {
        RateLimits limits = new RateLimits(List.of(platform("slow", new RateLimit(0.01, 1)), platform("free", null)));
        for (int i = 0; i < 10_000; i++) {
            assertEquals(0, limits.secondsToWait("free"));
            assertEquals(0, limits.secondsToWait("unheard of"));
        }
    }

    @Test
    void shouldKeepTheBucketOfALimitThatStaysAndMakeANewOneOtherwise() {
        RateLimits limits = new RateLimits(List.of(platform("slow", new RateLimit(0.01, 1))));
        assertEquals(0, limits.secondsToWait("slow"));
        limits.replace(List.of(platform("slow", new RateLimit(0.01, 1))));
        assertTrue(limits.secondsToWait("slow") > 1);
        limits.replace(List.of(platform("slow", new RateLimit(0.02, 1))));
        assertEquals(0, limits.secondsToWait("slow"));
        limits.replace(List.of());
        assertEquals(0, limits.secondsToWait("slow"));
    }

    @Test
    void shouldTakeVeryHighRates() {
        RateLimits limits = new RateLimits(List.of(platform("fast", new RateLimit(1e12, 1_000_000))));
        assertEquals(0, limits.secondsToWait("fast"));
    }
}
