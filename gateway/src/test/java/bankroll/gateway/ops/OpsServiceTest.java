package bankroll.gateway.ops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.contract.kit.Answer;
import bankroll.gateway.contract.kit.Call;
import bankroll.gateway.contract.kit.Item;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.Operator;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.contract.kit.ServiceUnderTest;
import bankroll.gateway.contract.kit.TestPlayer;
import bankroll.gateway.contract.kit.Wallet;
import bankroll.testkit.Eventually;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Figures, health and status of a service that really runs. */
@NeedsOwnService
class OpsServiceTest {
    private static final int MAX_SERIES = 400;

    private final ServiceUnderTest service = ServiceUnderTest.start(ServiceSettings.shared());
    private final Operator operator = service.operator();
    private final Wallet wallet = service.wallet();

    @AfterEach
    void close() {
        service.close();
    }

    @Test
    void shouldCountWhatItAnswers() {
        TestPlayer player = service.player("100");
        wallet.book(player.debit("1"));
        wallet.transactions(List.of()).shouldBeMalformed();
        operator.player("nobody").shouldBe(404);

        String text = metrics();

        assertTrue(text.contains("{listener=\"platform\",route=\"POST /v1/transactions\",status=\"200\"} 1.0\n"), text);
        assertTrue(text.contains("{listener=\"platform\",route=\"POST /v1/transactions\",status=\"400\"} 1.0\n"), text);
        assertTrue(
                text.contains(
                        "{listener=\"operator\",route=\"GET /operator/v1/players/{player_id}\",status=\"404\"} 1.0\n"),
                text);
        assertTrue(text.contains("bankroll_http_request_seconds_count{listener=\"operator\",route=\"all\"}"), text);
        assertTrue(text.contains("bankroll_engine_accepting 1.0\n"), text);
        assertShown(text, "bankroll_platform_requests_total{platform=\"alpha\",status=\"other\"} 1.0");
        assertShown(text, "bankroll_platform_requests_total{platform=\"alpha\",status=\"503\"} 0.0");
    }

    @Test
    void shouldCountWhatWasDecidedByPlatformTypeAndStatus() {
        TestPlayer player = service.player("100");
        Item debit = player.debit("1");
        wallet.book(debit);
        wallet.book(debit);
        wallet.book(player.credit("3"));
        wallet.transactions(List.of(player.debit("1000"))).shouldBeOk();
        wallet.transactions(List.of(debit.with("amount", "2"))).shouldBeOk();

        String text = metrics();

        assertShown(text, "bankroll_transactions_answered_total{platform=\"alpha\",status=\"ok\",type=\"debit\"} 2.0");
        assertShown(text, "bankroll_transactions_answered_total{platform=\"alpha\",status=\"ok\",type=\"credit\"} 1.0");
        assertShown(
                text,
                "bankroll_transactions_answered_total{platform=\"alpha\",status=\"insufficient_funds\",type=\"debit\"} 1.0");
        assertShown(text, "bankroll_transactions_booked_total{platform=\"alpha\",type=\"debit\"} 1.0");
        assertShown(text, "bankroll_anomalies_total{kind=\"duplicate_mismatch\",platform=\"alpha\"} 1.0");
    }

    /** A series that appears with its first count has no increase by which an alert could see it. */
    @Test
    void shouldTellEachKindOfAnomalyBeforeTheFirstOne() {
        String text = metrics();

        assertShown(text, "bankroll_anomalies_total{kind=\"duplicate_mismatch\",platform=\"alpha\"} 0.0");
        assertShown(text, "bankroll_anomalies_total{kind=\"credit_unknown_player\",platform=\"beta\"} 0.0");
        assertFalse(text.contains("kind=\"oldest_session_closed\""), "no transaction is one");
    }

    @Test
    void shouldCountByPlatformWhoSendsTooMuch() {
        Wallet slow = service.wallet(ServiceSettings.SLOW);
        for (int i = 0; i < 3; i++) {
            slow.transactions(List.of());
        }

        String text = metrics();

        assertShown(text, "bankroll_platform_requests_total{platform=\"slow\",status=\"other\"} 2.0");
        assertShown(text, "bankroll_platform_requests_total{platform=\"slow\",status=\"429\"} 1.0");
    }

    @Test
    void shouldTellForcesFilesAndThreads() {
        TestPlayer player = service.player("100");
        Item debit = player.debit("1");
        wallet.book(debit);
        wallet.lookUp(debit.id());

        String text = metrics();

        assertTrue(text.contains("bankroll_journal_force_seconds_bucket{le=\"0.001\"}"), text);
        assertTrue(text.contains("bankroll_journal_force_requests_count"), text);
        assertTrue(text.contains("bankroll_thread_cpu_seconds_total{thread=\"ledger\"}"), text);
        assertTrue(text.contains("bankroll_disk_free_bytes "), text);
        assertShown(text, "bankroll_disk_low_water_bytes 5.36870912E8");
        assertShown(text, "bankroll_engine_requests_allowed 4096.0");
        assertTrue(text.contains("bankroll_engine_requests_at_force_bucket{le=\"16.0\"}"), text);
        assertTrue(text.contains("bankroll_lookup_requests_waiting_bucket{le=\"0.0\"} 1"), text);
        assertTrue(text.contains("bankroll_journal_bytes "), text);
    }

    @Test
    void shouldAnswerInOpenMetricsToWhoAsks() {
        Answer answer = operator.endpoint()
                .send(Call.get("/metrics").header("Accept", "application/openmetrics-text; version=1.0.0"))
                .shouldBe(200);

        assertTrue(answer.text().endsWith("# EOF\n"), answer.text());
    }

    @Test
    void shouldTellHowMuchThereIsAtTheNextScrape() {
        service.player("100");

        Eventually.within(
                Duration.ofSeconds(30),
                "players counted",
                this::metrics,
                text -> text.contains("bankroll_players 1.0\n"));
    }

    @Test
    void shouldTellWhatIsOwedAtTheNextScrape() {
        service.player("100");

        Eventually.within(
                Duration.ofSeconds(30),
                "liabilities told",
                this::metrics,
                text -> text.contains("bankroll_player_liabilities{currency=\"EUR\"} 100.0\n")
                        && text.contains("bankroll_trial_balance{currency=\"EUR\"} 0.0\n")
                        && text.contains("bankroll_trial_balance_unbalanced 0.0\n"));
    }

    @Test
    void shouldNameNeitherPlayersNorSecretsAndStayWithinItsBoundWithAFewPlatforms() {
        TestPlayer player = service.player("100");
        for (String secret : List.of(ServiceSettings.ALPHA, ServiceSettings.ALPHA_NEXT, ServiceSettings.BETA)) {
            Wallet platform = service.wallet(secret);
            Item debit = player.debit("1");
            platform.book(debit);
            platform.transactions(List.of(
                            debit,
                            debit.with("amount", "2"),
                            player.debit("1000"),
                            player.debit("1").with("session_id", "none"),
                            player.credit("3"),
                            player.credit("1", player.debit("1")),
                            player.rollback(debit),
                            player.rollback(player.debit("5"))))
                    .shouldBeOk();
            platform.balance("nobody");
            platform.lookUp("none");
            platform.transactions(List.of());
        }
        service.wallet("whsec_bm90LW91cnMtbm90LW91cnMtbm90LW91cnM=").balance("nobody");
        for (String method : List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")) {
            for (String path : List.of("", "/block", "/limits", "/sessions", "/none")) {
                operator.send(Call.of(method, Operator.path(player.id(), path)));
                operator.endpoint().send(Call.of(method, "/operator/v1" + Operator.path(player.id(), path)));
            }
        }

        String text = metrics();

        assertFalse(text.contains(player.id()), text);
        assertFalse(text.contains(ServiceSettings.ALPHA.substring("whsec_".length())), text);
        long series = text.lines().filter(line -> !line.startsWith("#")).count();
        assertTrue(series <= MAX_SERIES, series + " series\n" + text);
    }

    @Test
    void shouldTellItsStatus() {
        service.player("100");

        JsonNode status = operator.get("/status").shouldBeOk().json();

        assertEquals("admin", status.path("role").asString());
        assertEquals("none", status.path("journal").path("sync").asString());
        assertTrue(status.path("journal").path("sequence").asLong() >= 4, status::toString);
        assertEquals(1, status.path("counts").path("players").asLong());
        assertEquals(1, status.path("counts").path("sessions").asLong());
        assertTrue(status.path("requests").path("accepting").asBoolean());
        assertTrue(status.path("uptime_seconds").isIntegralNumber());
        assertEquals(
                "read",
                service.operator(ServiceSettings.READ)
                        .get("/status")
                        .shouldBeOk()
                        .member("role"));
    }

    private static void assertShown(String text, String line) {
        assertTrue(text.lines().anyMatch(line::equals), () -> line + " is missing in\n" + text);
    }

    private String metrics() {
        Answer answer = operator.endpoint().send(Call.get("/metrics")).shouldBe(200);
        return answer.text();
    }
}
