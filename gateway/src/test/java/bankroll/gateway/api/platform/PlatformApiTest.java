package bankroll.gateway.api.platform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.engine.Request;
import bankroll.gateway.auth.SigningKeys;
import bankroll.gateway.config.Platform;
import bankroll.gateway.config.Platform.RateLimit;
import bankroll.gateway.config.Secret;
import bankroll.gateway.config.SignatureScheme;
import bankroll.gateway.contract.kit.Answer;
import bankroll.gateway.contract.kit.Call;
import bankroll.gateway.contract.kit.RawHttp;
import bankroll.gateway.contract.kit.Signer;
import bankroll.gateway.http.HttpContext;
import bankroll.gateway.http.HttpListener;
import bankroll.gateway.trace.Refusals;
import bankroll.gateway.trace.Refusals.SecurityLog;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.HashKey;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The order of decisions §2 and the life of a request, with an engine that only takes, refuses or throws. */
class PlatformApiTest {
    private static final String SECRET = "whsec_YWxwaGEtYWxwaGEtYWxwaGEtYWxwaGEtYWxwaGE=";
    private static final long NOW_MS = 1_700_000_000_000L;
    private static final int NEVER_MS = 3_600_000;
    private static final String BATCH =
            "{\"transactions\":[{\"transaction_id\":\"t\",\"type\":\"credit\",\"player_id\":\"p\","
                    + "\"amount\":\"1\",\"currency\":\"EUR\",\"game_id\":\"g\"}]}";

    private final BlockingQueue<Request> taken = new LinkedBlockingQueue<>();
    private HttpListener listener;
    private RawHttp raw;
    private int replyDeadlineMs = 200;
    private int requestDeadlineMs = 10_000;

    private void start(Predicate<Request> engine, RateLimit limit) throws IOException {
        start(engine, limit, 10_000);
    }

    private void start(Predicate<Request> engine, RateLimit limit, int maxBodyBytes) throws IOException {
        List<Platform> platforms = List.of(new Platform(
                "alpha", SignatureScheme.STANDARD, List.of(new Secret(SECRET)), Optional.ofNullable(limit)));
        PlatformApi api = new PlatformApi(
                "/v1",
                new SigningKeys(platforms, 300),
                new SignatureAdmission.RateLimits(platforms),
                engine::test,
                64,
                new HashKey(1, 2),
                new Refusals("platform", new SecurityLog(0, () -> NOW_MS)),
                () -> NOW_MS,
                new BookTransactions.DecidedCounts());
        HttpContext http = new HttpContext()
                .replyDeadlineMs(replyDeadlineMs)
                .requestDeadlineMs(requestDeadlineMs)
                .retryAfterSeconds(3)
                .maxBodyBytes(maxBodyBytes);
        listener = HttpListener.start(http, api::routes);
        raw = new RawHttp(URI.create("http://127.0.0.1:" + listener.address().getPort() + "/v1"));
    }

    @AfterEach
    void stop() {
        raw.close();
        listener.close();
    }

    private static Call signed(Call call) {
        Map<String, String> headers = Signer.of(SECRET).headers("msg", Long.toString(NOW_MS / 1000), call.body());
        return call.headers(headers);
    }

    private static Call batch(String json) {
        return signed(Call.post("/transactions", json));
    }

    @Test
    void shouldAskTheEngineForEveryOperation() throws Exception {
        start(taken::add, null);
        raw.send(batch(BATCH));
        raw.send(signed(Call.post("/players/balance", "{\"player_id\":\"p\"}")));
        raw.send(signed(Call.post("/players/authenticate", "{\"launch_code\":\"c\",\"game_id\":\"g\"}")));
        raw.send(signed(Call.get("/transactions/t%2F1")));
        for (CommandType type :
                List.of(CommandType.TRANSACTIONS, CommandType.BALANCE, CommandType.AUTHENTICATE, CommandType.LOOKUP)) {
            Request request = taken.take();
            assertEquals(type, request.type());
            assertEquals(1, request.items());
        }
    }

    @Test
    void shouldAnswerUnavailableWhenTheEngineTakesNothing() throws Exception {
        start(
                request -> {
                    taken.add(request);
                    return false;
                },
                null);
        for (int i = 0; i < 2; i++) {
            Answer answer = raw.send(batch(BATCH));
            answer.shouldBeProblem(503, "unavailable");
            assertEquals("3", answer.header("retry-after").orElseThrow());
        }
        assertSame(taken.take(), taken.take(), "a request that was not taken can be used again");
    }

    @Test
    void shouldAnswerUnavailableInTimeAndNotReuseARequestThatTheEngineStillHas() throws Exception {
        start(taken::add, null);
        raw.send(batch(BATCH)).shouldBeProblem(503, "unavailable");
        raw.send(batch(BATCH)).shouldBeProblem(503, "unavailable");
        assertNotSame(taken.take(), taken.take());
    }

    @Test
    void shouldAnswerAFaultWithinABatchAsUnavailableAndElsewhereAsInternal() throws Exception {
        start(
                request -> {
                    throw new IllegalStateException("secret words");
                },
                null);
        Answer answer = raw.send(batch(BATCH));
        answer.shouldBeProblem(503, "unavailable");
        assertTrue(!answer.text().contains("secret"));
        raw.send(signed(Call.post("/players/balance", "{\"player_id\":\"p\"}"))).shouldBeProblem(500, "internal");
    }

    @Test
    void shouldLookAtRouteThenSizeThenSignatureThenRateThenMediaTypeThenJson() throws Exception {
        start(taken::add, new RateLimit(0.001, 1));
        Call nonsense = Call.post("/nowhere", "x".repeat(20_000)).replacing("content-type", "text/plain");
        raw.send(nonsense).shouldBeProblem(404, "not_found");
        reconnect();
        raw.send(Call.post("/transactions", "x".repeat(20_000)).replacing("content-type", "text/plain"))
                .shouldBeProblem(413, "malformed_request");
        reconnect();
        raw.send(Call.post("/transactions", "x").replacing("content-type", "text/plain"))
                .shouldBeProblem(401, "invalid_signature");
        raw.send(batch("x").replacing("content-type", "text/plain")).shouldBeProblem(415, "malformed_request");
        Answer limited = raw.send(batch("x").replacing("content-type", "text/plain"));
        limited.shouldBeProblem(429, "rate_limited");
        assertTrue(Long.parseLong(limited.header("retry-after").orElseThrow()) > 900);
        assertTrue(taken.isEmpty());
    }

    private void reconnect() {
        raw.close();
        raw = new RawHttp(URI.create("http://127.0.0.1:" + listener.address().getPort() + "/v1"));
    }

    /** Reading so much takes as long as the machine lets it: no deadline may come before. */
    @Test
    void shouldRefuseABatchThatTheJournalCouldNotHoldBeforeTheEngineHearsOfIt() throws Exception {
        replyDeadlineMs = NEVER_MS;
        requestDeadlineMs = NEVER_MS;
        start(
                request -> {
                    taken.add(request);
                    return false;
                },
                null,
                64 << 20);
        String details = "{\"a\":\"" + "x".repeat(65_000) + "\"}";
        String item = "{\"transaction_id\":\"t%d\",\"type\":\"credit\",\"player_id\":\"p\","
                + "\"amount\":\"1\",\"currency\":\"EUR\",\"game_id\":\"g\",\"details\":" + details + "}";
        String items = IntStream.range(0, 275)
                .mapToObj(number -> item.replace("%d", Integer.toString(number)))
                .collect(Collectors.joining(","));

        raw.send(batch("{\"transactions\":[" + items + "]}")).shouldBeProblem(413, "malformed_request");
        assertTrue(taken.isEmpty());
        raw.send(batch(BATCH)).shouldBeProblem(503, "unavailable");
        assertFalse(taken.isEmpty());
    }

    @Test
    void shouldRefuseAHeaderThatStandsTwice() throws Exception {
        start(taken::add, null);
        for (String name : List.of("webhook-id", "webhook-timestamp", "webhook-signature")) {
            Call twice = batch(BATCH).header(name, "msg");
            raw.send(twice).shouldBeProblem(401, "invalid_signature");
        }
    }

    @Test
    void shouldSignAnEmptyBodyForALookupWhateverItsBody() throws Exception {
        start(taken::add, null);
        raw.send(signed(Call.get("/transactions/t")).body("{}".getBytes(StandardCharsets.UTF_8)))
                .shouldBeProblem(503, "unavailable");
        assertEquals(CommandType.LOOKUP, taken.take().type());
    }

    @Test
    void shouldJudgeTheIdOfALookupAfterTheSignature() throws Exception {
        start(taken::add, null);
        raw.send(Call.get("/transactions/%zz")).shouldBeProblem(401, "invalid_signature");
        raw.send(signed(Call.get("/transactions/%zz"))).shouldBeProblem(400, "malformed_request");
    }
}
