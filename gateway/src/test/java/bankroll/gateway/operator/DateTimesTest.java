package bankroll.gateway.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DateTimesTest {
    @ParameterizedTest
    @CsvSource({
        "2026-03-01T09:30:00Z, 2026-03-01T09:30:00Z",
        "2026-03-01t09:30:00.1z, 2026-03-01T09:30:00.100Z",
        "2026-03-01T09:30:00.123456789012345678901234567890Z, 2026-03-01T09:30:00.123Z",
        "2026-03-01T09:30:00+23:59, 2026-02-28T09:31:00Z",
        "2026-03-01T09:30:00-00:30, 2026-03-01T10:00:00Z",
        "2016-12-31T23:59:60Z, 2017-01-01T00:00:00Z",
        "2016-12-31T23:59:60.5Z, 2017-01-01T00:00:00.500Z",
        "9999-12-31T23:59:59.999Z, 9999-12-31T23:59:59.999Z"
    })
    void shouldReadDateTimes(String text, Instant expected) {
        assertTrue(DateTimes.isDateTime(text));
        assertEquals(expected.toEpochMilli(), DateTimes.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "2026-03-01",
                "2026-03-01T09:30Z",
                "2026-03-01T09:30:00",
                "2026-03-01 09:30:00Z",
                "2026-03-01T09:30:00.Z",
                "2026-03-01T09:30:00+24:00",
                "2026-03-01T09:30:00+01:60",
                "2026-03-01T09:30:00+0100",
                "2026-02-30T09:30:00Z",
                "2026-13-01T09:30:00Z",
                "2026-03-01T24:00:00Z",
                "2026-03-01T09:60:00Z",
                "2026-03-01T09:30:61Z",
                "02026-03-01T09:30:00Z",
                "2026-03-01T09:30:00Z ",
                "1772357400"
            })
    void shouldRefuseWhatIsNone(String text) {
        assertFalse(DateTimes.isDateTime(text));
    }

    @Test
    void shouldWriteUtcWithMilliseconds() {
        assertEquals("1970-01-01T00:00:00.000Z", DateTimes.format(0));
        assertEquals(
                "2026-03-01T09:30:00.120Z",
                DateTimes.format(Instant.parse("2026-03-01T09:30:00.12Z").toEpochMilli()));
    }
}
