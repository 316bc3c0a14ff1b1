package bankroll.tools.entry;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

class CalendarTest {
    private final Calendar calendar = new Calendar(ZoneId.of("Europe/Vienna"));

    @Test
    void shouldBeginADayAtItsMidnightAndEndItBeforeTheNext() {
        assertDay("2026-03-28", "2026-03-28T12:00:00Z");
        assertDay("2026-03-28", "2026-03-28T22:59:59.999Z");
        assertDay("2026-03-29", "2026-03-28T23:00:00Z");
        assertDay("2026-03-29", "2026-03-29T21:59:59.999Z");
        assertDay("2026-03-30", "2026-03-29T22:00:00Z");
    }

    /** Whoever asks in another order than that of the journal gets the same answer. */
    @Test
    void shouldGoBackToAnEarlierDay() {
        assertDay("2026-03-30", "2026-03-29T22:00:00Z");
        assertDay("2026-03-29", "2026-03-29T21:59:59.999Z");
        assertDay("2026-03-28", "2026-03-28T22:59:59.999Z");
        assertDay("1969-12-31", "1969-12-31T22:59:59.999Z");
    }

    private void assertDay(String expected, String time) {
        long timeMs = Instant.parse(time).toEpochMilli();
        assertEquals(LocalDate.parse(expected).toEpochDay(), calendar.day(timeMs), time);
    }
}
