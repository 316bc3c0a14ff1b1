package bankroll.testkit;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.junit.jupiter.api.Assertions;

/** Short, bounded polling for what time alone brings about. */
public final class Eventually {
    private static final long PAUSE_NS = Duration.ofMillis(10).toNanos();
    /** A limit is there for what hangs: what takes two seconds takes a minute where sixty others want to run. */
    private static final Duration LEAST = Duration.ofMinutes(3);

    private Eventually() {}

    /** Polls until the condition holds, for this limit at least; the words are asked for only when it doesn't. */
    public static void within(Duration limit, Supplier<String> what, BooleanSupplier condition) {
        Duration patience = limit.compareTo(LEAST) < 0 ? LEAST : limit;
        long end = System.nanoTime() + patience.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                Assertions.fail("not within " + patience + ": " + what.get());
            }
            LockSupport.parkNanos(PAUSE_NS);
        }
    }

    /** Polls until the condition holds. */
    public static void within(Duration limit, String what, BooleanSupplier condition) {
        within(limit, () -> what, condition);
    }

    /** Polls until the value is as wanted and returns it. */
    public static <T> T within(Duration limit, String what, Supplier<T> value, Predicate<T> wanted) {
        AtomicReference<T> seen = new AtomicReference<>();
        BooleanSupplier isWanted = () -> {
            seen.set(value.get());
            return wanted.test(seen.get());
        };
        within(limit, () -> what + "; last seen: " + seen.get(), isWanted);
        return seen.get();
    }
}
