package bankroll.gateway.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.watch.Figure.Unit;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TopFiguresTest {
    private static final String BEFORE = """
            # TYPE bankroll_transactions_booked_total counter
            bankroll_transactions_booked_total{platform="alpha",type="debit"} 100.0
            bankroll_transactions_answered_total{platform="alpha",status="ok",type="debit"} 100.0
            bankroll_journal_force_seconds_bucket{le="0.001"} 10
            bankroll_journal_force_seconds_bucket{le="0.01"} 10
            bankroll_journal_force_seconds_bucket{le="+Inf"} 10
            bankroll_journal_force_seconds_count 10
            bankroll_journal_force_seconds_sum 0.01
            bankroll_journal_force_requests_sum 10.0
            bankroll_thread_cpu_seconds_total{thread="ledger"} 5.0
            """;
    private static final String NOW = """
            bankroll_build_info{java="17",version="1.2.3"} 1.0
            process_start_time_seconds 1000.0
            bankroll_transactions_booked_total{platform="alpha",type="debit"} 300.0
            bankroll_transactions_booked_total{platform="be\\"ta",type="debit"} 50.0
            bankroll_transactions_answered_total{platform="alpha",status="ok",type="debit"} 300.0
            bankroll_transactions_answered_total{platform="alpha",status="insufficient_funds",type="debit"} 20.0
            bankroll_journal_force_seconds_bucket{le="0.001"} 100
            bankroll_journal_force_seconds_bucket{le="0.01"} 110
            bankroll_journal_force_seconds_bucket{le="+Inf"} 110
            bankroll_journal_force_seconds_count 110
            bankroll_journal_force_seconds_sum 0.21
            bankroll_journal_force_requests_sum 410.0
            bankroll_thread_cpu_seconds_total{thread="ledger"} 6.0
            bankroll_engine_obstacle{reason="disk"} 1.0
            bankroll_engine_obstacle{reason="memory"} 0.0
            bankroll_table_bytes 1536.0
            bankroll_table_bytes_left_seconds +Inf
            bankroll_player_liabilities{currency="EUR"} 1.0E19
            bankroll_platform_requests_total{platform="alpha",status="429"} 8.0
            bankroll_backup_interval_seconds 3600.0
            bankroll_backup_age_seconds 7300.0
            bankroll_backup_duration_seconds 2.0
            bankroll_backup_bytes 2048.0
            bankroll_backup_failures_total 1.0
            bankroll_disk_low_water_bytes 1.073741824E9
            bankroll_http_request_seconds{listener="platform",route="POST /v1/transactions",quantile="0.999"} 0.0025
            """;

    private final List<Figure> figures =
            TopFigures.of(Scrape.parse(BEFORE, 0), Scrape.parse(NOW, 2_000_000_000L), "ready", 1_100);

    @Test
    void shouldReckonRatesBetweenTwoLooks() {
        assertEquals("125/s", text("bookings", "booked"));
        assertEquals("100/s", text("platform alpha", "booked"));
        assertEquals("10/s", text("platform alpha", "not ok"));
        assertEquals("50 %", text("busy threads", "ledger"));
    }

    @Test
    void shouldTellForcesOfTheIntervalAlone() {
        assertEquals("50/s", text("forces", "forces"));
        assertEquals("2.0 ms", text("forces", "mean"));
        assertEquals("10.0 ms", text("forces", "p99 up to"));
        assertEquals("4", text("forces", "requests each"));
    }

    @Test
    void shouldTellWhatStandsInTheWayAndWhatIsOwed() {
        assertEquals("1.2.3", text("service", "version"));
        assertEquals("100.0 s", text("service", "up"));
        assertEquals("disk", text("service", "in the way"));
        assertEquals("nothing", text("service", "degraded"));
        assertEquals("1.5 KiB", text("memory", "tables"));
        assertEquals("10,000,000,000,000,000,000 minor units", text("books", "owed EUR"));
        assertEquals("2.5 ms", text("latency", "p99.9"));
    }

    @Test
    void shouldTellHowOldTheBackupIsWhereOneIsScheduled() {
        assertEquals("2 h", text("backup", "age"));
        assertEquals("60 min", text("backup", "every"));
        assertEquals("2.0 KiB", text("backup", "size"));
        assertEquals("1", text("backup", "failures"));

        List<Figure> unscheduled = TopFigures.of(
                Scrape.parse(BEFORE, 0),
                Scrape.parse("bankroll_backup_interval_seconds 0.0\nbankroll_backup_age_seconds 9.0\n", 1),
                "ready",
                0);
        assertTrue(unscheduled.stream().noneMatch(figure -> figure.section().equals("backup")));
    }

    @Test
    void shouldTellWhenTheTablesAreFullOnlyWhereThatComes() {
        assertTrue(figures.stream().noneMatch(figure -> figure.name().equals("full in")));

        List<Figure> filling = TopFigures.of(
                Scrape.parse(BEFORE, 0), Scrape.parse("bankroll_table_bytes_left_seconds 864000.0\n", 1), "ready", 0);
        assertTrue(filling.contains(new Figure("memory", "full in", 864_000.0, Unit.SECONDS)), filling::toString);
    }

    @Test
    void shouldTellWhoIsTurnedAwayAndTheLowWaterMark() {
        assertEquals("4/s", text("platform alpha", "429"));
        assertEquals("1.0 GiB", text("disk", "low-water mark"));
    }

    @Test
    void shouldCountFromZeroWhenTheServiceWasStartedAnew() {
        List<Figure> anew = TopFigures.of(Scrape.parse(NOW, 0), Scrape.parse(BEFORE, 1_000_000_000L), "ready", 0);

        assertEquals(100.0, value(anew, "bookings", "booked"));
    }

    @Test
    void shouldHaveNoBlanksInWhatMachinesReadBy() {
        Map<String, Object> sections = TopFigures.members(figures);

        List<String> keys = sections.entrySet().stream()
                .flatMap(section -> Stream.concat(Stream.of(section.getKey()), keys((Map<?, ?>) section.getValue())))
                .toList();
        assertTrue(keys.containsAll(List.of("platform_alpha", "not_ok", "in_the_way")), keys::toString);
        assertTrue(keys.stream().noneMatch(key -> key.contains(" ")), keys::toString);
    }

    private static Stream<String> keys(Map<?, ?> section) {
        return section.keySet().stream().map(String::valueOf);
    }

    @Test
    void shouldLeaveOutForMachinesWhatNobodyKnows() {
        Map<String, Object> sections = TopFigures.members(figures);

        assertEquals(125.0, ((Map<?, ?>) sections.get("bookings")).get("booked"));
        assertFalse(((Map<?, ?>) sections.get("memory")).containsKey("full_in"));
        assertFalse(((Map<?, ?>) sections.get("disk") == null ? Map.of() : (Map<?, ?>) sections.get("disk"))
                .containsKey("free"));
    }

    @Test
    void shouldReadLabelsWithQuotationMarks() {
        Scrape.Sample beta = Scrape.parse(NOW, 0)
                .of("bankroll_transactions_booked_total")
                .skip(1)
                .findFirst()
                .orElseThrow();

        assertEquals("be\\\"ta", beta.label("platform"));
        assertEquals(50.0, beta.value());
    }

    @Test
    void shouldWriteFiguresForPeople() {
        assertEquals("250 us", new Figure("s", "n", 0.00025, Unit.SECONDS).text());
        assertEquals("3 h", new Figure("s", "n", 11_000.0, Unit.SECONDS).text());
        assertEquals("1,234,567/s", new Figure("s", "n", 1_234_567.4, Unit.RATE).text());
        assertEquals("2.0 GiB", new Figure("s", "n", (double) (2L << 30), Unit.BYTES).text());
        assertEquals("-", new Figure("s", "n", Double.NaN, Unit.COUNT).text());
    }

    private String text(String section, String name) {
        return figure(figures, section, name).text();
    }

    private static Object value(List<Figure> figures, String section, String name) {
        return figure(figures, section, name).value();
    }

    private static Figure figure(List<Figure> figures, String section, String name) {
        return figures.stream()
                .filter(figure ->
                        figure.section().equals(section) && figure.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
