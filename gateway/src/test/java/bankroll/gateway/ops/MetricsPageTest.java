package bankroll.gateway.ops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.Degradation;
import bankroll.engine.EngineStatus;
import bankroll.engine.EngineStatus.Capacity;
import bankroll.engine.EngineStatus.Obstacle;
import bankroll.engine.Refusal;
import bankroll.gateway.http.Routes;
import bankroll.gateway.ops.RequestMetrics.Listener;
import bankroll.journal.Chain.ChainHead;
import bankroll.protocol.Answer;
import bankroll.protocol.HashKey;
import bankroll.protocol.LedgerId;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MetricsPageTest {
    private static final int MAX_SERIES = 400;
    private static final int[] STATUSES = {200, 400, 401, 403, 404, 405, 409, 413, 415, 429, 500, 503};

    private static final Capacity CAPACITY = new Capacity(
            new Capacity.Use("table_bytes", 50, 100, 2.5),
            List.of(new Capacity.Use("players", 10, 1_000, Capacity.UNKNOWN)));
    private static final Obstacle OBSTACLE = new Obstacle(Obstacle.Kind.RECORDS, false, "new players are refused");
    private static final Degradation.Entry DEGRADED = new Degradation.Entry(Degradation.Part.CHAIN, "no descriptor", 1);

    private final RequestMetrics platform =
            RequestMetrics.platform(caller -> caller.equals("late") ? "others" : caller);
    private final RequestMetrics operator = RequestMetrics.operator();
    private final ReloadCounts reloads = new ReloadCounts();
    private final MetricsPage page = new MetricsPage("1.2.3")
            .engine(() -> new EngineStatus(
                    LedgerId.of(new HashKey(1, 2)),
                    42,
                    41,
                    ChainHead.parse("40:010101010101" + "ff".repeat(26)),
                    "always",
                    3,
                    40,
                    Map.of(Refusal.BUSY, 2L),
                    new EngineStatus.Waits(4, 1_500),
                    true,
                    List.of(OBSTACLE),
                    CAPACITY,
                    new EngineStatus.Snapshots(39, 1, 1_500, 2, ""),
                    new EngineStatus.TimeZone("UTC", 0),
                    new EngineStatus.Clock(3, 1, 2_500),
                    List.of(DEGRADED)))
            .counts(() -> new Answer.Counts(10, 20, 30, 40, 50))
            .books(() -> new Answer.TrialBalance(
                    42, List.of(line("EUR", "700", "0"), line("SEK", "9999999999999999999", "-1"))))
            .reloads(reloads)
            .listeners(new Listener(platform, () -> null), new Listener(operator, () -> null));

    @Test
    void shouldTellTheEnginesFigures() {
        assertShown(
                "bankroll_journal_sequence 42.0",
                "bankroll_journal_synced_sequence 41.0",
                "bankroll_journal_chain_sequence 40.0",
                "bankroll_journal_chain_head 1.103823438081E12",
                "bankroll_journal_entries_total 40.0",
                "bankroll_engine_requests_in_flight 3.0",
                "bankroll_engine_requests_refused_total{reason=\"busy\"} 2.0",
                "bankroll_engine_next_file_waits_total 4.0",
                "bankroll_engine_next_file_waited_seconds_total 1.5",
                "bankroll_engine_accepting 1.0",
                "bankroll_snapshot_sequence 39.0",
                "bankroll_snapshot_failures_total 2.0",
                "bankroll_snapshot_failing 0.0",
                "bankroll_snapshot_duration_seconds 1.5",
                "bankroll_clock_steps_total{direction=\"forward\"} 3.0",
                "bankroll_clock_steps_total{direction=\"back\"} 1.0",
                "bankroll_clock_refused_step_seconds 2.5",
                "bankroll_degraded{part=\"chain\"} 1.0",
                "bankroll_degraded{part=\"lookups\"} 0.0",
                "bankroll_journal_sync_policy{policy=\"always\"} 1.0",
                "bankroll_build_info{java=\"" + Runtime.version() + "\",version=\"1.2.3\"} 1.0",
                "bankroll_players 10.0",
                "bankroll_table_bytes 50.0",
                "bankroll_table_bytes_allowed 100.0",
                "bankroll_table_bytes_left_seconds 216000.0",
                "bankroll_table_records{table=\"players\"} 10.0",
                "bankroll_table_records_allowed{table=\"players\"} 1000.0",
                "bankroll_table_records_left_seconds{table=\"players\"} +Inf",
                "bankroll_engine_obstacle{reason=\"records\"} 1.0",
                "bankroll_engine_obstacle{reason=\"memory\"} 0.0");
    }

    @Test
    void shouldCountAnswersByRouteAndStatus() {
        platform.answered("POST /v1/transactions", "alpha", 200, 1_000_000);
        platform.answered("POST /v1/transactions", "alpha", 200, 3_000_000);
        platform.answered("POST /v1/transactions", "late", 503, 1_000_000);
        operator.answered(null, null, 404, 1_000);

        assertShown(
                "bankroll_platform_requests_total{platform=\"alpha\",status=\"2xx\"} 2.0",
                "bankroll_platform_requests_total{platform=\"alpha\",status=\"429\"} 0.0",
                "bankroll_platform_requests_total{platform=\"others\",status=\"503\"} 1.0",
                "bankroll_http_requests_total{listener=\"platform\",route=\"POST /v1/transactions\",status=\"200\"} 2.0",
                "bankroll_http_requests_total{listener=\"platform\",route=\"POST /v1/transactions\",status=\"503\"} 1.0",
                "bankroll_http_requests_total{listener=\"operator\",route=\"none\",status=\"404\"} 1.0",
                "bankroll_http_request_seconds_count{listener=\"platform\",route=\"POST /v1/transactions\"} 3",
                "bankroll_http_request_seconds_sum{listener=\"platform\",route=\"POST /v1/transactions\"} 0.005");
    }

    @Test
    void shouldTellQuantilesOfWhatTookLong() {
        for (int ms = 1; ms <= 100; ms++) {
            platform.answered("POST /v1/transactions", "alpha", 200, TimeUnit.MILLISECONDS.toNanos(ms));
        }

        String labels = "bankroll_http_request_seconds{listener=\"platform\",route=\"POST /v1/transactions\",quantile=";
        assertEquals(0.050, value(labels + "\"0.5\"}"), 0.001);
        assertEquals(0.099, value(labels + "\"0.99\"}"), 0.001);
        assertEquals(0.100, value(labels + "\"1.0\"}"), 0.001);
    }

    @Test
    void shouldStayWithinItsBoundOfSeriesWhateverIsAnswered() {
        List<String> platformRoutes = List.of("authenticate", "balance", "transactions", "transactions/{id}");
        for (int status : STATUSES) {
            platformRoutes.forEach(route -> platform.answered(route, "platform " + status % 8, status, 1));
            for (int i = 0; i < 17; i++) {
                operator.answered("operator route " + i, null, status, 1);
            }
        }
        for (int status : new int[] {400, 404, 405, 413, 503}) {
            platform.answered(null, null, status, 1);
            operator.answered(null, null, status, 1);
        }

        long series = lines().filter(line -> !line.startsWith("#")).count();

        assertTrue(series <= MAX_SERIES, series + " series:\n" + text());
        long ofOperators = lines().filter(line -> line.startsWith("bankroll_http_requests_total{listener=\"operator\""))
                .count();
        assertTrue(ofOperators <= RequestMetrics.MOST_PAIRS + STATUSES.length, ofOperators + " of operators");
        assertTrue(text().contains("{listener=\"operator\",route=\"others\",status=\"503\"}"), text());
    }

    @Test
    void shouldTellWhatIsOwedAndWhetherTheBooksBalance() {
        assertShown(
                "bankroll_trial_balance{currency=\"EUR\"} 0.0",
                "bankroll_trial_balance{currency=\"SEK\"} -1.0",
                "bankroll_player_liabilities{currency=\"EUR\"} 700.0",
                "bankroll_player_liabilities{currency=\"SEK\"} 1.0E19",
                "bankroll_trial_balance_unbalanced 1.0");
    }

    @Test
    void shouldTellWhatCameOfReadingTheConfigurationAgain() {
        reloads.taken();
        reloads.refused();
        assertShown(
                "bankroll_reloads_total{result=\"taken\"} 1.0",
                "bankroll_reloads_total{result=\"refused\"} 1.0",
                "bankroll_reload_refused 1.0");

        reloads.taken();
        assertShown("bankroll_reloads_total{result=\"taken\"} 2.0", "bankroll_reload_refused 0.0");
    }

    private static Answer.TrialBalance.Line line(String currency, String players, String sum) {
        return new Answer.TrialBalance.Line(currency, players, "0", "0", "0", sum);
    }

    @Test
    void shouldDescribeEverySeries() {
        assertTrue(text().endsWith("\n"));
        lines().filter(line -> line.startsWith("bankroll_")).forEach(line -> {
            String name = line.split("[{ ]")[0].replaceAll("_(count|sum)$", "");
            assertTrue(text().contains("# TYPE " + name + " "), name);
            assertTrue(text().contains("# HELP " + name + " "), name);
        });
    }

    @Test
    void shouldTellNoCountsBeforeTheyAreKnown() {
        String text = new String(new MetricsPage("1").counts(() -> null).scrape(), StandardCharsets.UTF_8);

        assertFalse(text.contains("bankroll_players"), text);
    }

    @Test
    void shouldAddItsPathsToRoutes() {
        Readiness readiness = new Readiness(() -> "", () -> null, () -> null);

        new OpsApi(readiness, OpsApi.NOTHING, page, () -> {}).addTo(new Routes());
    }

    private void assertShown(String... expected) {
        for (String line : expected) {
            assertTrue(lines().anyMatch(line::equals), () -> line + " is missing in\n" + text());
        }
    }

    private double value(String series) {
        return lines().filter(line -> line.startsWith(series + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(series.length() + 1)))
                .findFirst()
                .orElseThrow(() -> new AssertionError(series + " is missing in\n" + text()));
    }

    private Stream<String> lines() {
        return text().lines();
    }

    private String text() {
        return new String(page.scrape(), StandardCharsets.UTF_8);
    }
}
