package bankroll.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class TaskBesideTest {
    private final CountDownLatch mayEnd = new CountDownLatch(1);

    @Test
    void shouldHandOverWhatItMakesOnAThreadThatDoesNotKeepTheProcess() {
        TaskBeside<Thread> task = TaskBeside.begin("beside", Thread::currentThread);

        assertEquals("beside", task.await().getName());
        assertTrue(task.await().isDaemon());
    }

    @Test
    void shouldThrowWhatItThrowsWhereItIsAwaited() {
        for (Throwable thrown : new Throwable[] {new IllegalStateException("a defect"), new OutOfMemoryError("full")}) {
            TaskBeside<Void> task = TaskBeside.begin("beside", () -> {
                if (thrown instanceof Error error) {
                    throw error;
                }
                throw (RuntimeException) thrown;
            });

            assertTrue(task.isOverWithin(Long.MAX_VALUE));
            assertSame(thrown, assertThrows(Throwable.class, task::await));
        }
    }

    @Test
    void shouldTellWhetherItIsOver() {
        TaskBeside<Void> task = TaskBeside.begin("beside", this::awaitTheSign);
        assertFalse(task.isOverWithin(1));

        mayEnd.countDown();

        assertTrue(task.isOverWithin(Long.MAX_VALUE));
    }

    @Test
    void shouldEndTheWaitOfAThreadThatIsInterrupted() {
        TaskBeside<Void> task = TaskBeside.begin("slow", this::awaitTheSign);
        for (Runnable wait : new Runnable[] {task::await, () -> task.isOverWithin(Long.MAX_VALUE)}) {
            Thread.currentThread().interrupt();

            String message =
                    assertThrows(IllegalStateException.class, wait::run).getMessage();

            assertEquals("interrupted while \"slow\" was awaited", message);
            assertTrue(Thread.interrupted(), "whoever waits is told");
        }
        mayEnd.countDown();
    }

    private void awaitTheSign() {
        try {
            mayEnd.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
