package bankroll.gateway.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.api.Call.Loop;
import bankroll.protocol.HashKey;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class LoopTest {
    private final ArrayDeque<Runnable> loop = new ArrayDeque<>();
    private final List<Call> received = new ArrayList<>();
    private final Loop calls = new Receiving(loop::add, 8, received::add);

    @Test
    void shouldWakeTheLoopOnceForManyCalls() {
        Call first = new Call(calls);
        Call second = new Call(calls);
        calls.finished(first);
        calls.finished(second);
        assertEquals(1, loop.size());
        loop.poll().run();
        assertEquals(List.of(first, second), received);

        calls.finished(first);
        assertEquals(1, loop.size());
        loop.poll().run();
        assertEquals(3, received.size());
    }

    /** Nothing wakes the loop while it answers: so it looks once more when it can be woken again. */
    @Test
    void shouldWakeTheLoopForACallThatComesWhileItAnswers() {
        ArrayDeque<Call> later = new ArrayDeque<>();
        Loop[] itself = new Loop[1];
        itself[0] = new Receiving(loop::add, 8, call -> {
            received.add(call);
            if (!later.isEmpty()) {
                itself[0].finished(later.poll());
            }
        });
        Call first = new Call(itself[0]);
        Call second = new Call(itself[0]);
        later.add(second);
        itself[0].finished(first);
        loop.poll().run();

        while (!loop.isEmpty()) {
            loop.poll().run();
        }
        assertEquals(List.of(first, second), received);
        itself[0].finished(first);
        assertEquals(1, loop.size(), "it can be woken again");
    }

    /** Each answer brings the next request, and the engine has decided before the loop is through: it must not go on for ever. */
    @Test
    @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldLetTheLoopLookAtItsSocketsThoughThereIsAlwaysMoreToAnswer() {
        Loop[] itself = new Loop[1];
        itself[0] = new Receiving(loop::add, 8, call -> itself[0].finished(call));
        itself[0].finished(new Call(itself[0]));

        loop.poll().run();

        assertEquals(1, loop.size(), "what is left waits for its turn");
    }

    @Test
    void shouldAnswerTheOthersWhenOneAnswerFails() {
        Loop failing = new Receiving(loop::add, 8, call -> {
            received.add(call);
            if (received.size() == 1) {
                throw new IllegalStateException("a defect");
            }
        });
        Call first = new Call(failing);
        Call second = new Call(failing);
        Call third = new Call(failing);
        failing.finished(first);
        failing.finished(second);
        assertThrows(IllegalStateException.class, loop.poll()::run);
        assertEquals(1, loop.size(), "the second waits for its turn");
        loop.poll().run();
        failing.finished(third);
        assertEquals(1, loop.size(), "the loop can be woken again");
        loop.poll().run();
        assertEquals(List.of(first, second, third), received);
    }

    @Test
    void shouldLoseNothingWhenTheQueueIsFull() {
        for (int i = 0; i < 20; i++) {
            calls.finished(new Call(calls));
        }
        while (!loop.isEmpty()) {
            loop.poll().run();
        }
        assertEquals(20, received.size());
    }

    @Test
    void shouldNotThrowWhenTheLoopHasEnded() {
        Loop late = new Receiving(
                task -> {
                    throw new RejectedExecutionException();
                },
                8,
                received::add);
        late.finished(new Call(late));
        assertTrue(received.isEmpty());
    }

    @Test
    void shouldLoseNothingFromManyThreads() throws Exception {
        int threads = 4;
        int each = 20_000;
        CountDownLatch all = new CountDownLatch(threads * each);
        Set<Call> seen = ConcurrentHashMap.newKeySet();
        ExecutorService eventLoop = Executors.newSingleThreadExecutor();
        ExecutorService publishers = Executors.newFixedThreadPool(threads);
        Loop busy = new Receiving(eventLoop, 1024, call -> {
            seen.add(call);
            all.countDown();
        });
        for (int t = 0; t < threads; t++) {
            publishers.execute(() -> {
                for (int i = 0; i < each; i++) {
                    busy.finished(new Call(busy));
                }
            });
        }
        assertTrue(all.await(3, TimeUnit.MINUTES), () -> all.getCount() + " calls were lost");
        assertEquals(threads * each, seen.size());
        publishers.shutdown();
        eventLoop.shutdown();
    }

    /** A way back whose calls have no exchange. */
    private static final class Receiving extends Loop {
        private final Consumer<Call> receiver;

        Receiving(Executor eventLoop, int mostInFlight, Consumer<Call> receiver) {
            super(eventLoop, mostInFlight, request -> false, new HashKey(1, 2));
            this.receiver = receiver;
        }

        @Override
        void received(Call call) {
            receiver.accept(call);
        }
    }
}
