package bankroll.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.testkit.Seeds;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Rfc3339Test {
    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private final Rfc3339 times = new Rfc3339();

    @Test
    void shouldRefuseADateTimeThatEndsWithoutAZone() {
        for (String text :
                new String[] {"2026-11-21T03:04:05", "2026-11-21T03:04:05.123", "2026-11-21T03:04:05.", ""}) {
            assertFalse(Rfc3339.isDateTime(text), text);
        }
    }

    @Test
    void shouldTellPeopleMillisecondsOnlyWhereThereAreSome() {
        assertEquals("2026-11-21T03:04:05Z", Rfc3339.forPeople(1_795_230_245_000L));
        assertEquals("2026-11-21T03:04:05.600Z", Rfc3339.forPeople(1_795_230_245_600L));
        assertEquals("+10000-01-01T00:00:00Z", Rfc3339.forPeople(Rfc3339.YEAR_10000_MS));
    }

    private static boolean isDateTime(String text) {
        byte[] bytes = ("xx" + text).getBytes(StandardCharsets.UTF_8);
        return Rfc3339.isDateTime(bytes, 2, bytes.length - 2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-11-21T03:04:05Z",
                "2026-11-21t03:04:05z",
                "2026-11-21T03:04:05.1Z",
                "2026-11-21T03:04:05.123456789012345678901234567890Z",
                "2026-11-21T03:04:05+00:00",
                "2026-11-21T03:04:05-23:59",
                "2026-11-21T03:04:05.5+23:59",
                "2024-02-29T00:00:00Z",
                "2000-02-29T00:00:00Z",
                "1990-12-31T23:59:60Z",
                "0000-01-01T00:00:00Z",
                "9999-12-31T23:59:59Z",
                "1990-12-31T15:59:60-08:00"
            })
    void shouldTakeEveryDateTime(String text) {
        assertTrue(isDateTime(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "2026-11-21",
                "2026-11-21T03:04:05",
                "2026-11-21 03:04:05Z",
                "2026-11-21T03:04:05.Z",
                "2026-11-21T03:04Z",
                "2026-11-21T03:04:05+0000",
                "2026-11-21T03:04:05+24:00",
                "2026-11-21T03:04:05+23:60",
                "2026-11-21T24:00:00Z",
                "2026-11-21T23:60:00Z",
                "2026-11-21T23:59:61Z",
                "2026-13-01T00:00:00Z",
                "2026-00-01T00:00:00Z",
                "2026-01-00T00:00:00Z",
                "2026-02-29T00:00:00Z",
                "1900-02-29T00:00:00Z",
                "2026-04-31T00:00:00Z",
                "26-11-21T03:04:05Z",
                "02026-11-21T03:04:05Z",
                "-2026-11-21T03:04:05Z",
                "2026-11-21T03:04:05ZZ",
                "2026-11-21T03:04:05Z ",
                " 2026-11-21T03:04:05Z",
                "2026-1-21T03:04:05Z",
                "2026-11-21T3:04:05Z",
                "2026/11/21T03:04:05Z",
                "20261121T030405Z",
                "2026-11-21T03:04:05,5Z",
                "2026-11-21T03:04:05+1:00",
                "2026-11-21T03:04:05UTC",
                "2026-11-21T03:04:0٥Z",
                "2026-11-21T03:04:05.5",
                "2026-11-21T03:04:05+00:00:00",
                "2026-11-21T03:04:05.+00:00"
            })
    void shouldRefuseAnythingElse(String text) {
        assertFalse(isDateTime(text));
    }

    @Test
    void shouldAgreeWithTheJdkOnMutatedDates() {
        Seeds.forEach(20, random -> {
            for (int round = 0; round < 1_000; round++) {
                agreeOnAMutatedDate(random);
            }
        });
    }

    private static void agreeOnAMutatedDate(Random random) {
        String alphabet = "0123456789-:TZ+.";
        StringBuilder text = new StringBuilder("2024-02-28T23:59:59.5+01:00");
        for (int i = random.nextInt(3); i >= 0; i--) {
            text.setCharAt(random.nextInt(text.length()), alphabet.charAt(random.nextInt(alphabet.length())));
        }
        boolean leapSecond = text.toString().startsWith("60", 17);
        boolean wideOffset = text.length() > 22 && text.charAt(22) >= '1';
        if (!leapSecond && !wideOffset) {
            assertEquals(isKnownToTheJdk(text.toString()), isDateTime(text.toString()), text::toString);
        }
    }

    /** A batch's times differ in little: what was right about one must not be taken for right about the next. */
    @Test
    void shouldJudgeATimeAlikeWhateverCameBefore() {
        Seeds.forEach(20, random -> {
            Rfc3339 reader = new Rfc3339();
            String alphabet = "0123456789-:TZ+.";
            StringBuilder text = new StringBuilder("2024-02-28T23:59:59.5+01:00");
            for (int round = 0; round < 1_000; round++) {
                text.setCharAt(random.nextInt(text.length()), alphabet.charAt(random.nextInt(alphabet.length())));
                for (String each : new String[] {text.toString(), "2024-02-28T23:59:59.5+01:00"}) {
                    byte[] bytes = ("x" + each + "Z").getBytes(StandardCharsets.UTF_8);
                    assertEquals(isDateTime(each), reader.isDateTimeAgain(bytes, 1, each.length()), each);
                }
                if (!isDateTime(text.toString())) {
                    text.replace(0, text.length(), "2024-02-28T23:59:59.5+01:00");
                }
            }
        });
    }

    private static boolean isKnownToTheJdk(String text) {
        try {
            OffsetDateTime.parse(text);
            // the JDK also takes what RFC 3339 does not
            return text.matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)");
        } catch (DateTimeParseException e) {
            return false;
        }
    }

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
        assertTrue(Rfc3339.isDateTime(text));
        assertEquals(expected.toEpochMilli(), Rfc3339.toEpochMs(text));
    }

    @Test
    void shouldWriteUtcWithMilliseconds() {
        assertEquals("1970-01-01T00:00:00.000Z", Rfc3339.format(0));
        assertEquals(
                "2026-03-01T09:30:00.120Z",
                Rfc3339.format(Instant.parse("2026-03-01T09:30:00.12Z").toEpochMilli()));
    }

    private String text(long timeMs) {
        byte[] target = new byte[Rfc3339.LENGTH + 2];
        times.put(timeMs, target, 1);
        return new String(target, 1, Rfc3339.LENGTH, StandardCharsets.US_ASCII);
    }

    @Test
    void shouldWriteMillisecondsAlways() {
        assertEquals("1970-01-01T00:00:00.000Z", text(0));
        assertEquals("1969-12-31T23:59:59.999Z", text(-1));
        assertEquals(
                "2026-11-21T03:04:05.007Z",
                text(Instant.parse("2026-11-21T03:04:05.007Z").toEpochMilli()));
    }

    @Test
    void shouldAgreeWithTheJdkOnAnyTimeInAnyOrder() {
        Seeds.forEach(20, random -> {
            long timeMs = 0;
            for (int i = 0; i < 1_000; i++) {
                timeMs = random.nextInt(3) == 0
                        ? random.nextLong(253_402_300_800_000L)
                        : timeMs + random.nextInt(5_000_000);
                assertEquals(FORMAT.format(Instant.ofEpochMilli(timeMs)), text(timeMs));
            }
        });
    }
}
