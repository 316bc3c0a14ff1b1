package bankroll.cluster;

import io.aeron.Counter;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersManager;

/** Counters as a consensus module has them, without a driver. */
final class TestCounters {
    private final CountersManager counters = new CountersManager(
            new UnsafeBuffer(BufferUtil.allocateDirectAligned(64 << 10, 8)),
            new UnsafeBuffer(BufferUtil.allocateDirectAligned(16 << 10, 8)));

    /** One more, with this value. */
    Counter counter(long value) {
        int id = counters.allocate("of this test");
        counters.setCounterValue(id, value);
        return new Counter(counters, id);
    }
}
