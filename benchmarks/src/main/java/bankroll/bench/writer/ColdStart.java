package bankroll.bench.writer;

import java.time.Duration;
import java.time.Instant;

/** How long this process has been there: what a restart costs includes the JVM's own start. */
final class ColdStart {
    private ColdStart() {}

    /** Seconds since the process was started. */
    static double seconds() {
        Instant start = ProcessHandle.current().info().startInstant().orElseThrow();
        return Duration.between(start, Instant.now()).toMillis() / 1e3;
    }
}
