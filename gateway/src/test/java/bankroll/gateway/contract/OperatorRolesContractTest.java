package bankroll.gateway.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.contract.kit.Answer;
import bankroll.gateway.contract.kit.Call;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.contract.kit.TestPlayer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Operator API: tokens, roles, routes, health. */
class OperatorRolesContractTest extends ContractTest {
    private static final String PLAYERS = "/operator/v1/players";

    @ParameterizedTest
    @ValueSource(strings = {"", "Bearer", "Bearer ", "Bearer unknown", "Basic YTpi", "unknown", "Bearer a b"})
    void shouldRefuseWhoeverHasNoKnownToken(String authorization) {
        Call call = Call.get(PLAYERS + "/p-1");
        Answer answer =
                operator.endpoint().send(authorization.isEmpty() ? call : call.header("authorization", authorization));
        answer.shouldBeProblem(401, "unauthorized");
        assertTrue(answer.header("www-authenticate").orElse("").startsWith("Bearer"));
    }

    @ParameterizedTest
    @CsvSource({
        "POST,/players",
        "PATCH,/players/p-1",
        "GET,/players/p-1",
        "POST,/transfers",
        "POST,/launch-codes",
        "PUT,/players/p-1/block",
        "DELETE,/players/p-1/block",
        "PUT,/players/p-1/limits",
        "GET,/players/p-1/sessions",
        "DELETE,/sessions/s-1",
        "DELETE,/players/p-1/sessions",
        "GET,/transactions/t-1",
        "GET,/trial-balance",
        "GET,/status",
        "POST,/clock/confirm",
        "POST,/reload",
        "POST,/diagnostics",
        "GET,/cluster",
        "POST,/cluster/mark",
        "POST,/cluster/hand-over",
        "GET,/cluster/journal",
        "GET,/cluster/chain",
        "GET,/cluster/seed"
    })
    void shouldAskEveryCallForItsToken(String method, String path) {
        Call call = Call.of(method, "/operator/v1" + path);
        Answer answer = operator.endpoint().send(method.startsWith("P") ? call.json("{}") : call);
        answer.shouldBeProblem(401, "unauthorized");
        assertTrue(answer.header("www-authenticate").orElse("").startsWith("Bearer"));
    }

    @ParameterizedTest
    @CsvSource({
        "POST,  /players,             403, 403, 400",
        "PATCH, /players/%p,          403, 403, 200",
        "GET,   /players/%p,          200, 200, 200",
        "POST,  /transfers,           403, 403, 400",
        "POST,  /launch-codes,        403, 403, 400",
        "PUT,   /players/%p/block,    403, 400, 400",
        "DELETE,/players/%p/block,    403, 200, 200",
        "PUT,   /players/%p/limits,   403, 403, 400",
        "GET,   /players/%p/sessions, 200, 200, 200",
        "DELETE,/sessions/unknown,    403, 404, 404",
        "DELETE,/players/%p/sessions, 403, 204, 204",
        "GET,   /transactions/none,   404, 404, 404",
        "GET,   /trial-balance,       200, 200, 200",
        "GET,   /status,              200, 200, 200",
        "POST,  /clock/confirm,       403, 403, 409",
        "GET,   /cluster,             409, 409, 409",
        "POST,  /cluster/mark,        403, 403, 409",
        "POST,  /cluster/hand-over,   403, 403, 409",
        "GET,   /cluster/journal,     403, 403, 409",
        "GET,   /cluster/chain,       403, 403, 409",
        "GET,   /cluster/seed,        403, 403, 409",
    })
    @NeedsOwnService
    void shouldLetEachRoleDoItsPart(String method, String path, int read, int support, int admin) {
        TestPlayer player = player("0");
        Call call = Call.of(method, path.replace("%p", player.id()));
        Call full = method.startsWith("P") ? call.json("{}") : call;
        shouldAnswer(read, service.operator(ServiceSettings.READ).send(full));
        shouldAnswer(support, service.operator(ServiceSettings.SUPPORT).send(full));
        shouldAnswer(admin, service.operator(ServiceSettings.ADMIN).send(full));
    }

    private static void shouldAnswer(int status, Answer answer) {
        if (status == 403) {
            answer.shouldBeProblem(403, "forbidden");
        }
        answer.shouldBe(status);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/nothing",
                "/players/",
                "/players/p-1/",
                "/players/p-1/nothing",
                "/transactions/",
                "/transactions",
                "/status/"
            })
    void shouldNotFindUnknownPaths(String path) {
        Answer answer = operator.send(Call.get(path)).shouldBe(404);
        answer.shouldBeProblem(404, "not_found");
    }

    @ParameterizedTest
    @CsvSource({
        "GET,/players,POST",
        "POST,/players/p-1,PATCH",
        "GET,/transfers,POST",
        "PUT,/launch-codes,POST",
        "POST,/players/p-1/block,PUT",
        "GET,/players/p-1/limits,PUT",
        "POST,/players/p-1/sessions,DELETE",
        "GET,/sessions/s,DELETE",
        "POST,/trial-balance,GET",
        "DELETE,/status,GET"
    })
    void shouldRefuseAnotherMethodOfAKnownPath(String method, String path, String allowed) {
        Answer answer = operator.send(Call.of(method, path)).shouldBeProblem(405, "not_found");
        assertTrue(answer.header("allow").orElse("").contains(allowed), answer::toString);
    }

    @Test
    void shouldNotServeThePlatformOnTheOperatorsListenerNorTheOtherWayRound() {
        operator.endpoint()
                .send(wallet.signed(Call.post("/v1/transactions", "{}")))
                .shouldBe(404);
        try (var raw = wallet.endpoint().raw()) {
            raw.send("GET /operator/v1/trial-balance HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer "
                    + ServiceSettings.ADMIN + "\r\n\r\n");
            raw.read(false).shouldBeProblem(404, "not_found");
            raw.send("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n");
            raw.read(false).shouldBeProblem(404, "not_found");
            raw.send("GET /health/ready HTTP/1.1\r\nHost: x\r\n\r\n");
            raw.read(false).shouldBeProblem(404, "not_found");
        }
    }

    @Test
    void shouldTellItsHealthAndMetricsWithoutAToken() {
        operator.endpoint().send(Call.get("/health/live")).shouldBe(200);
        operator.endpoint().send(Call.get("/health/ready")).shouldBe(200);
        Answer metrics = operator.endpoint().send(Call.get("/metrics")).shouldBe(200);
        assertEquals("text/plain", metrics.mediaType());
        assertTrue(metrics.text().contains("# TYPE "), metrics::text);
    }

    @Test
    void shouldTellItsStatus() {
        JsonNode status = operator.get("/status").shouldBeOk().json();
        assertTrue(status.size() > 3, status::toString);
        assertTrue(status.has("version"), status::toString);
        assertTrue(status.has("role"), status::toString);
    }
}
