package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** A mark is due after a time in which anything was decided, or after so many bytes of the log. */
class MarkScheduleTest {
    private final MarkSchedule schedule = new MarkSchedule(1_000, 50);

    @Test
    void shouldBeDueAfterItsTimeWhenAnythingWasTaken() {
        assertFalse(schedule.isDue(1_050, 1, 100));
        assertTrue(schedule.isDue(1_051, 1, 100));
        assertFalse(schedule.isDue(1_051, 0, 0), "nothing was taken");
    }

    @Test
    void shouldCountFromTheLastOne() {
        schedule.marked(2_000, 7, 900);

        assertFalse(schedule.isDue(3_000, 8, 1_000));
        assertTrue(schedule.isDue(3_001, 8, 1_000));
        assertFalse(schedule.isDue(3_001, 7, 900), "nothing was taken since");
    }

    @Test
    void shouldBeDueAfterSoManyBytesWhateverTheTime() {
        schedule.marked(60, 7, 900);

        assertFalse(schedule.isDue(61, 8, 900 + MarkSchedule.MOST_BYTES));
        assertTrue(schedule.isDue(61, 8, 901 + MarkSchedule.MOST_BYTES));
    }
}
