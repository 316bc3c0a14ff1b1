package bankroll.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.agent.TaskBeside;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WriterSeatTest {
    private static final int ROUNDS = 20_000;

    private final WriterSeat seat = new WriterSeat();

    @Test
    void shouldHaveOneAtATime() {
        assertTrue(seat.enter());
        assertFalse(seat.enterAsGuest());
        assertFalse(seat.hasGuest());
        seat.leave();

        assertTrue(seat.enterAsGuest());
        assertTrue(seat.hasGuest());
        assertFalse(seat.enterAsGuest());
        assertFalse(seat.enter());
    }

    @Test
    void shouldTellAGuestOnceThatTheWriterCame() {
        seat.enterAsGuest();
        assertFalse(seat.leaveAsGuest());

        seat.enterAsGuest();
        assertFalse(seat.enter());
        assertTrue(seat.leaveAsGuest());

        seat.enterAsGuest();
        assertFalse(seat.leaveAsGuest());
        assertTrue(seat.enter());
    }

    @Test
    void shouldHaveNobodyAfterItsEnd() {
        seat.end();

        assertFalse(seat.enterAsGuest());
        assertFalse(seat.enter());
        assertFalse(seat.hasGuest());
    }

    /** The end is the writer's thread's, and waits for nobody then. */
    @Test
    void shouldHaveNobodyAfterAFailure() {
        seat.enterAsGuest();
        seat.fail();

        assertFalse(seat.enterAsGuest());
        assertFalse(seat.enter());
        assertFalse(seat.hasGuest());
        seat.end();
    }

    /** An unguarded count shows each time that two have sat there, or that one didn't see what the one before did. */
    @Test
    void shouldShowEachWhatTheOneBeforeDidAndLoseNobody() {
        int[] count = {0};
        AtomicInteger entered = new AtomicInteger();
        AtomicInteger wakenings = new AtomicInteger();
        Runnable guest = () -> {
            for (int round = 0; round < ROUNDS; round++) {
                if (seat.enterAsGuest()) {
                    count[0]++;
                    entered.incrementAndGet();
                    if (seat.leaveAsGuest()) {
                        wakenings.incrementAndGet();
                    }
                }
            }
        };
        Runnable writer = () -> {
            for (int round = 0; round < ROUNDS; round++) {
                int heard = wakenings.get();
                if (seat.enter()) {
                    count[0]++;
                    entered.incrementAndGet();
                    seat.leave();
                } else {
                    awaitWakening(wakenings, heard);
                }
            }
        };

        List.of(
                        TaskBeside.begin("guest 1", guest),
                        TaskBeside.begin("guest 2", guest),
                        TaskBeside.begin("writer", writer))
                .forEach(TaskBeside::await);

        assertEquals(entered.get(), count[0]);
    }

    /** Ends at once where the writer was told to come again before it slept. */
    private static void awaitWakening(AtomicInteger wakenings, int heard) {
        long deadlineNs = System.nanoTime() + 180_000_000_000L;
        while (wakenings.get() == heard) {
            assertTrue(System.nanoTime() - deadlineNs < 0, "the writer sleeps, and no guest has told it to come again");
            Thread.onSpinWait();
        }
    }
}
