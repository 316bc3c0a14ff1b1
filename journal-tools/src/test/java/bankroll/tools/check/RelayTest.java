package bankroll.tools.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.tools.read.FrameHandler;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
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
            try (Relay relay = new Relay(Map.of("first", counting(first), "second", counting(second)), threads)) {
                feed(relay, 500);
                relay.finish();
            }
            assertEquals(500L * FRAME_BYTES, first.get());
            assertEquals(500L * FRAME_BYTES, second.get());
        }
    }

    @Test
    void shouldTellWhatWentWrongOnAnotherThread() {
        try (Relay relay = new Relay("broken", (buffer, offset, length) -> {
            throw new IllegalStateException("on purpose");
        })) {
            feed(relay, 500);
            assertTrue(assertThrows(IllegalStateException.class, relay::finish)
                    .getMessage()
                    .contains("on purpose"));
        }
    }

    /** The ledger's memory is freed behind it. */
    @Test
    void shouldNotBeClosedWhileAHandlerIsAtWork() throws InterruptedException {
        CountDownLatch atWork = new CountDownLatch(1);
        AtomicBoolean isDone = new AtomicBoolean();
        try (Relay relay = new Relay("working", (buffer, offset, length) -> {
            atWork.countDown();
            work();
            isDone.set(true);
            return true;
        })) {
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
