package bankroll.gateway.ops;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LatencyWindowTest {
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

    /** Such a start overflows: {@link System#nanoTime} may. */
    private final long startNs = Long.MAX_VALUE - 10 * SECOND_NS;

    private final RequestMetrics.LatencyWindow window = new RequestMetrics.LatencyWindow(startNs);

    @Test
    void shouldRememberTheLastMinute() {
        window.record(SECOND_NS);

        assertEquals(1, window.recent(startNs).getTotalCount());
        assertEquals(1, window.recent(startNs + 50 * SECOND_NS).getTotalCount());
    }

    @Test
    void shouldForgetWhatIsOlder() {
        window.record(SECOND_NS);
        window.recent(startNs);

        assertEquals(0, window.recent(startNs + 61 * SECOND_NS).getTotalCount());
        assertEquals(1, window.count());
        assertEquals(1.0, window.sumSeconds());
    }

    @Test
    void shouldForgetAllAfterALongSilence() {
        window.record(SECOND_NS);
        window.recent(startNs);

        assertEquals(0, window.recent(startNs + 100_000 * SECOND_NS).getTotalCount());
        window.record(SECOND_NS);
        assertEquals(1, window.recent(startNs + 100_001 * SECOND_NS).getTotalCount());
    }

    @Test
    void shouldCountWhatTookTooLongAsItsBound() {
        window.record(TimeUnit.HOURS.toNanos(1));
        window.record(-1);

        assertEquals(60, window.recent(startNs).getMaxValue() / 1e6, 0.5);
        assertEquals(2, window.count());
    }
}
