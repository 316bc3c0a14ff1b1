package bankroll.gateway.contract.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import bankroll.engine.EngineContext;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.SystemNanoClock;

/**
 * The time of a service: in a service of this JVM it stands still until the test lets it pass; that of any other service
 * is this machine's. Any thread.
 */
public final class ServiceClock {
    /** How far clocks of two machines may be apart. */
    private static final Duration APART = Duration.ofSeconds(60);

    /** A working day's noon, so that no day, week or month ends while a test looks away. */
    private static final Instant NOON = Instant.parse("2026-01-14T12:00:00Z");

    private final boolean stands;
    private final AtomicLong wallMs = new AtomicLong(NOON.toEpochMilli());
    private final AtomicLong passedNs = new AtomicLong();

    private ServiceClock(boolean stands) {
        this.stands = stands;
    }

    /** A clock that the test moves. */
    static ServiceClock standing() {
        return new ServiceClock(true);
    }

    /** The clock of a service in another process. */
    static ServiceClock ofThisMachine() {
        return new ServiceClock(false);
    }

    /** Gives the clock to the engine, and so to the listeners. */
    void into(EngineContext options) {
        options.clock(wallMs::get).nanoClock(() -> SystemNanoClock.INSTANCE.nanoTime() + passedNs.get());
    }

    /** What the service's clock shows, in milliseconds. */
    public Instant now() {
        return stands ? Instant.ofEpochMilli(wallMs.get()) : Instant.now().truncatedTo(ChronoUnit.MILLIS);
    }

    /** Now, in Unix seconds. */
    public long nowSeconds() {
        return now().getEpochSecond();
    }

    /** Lets time pass; a service that has another clock ends the test as not run. */
    public void pass(Duration time) {
        assumeTrue(stands, "the service's time can't be moved");
        // The time that passes goes first: the wall must never seem to have stepped.
        passedNs.addAndGet(time.toNanos());
        wallMs.addAndGet(time.toMillis());
    }

    /** Sets the clock ahead while no time passes. */
    public void step(Duration ahead) {
        assumeTrue(stands, "the service's clock can't be set");
        wallMs.addAndGet(ahead.toMillis());
    }

    /** Lets time pass until just before this moment, and lets the test look; then until the moment. */
    public void passUntil(Instant moment, Runnable lookJustBefore) {
        Duration left = Duration.between(now(), moment);
        pass(left.minusMillis(1));
        lookJustBefore.run();
        pass(Duration.ofMillis(1));
    }

    /** Asserts that this text of the service's is now, to the millisecond where the clock stands. */
    public void shouldBeNow(String time) {
        shouldBeIn(Duration.ZERO, time);
    }

    /** Asserts that this text of the service's is so long from now. */
    public void shouldBeIn(Duration wait, String time) {
        Instant shown = Instant.parse(time);
        Instant expected = now().plus(wait);
        if (stands) {
            assertEquals(expected, shown);
        } else {
            assertTrue(Duration.between(shown, expected).abs().compareTo(APART) < 0, time);
        }
    }
}
