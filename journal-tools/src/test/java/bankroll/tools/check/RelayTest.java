package bankroll.tools.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.tools.source.FrameHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class RelayTest {
    private static final int FRAME_BYTES = 100_000;
    private static final long WORK_NS = 50_000_000;

    private final UnsafeBuffer frame = new UnsafeBuffer(new byte[FRAME_BYTES]);

    @Test
    void shouldGiveEveryHandlerEveryFrameHoweverManyThreadsThereAre() {
        for (int threads = 0; threads <= 3; threads++) {
            AtomicLong first = new AtomicLong();
            AtomicLong second = new AtomicLong();
            try (Relay relay = new Relay(List.of(counting(first), counting(second)), threads)) {
                feed(relay, 500);
                relay.finish();
            }
            assertEquals(500L * FRAME_BYTES, first.get());
            assertEquals(500L * FRAME_BYTES, second.get());
        }
    }

    @Test
    void shouldTellWhatWentWrongOnAnotherThread() {
        try (Relay relay = new Relay((buffer, offset, length) -> {
            throw new IllegalStateException("on purpose");
        })) {
            feed(relay, 2);
            assertTrue(assertThrows(IllegalStateException.class, relay::finish)
                    .getMessage()
                    .contains("on purpose"));
        }
    }

    /** Nobody reads a terabyte to its end to be told that the disk was full at its beginning. */
    @Test
    void shouldTakeNoMoreFramesBehindAFailure() {
        AtomicLong handled = new AtomicLong();
        try (Relay relay = new Relay(counting(handled), (buffer, offset, length) -> {
            throw new IllegalStateException("on purpose");
        })) {
            assertThrows(IllegalStateException.class, () -> feed(relay, Integer.MAX_VALUE));
        }
        assertTrue(handled.get() < 1L << 30, () -> handled.get() + " bytes");
    }

    @Test
    void shouldHandItsFramesOverInTheirOrderFromOneThreadAtATime() {
        List<Long> seen = new ArrayList<>();
        AtomicBoolean isInside = new AtomicBoolean();
        FrameHandler ordered = (buffer, offset, length) -> {
            assertTrue(isInside.compareAndSet(false, true), "two threads at once");
            seen.add(buffer.getLong(offset));
            isInside.set(false);
            return true;
        };
        try (Relay relay = new Relay(List.of(ordered, counting(new AtomicLong()), counting(new AtomicLong())), 3)) {
            for (long i = 0; i < 2_000; i++) {
                frame.putLong(0, i);
                relay.onFrame(frame, 0, (int) (8 + i * 37 % FRAME_BYTES));
            }
            relay.finish();
        }
        assertEquals(LongStream.range(0, 2_000).boxed().toList(), seen);
    }

    /** The ledger's memory is freed behind it. */
    @Test
    void shouldNotBeClosedWhileAHandlerIsAtWork() throws InterruptedException {
        CountDownLatch atWork = new CountDownLatch(1);
        AtomicBoolean isDone = new AtomicBoolean();
        FrameHandler slow = (buffer, offset, length) -> {
            atWork.countDown();
            work();
            isDone.set(true);
            return true;
        };
        try (Relay relay = new Relay(List.of(slow), 1)) {
            feed(relay, 15);
            atWork.await();
        }
        assertTrue(isDone.get(), "closed in the middle of it");
    }

    private static void work() {
        long endNs = System.nanoTime() + WORK_NS;
        while (System.nanoTime() < endNs) {
            Thread.onSpinWait();
        }
    }

    private void feed(Relay relay, int frames) {
        for (int i = 0; i < frames; i++) {
            relay.onFrame(frame, 0, FRAME_BYTES);
        }
    }

    private static FrameHandler counting(AtomicLong bytes) {
        return (buffer, offset, length) -> {
            bytes.addAndGet(length);
            return true;
        };
    }
}
