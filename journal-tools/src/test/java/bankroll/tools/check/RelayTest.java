package bankroll.tools.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.tools.source.FrameHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
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

    /** Two frames fit into a chunk. The one that feeds is alone, and works once 32 chunks are full. */
    @Test
    void shouldHoldThirtyTwoChunksAndNoMore() {
        AtomicLong handled = new AtomicLong();
        try (Relay relay = new Relay(List.of(counting(handled)), 0)) {
            feed(relay, 64);
            assertEquals(0, handled.get());
            feed(relay, 1);
            assertEquals(2L * FRAME_BYTES, handled.get());
            feed(relay, 64);
            assertEquals(66L * FRAME_BYTES, handled.get());
            relay.finish();
        }
        assertEquals(129L * FRAME_BYTES, handled.get());
    }

    @Test
    void shouldHandOverAFrameThatIsLongerThanAChunk() {
        UnsafeBuffer large = new UnsafeBuffer(new byte[1 << 20]);
        large.putLong(large.capacity() - 8, 77);
        List<String> seen = new ArrayList<>();
        try (Relay relay = new Relay(
                List.of((buffer, offset, length) -> seen.add(length + ": " + buffer.getLong(offset + length - 8))),
                1)) {
            assertTrue(relay.onFrame(frame, 0, FRAME_BYTES));
            assertTrue(relay.onFrame(large, 0, large.capacity()));
            assertTrue(relay.onFrame(frame, 0, 8));
            relay.finish();
        }
        assertEquals(List.of(FRAME_BYTES + ": 0", "1048576: 77", "8: 0"), seen);
    }

    @Test
    void shouldTakeFramesThatNobodyWants() {
        try (Relay relay = new Relay(List.of(), 1)) {
            assertTrue(relay.onFrame(frame, 0, 1 << 30), "not even copied");
            relay.finish();
        }
    }

    /** A tool that fails while it reads must be able to end. */
    @Test
    void shouldNotKeepTheProcessAlive() throws InterruptedException {
        List<String> threads = new CopyOnWriteArrayList<>();
        CountDownLatch atWork = new CountDownLatch(1);
        FrameHandler telling = (buffer, offset, length) -> {
            threads.add(Thread.currentThread().getName() + " "
                    + Thread.currentThread().isDaemon());
            atWork.countDown();
            return true;
        };
        try (Relay relay = new Relay(List.of(telling), 1)) {
            feed(relay, 3);
            atWork.await();
        }
        assertEquals("relay true", threads.get(0));
    }

    @Test
    void shouldGoOnWhenTheLastHandlerIsReady() {
        Thread feeder = Thread.currentThread();
        AtomicBoolean isAtWork = new AtomicBoolean();
        AtomicLong handled = new AtomicLong();
        FrameHandler awaited = (buffer, offset, length) -> {
            isAtWork.set(true);
            if (handled.incrementAndGet() == 2) {
                awaitWaiting(feeder);
            }
            return true;
        };
        try (Relay relay = new Relay(List.of(awaited), 1)) {
            feed(relay, 3);
            awaitSet(isAtWork);
            relay.finish();
        }
        assertEquals(3, handled.get());
    }

    @Test
    void shouldWakeAThreadThatWaitsForFrames() {
        AtomicReference<Thread> helper = new AtomicReference<>();
        AtomicLong handled = new AtomicLong();
        FrameHandler telling = (buffer, offset, length) -> {
            helper.set(Thread.currentThread());
            handled.incrementAndGet();
            return true;
        };
        try (Relay relay = new Relay(List.of(telling), 1)) {
            feed(relay, 3);
            awaitHandled(handled, 2);
            awaitWaiting(helper.get());
            feed(relay, 2);
            awaitHandled(handled, 4);
            relay.finish();
        }
        assertEquals(5, handled.get());
    }

    private static void awaitHandled(AtomicLong handled, long frames) {
        while (handled.get() < frames) {
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldCloseInSpiteOfAnInterruptAndPassItOn() {
        Thread feeder = Thread.currentThread();
        AtomicBoolean isAtWork = new AtomicBoolean();
        AtomicBoolean isDone = new AtomicBoolean();
        FrameHandler awaited = (buffer, offset, length) -> {
            isAtWork.set(true);
            awaitWaiting(feeder);
            work();
            isDone.set(true);
            return true;
        };
        try (Relay relay = new Relay(List.of(awaited), 1)) {
            feed(relay, 3);
            awaitSet(isAtWork);
            feeder.interrupt();
        }
        assertTrue(Thread.interrupted(), "the interrupt is lost");
        assertTrue(isDone.get(), "closed in the middle of it");
    }

    @Test
    void shouldNotInterruptWhoCloses() {
        try (Relay relay = new Relay(List.of(counting(new AtomicLong())), 1)) {
            feed(relay, 3);
        }
        assertFalse(Thread.interrupted());
    }

    @Test
    void shouldEndTheWaitAtAnInterrupt() throws InterruptedException {
        CountDownLatch atWork = new CountDownLatch(1);
        CountDownLatch isTold = new CountDownLatch(1);
        FrameHandler stuck = (buffer, offset, length) -> {
            atWork.countDown();
            awaitUninterrupted(isTold);
            return true;
        };
        try (Relay relay = new Relay(List.of(stuck), 1)) {
            feed(relay, 3);
            atWork.await();
            Thread.currentThread().interrupt();
            assertThrows(IllegalStateException.class, relay::finish);
            boolean isPassedOn = Thread.interrupted();
            isTold.countDown();
            assertTrue(isPassedOn, "the interrupt is lost");
        }
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Without a wait, which another thread could take for the one that it waits for. */
    private static void awaitSet(AtomicBoolean flag) {
        while (!flag.get()) {
            Thread.onSpinWait();
        }
    }

    private static void awaitWaiting(Thread thread) {
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
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
