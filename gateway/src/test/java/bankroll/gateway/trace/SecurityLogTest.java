package bankroll.gateway.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.gateway.trace.Refusals.SecurityLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SecurityLogTest {
    private final AtomicLong clockMs = new AtomicLong(1_767_225_600_000L);
    private final List<String> lines = new ArrayList<>();

    private Refusals refusals(String listener, int linesPerSecond) {
        return new Refusals(listener, new SecurityLog(linesPerSecond, clockMs::get, lines::add));
    }

    @Test
    void shouldWriteOneJsonObjectALine() {
        Refusals refusals = refusals("operator", 10);
        refusals.refused("role", "192.0.2.7", "ada");
        refusals.refused("token_unknown", "2001:db8::1", null);
        assertEquals(
                List.of(
                        "{\"time\":\"2026-01-01T00:00:00Z\",\"event\":\"refused\",\"listener\":\"operator\","
                                + "\"address\":\"192.0.2.7\",\"reason\":\"role\",\"name\":\"ada\"}",
                        "{\"time\":\"2026-01-01T00:00:00Z\",\"event\":\"refused\",\"listener\":\"operator\","
                                + "\"address\":\"2001:db8::1\",\"reason\":\"token_unknown\"}"),
                lines);
    }

    @Test
    void shouldWriteSoManyLinesASecondOfEachReasonAndTellHowManyWereLeftOut() {
        Refusals refusals = refusals("platform", 2);
        for (int i = 0; i < 1_000; i++) {
            refusals.refused("stale", "192.0.2.7", null);
        }
        refusals.refused("no_key", "192.0.2.7", null);
        assertEquals(3, lines.size());

        clockMs.addAndGet(999);
        refusals.refused("stale", "192.0.2.7", null);
        assertEquals(3, lines.size());
        clockMs.addAndGet(1);
        refusals.refused("stale", "192.0.2.7", null);
        refusals.refused("stale", "192.0.2.7", null);
        assertEquals(5, lines.size());
        assertEquals(true, lines.get(3).contains("\"left_out\":999"), lines.get(3));
        assertEquals(false, lines.get(4).contains("left_out"), lines.get(4));
    }

    @Test
    void shouldGoOnWhenTheClockStepsBack() {
        Refusals refusals = refusals("platform", 1);
        refusals.refused("stale", "192.0.2.7", null);
        clockMs.addAndGet(-3_600_000);
        refusals.refused("stale", "192.0.2.7", null);
        assertEquals(2, lines.size());
    }

    @Test
    void shouldCountWhatItDoesNotWrite() {
        Refusals refusals = refusals("platform", 0);
        refusals.refused("stale", "192.0.2.7", null);
        refusals.refused("stale", "192.0.2.8", null);
        refusals.refused("no_key", "192.0.2.7", null);
        assertEquals(
                Map.of(List.of("platform", "stale"), 2L, List.of("platform", "no_key"), 1L),
                Refusals.counts(refusals, refusals("operator", 0)));
        assertEquals(List.of(), lines);
    }
}
