package bankroll.gateway.reply;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TimestampsTest {
    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);
    private final Timestamps timestamps = new Timestamps();

    private String text(long timeMs) {
        byte[] target = new byte[Timestamps.LENGTH + 2];
        timestamps.put(timeMs, target, 1);
        return new String(target, 1, Timestamps.LENGTH, StandardCharsets.US_ASCII);
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
        long seed = System.nanoTime();
        Random random = new Random(seed);
        long timeMs = 0;
        for (int i = 0; i < 20_000; i++) {
            timeMs =
                    random.nextInt(3) == 0 ? random.nextLong(253_402_300_800_000L) : timeMs + random.nextInt(5_000_000);
            assertEquals(FORMAT.format(Instant.ofEpochMilli(timeMs)), text(timeMs), "seed " + seed);
        }
    }
}
