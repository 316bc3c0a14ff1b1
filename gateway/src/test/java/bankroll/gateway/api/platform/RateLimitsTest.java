package bankroll.gateway.api.platform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.api.PassingTime;
import bankroll.gateway.api.platform.SignatureAdmission.RateLimits;
import bankroll.gateway.config.Platform;
import bankroll.gateway.config.Platform.RateLimit;
import bankroll.gateway.config.SignatureScheme;
import io.github.bucket4j.TimeMeter;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RateLimitsTest {
    private final PassingTime time = new PassingTime();

    private RateLimits limits(List<Platform> platforms) {
        return new RateLimits(platforms, time);
    }

    private static Platform platform(String name, RateLimit limit) {
        return new Platform(name, SignatureScheme.OFF, List.of(), Optional.ofNullable(limit));
    }

    @Test
    void shouldLetABurstThroughAndThenSayWhenTheNextTokenComes() {
        RateLimits limits = limits(List.of(platform("slow", new RateLimit(0.01, 2))));
        assertEquals(0, limits.secondsToWait("slow"));
        assertEquals(0, limits.secondsToWait("slow"));
        assertEquals(100, limits.secondsToWait("slow"));
        time.pass(99);
        assertEquals(1, limits.secondsToWait("slow"));
        time.pass(1);
        assertEquals(0, limits.secondsToWait("slow"));
    }

    @Test
    void shouldSayAtLeastOneSecond() {
        RateLimits limits = limits(List.of(platform("quick", new RateLimit(1.5, 1))));
        assertEquals(0, limits.secondsToWait("quick"));
        assertEquals(1, limits.secondsToWait("quick"));
    }

    @Test
    void shouldNotLimitAPlatformWithoutALimit() {
        RateLimits limits = limits(List.of(platform("slow", new RateLimit(0.01, 1)), platform("free", null)));
        for (int i = 0; i < 10_000; i++) {
            assertEquals(0, limits.secondsToWait("free"));
            assertEquals(0, limits.secondsToWait("unheard of"));
        }
    }

    @Test
    void shouldKeepTheBucketOfALimitThatStaysAndMakeANewOneOtherwise() {
        RateLimits limits = limits(List.of(platform("slow", new RateLimit(0.01, 1))));
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
        RateLimits limits = limits(List.of(platform("fast", new RateLimit(1e12, 1_000_000))));
        assertEquals(0, limits.secondsToWait("fast"));
    }

    /** A bucket that goes by a clock is empty for as long as that was set back. */
    @Test
    void shouldGoByNoClockThatCanBeSet() {
        assertThrows(IllegalArgumentException.class, () -> new RateLimits(List.of(), TimeMeter.SYSTEM_MILLISECONDS));
    }
}
