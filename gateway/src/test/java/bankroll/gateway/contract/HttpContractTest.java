package bankroll.gateway.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.contract.kit.Answer;
import bankroll.gateway.contract.kit.Call;
import bankroll.gateway.contract.kit.Fresh;
import bankroll.gateway.contract.kit.Item;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.contract.kit.TestPlayer;
import bankroll.gateway.contract.kit.Wallet;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Decisions §2: routes, methods, media types, order of work. */
class HttpContractTest extends ContractTest {
    private static final String BALANCE = "/players/balance";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/nothing",
                "/players",
                "/players/",
                "/players/authenticate/",
                "/players/balance/",
                "/transactions/t-1/",
                "/transactions/t-1/more",
                "/transactionsx",
                "/Transactions",
                "//transactions"
            })
    void shouldNotFindUnknownPathSignedOrNot(String path) {
        wallet.endpoint().sendRaw(Call.get(path)).shouldBeProblem(404, "not_found");
        wallet.sendRaw(Call.get(path)).shouldBeProblem(404, "not_found");
        wallet.sendRaw(Call.post(path, "{}")).shouldBeProblem(404, "not_found");
    }

    @Test
    void shouldNotFindWhatIsNotBelowTheBasePath() {
        try (var raw = wallet.endpoint().raw()) {
            raw.send("POST /transactions HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n");
            raw.read(false).shouldBeProblem(404, "not_found");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "GET,    /players/authenticate, POST",
        "GET,    /players/balance,      POST",
        "GET,    /transactions,         POST",
        "HEAD,   /transactions,         POST",
        "PUT,    /transactions,         POST",
        "DELETE, /players/balance,      POST",
        "OPTIONS,/transactions,         POST",
        "POST,   /transactions/t-1,     GET",
        "PUT,    /transactions/t-1,     GET",
        "DELETE, /transactions/t-1,     HEAD",
        "PATCH,  /transactions/t-1,     GET",
    })
    void shouldRefuseAnotherMethodOfAKnownPathSignedOrNot(String method, String path, String allowed) {
        for (Call call : Set.of(Call.of(method, path), wallet.signed(Call.of(method, path)))) {
            Answer answer = wallet.endpoint().sendRaw(call).shouldBe(405);
            assertTrue(answer.header("allow").orElse("").contains(allowed), answer::toString);
            if (!method.equals("HEAD")) {
                answer.shouldBeProblem(405, "not_found");
            }
        }
    }

    @Test
    void shouldAnswerHeadOfALookupAsGetWithoutABody() {
        TestPlayer player = player("100");
        Item debit = player.debit("1");
        book(debit);
        Answer head =
                wallet.sendRaw(Call.of("HEAD", "/transactions/" + debit.id())).shouldBe(200);
        assertEquals("application/json", head.mediaType());
        assertArrayEquals(new byte[0], head.body());
        wallet.sendRaw(Call.of("HEAD", "/transactions/" + Fresh.id("never"))).shouldBe(404);
    }

    @Test
    void shouldIgnoreQueryParameters() {
        TestPlayer player = player("100");
        wallet.send(Call.post(
                        BALANCE + "?player_id=x&a=%zz".replace("%zz", "1"), "{\"player_id\":\"" + player.id() + "\"}"))
                .shouldBeOk();
        Item debit = player.debit("1");
        book(debit);
        wallet.send(Call.get("/transactions/" + debit.id() + "?transaction_id=other"))
                .shouldBeOk();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json",
                "application/json; charset=utf-8",
                "application/json;charset=UTF-8",
                "application/json; charset=\"utf-8\"",
                "APPLICATION/JSON",
                "application/vnd.wallet+json",
                "application/problem+json; charset=Utf-8"
            })
    void shouldTakeJsonMediaTypes(String contentType) {
        wallet.send(balanceOfNobody().replacing("content-type", contentType)).shouldBeProblem(404, "player_not_found");
    }

    @Test
    void shouldTakeBodyWithoutMediaType() {
        wallet.send(balanceOfNobody().without("content-type")).shouldBeProblem(404, "player_not_found");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/plain", "text/json", "application/xml", "application/x-www-form-urlencoded",
                        "multipart/form-data; boundary=x",
                "application/json; charset=iso-8859-1", "application/json; charset=utf-16", "application/jsonp", "json",
                        "application/json+xml"
            })
    void shouldRefuseOtherMediaTypes(String contentType) {
        wallet.send(balanceOfNobody().replacing("content-type", contentType)).shouldBeProblem(415, "malformed_request");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "deflate", "br", "identity", "anything"})
    void shouldRefuseAnyContentEncoding(String encoding) {
        wallet.send(balanceOfNobody().header("content-encoding", encoding)).shouldBeProblem(415, "malformed_request");
    }

    @Test
    void shouldAskForTheSignatureBeforeTheMediaType() {
        wallet.endpoint()
                .send(balanceOfNobody().replacing("content-type", "text/plain"))
                .shouldBeProblem(401, "invalid_signature");
        wallet.endpoint()
                .send(balanceOfNobody().header("content-encoding", "gzip"))
                .shouldBeProblem(401, "invalid_signature");
        Call large = Call.post(BALANCE, " ".repeat(1_000_000)).replacing("content-type", "text/plain");
        wallet.endpoint()
                .send(wallet.signed(large).replacing("webhook-id", Fresh.id("msg")))
                .shouldBeProblem(401, "invalid_signature");
    }

    @Test
    void shouldTakeBodyOfExactlyEightMebibytes() {
        byte[] body = padded(8 * 1024 * 1024);
        wallet.send(Call.post(BALANCE, "").body(body)).shouldBeProblem(404, "player_not_found");
    }

    @Test
    void shouldRefuseLargerBodyBeforeItsSignature() {
        try (var raw = wallet.endpoint().raw()) {
            raw.send(raw.head(Call.post(BALANCE, ""), 8 * 1024 * 1024 + 1));
            raw.read(false).shouldBeProblem(413, "malformed_request");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"9223372036854775807", "9223372036854775808", "99999999999999999999999999"})
    void shouldRefuseAnyAnnouncedLengthBeyondTheLimitAsTooLarge(String length) {
        try (var raw = wallet.endpoint().raw()) {
            raw.send("POST /v1/players/balance HTTP/1.1\r\nHost: x\r\nContent-Length: " + length + "\r\n\r\n");
            raw.read(false).shouldBeProblem(413, "malformed_request");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"8388609", "9223372036854775808"})
    void shouldAskForTheRouteBeforeTheLength(String length) {
        String rest = " HTTP/1.1\r\nHost: x\r\nContent-Length: " + length + "\r\n\r\n";
        try (var raw = wallet.endpoint().raw()) {
            raw.send("POST /nothing" + rest);
            raw.read(false).shouldBeProblem(404, "not_found");
        }
        try (var raw = wallet.endpoint().raw()) {
            raw.send("PUT /v1/transactions" + rest);
            Answer answer = raw.read(false).shouldBeProblem(405, "not_found");
            assertEquals(List.of("POST"), answer.headers().get("allow"));
        }
    }

    @Test
    void shouldRefuseLargerBodyInChunks() {
        try (var raw = wallet.endpoint().raw()) {
            raw.send("POST /v1/players/balance HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
            String chunk = "10000\r\n" + " ".repeat(0x10000) + "\r\n";
            for (int i = 0; i < 128; i++) {
                raw.send(chunk);
            }
            raw.send("1\r\n \r\n");
            raw.read(false).shouldBeProblem(413, "malformed_request");
        }
    }

    @Test
    void shouldTakeBodyInChunks() {
        byte[] body = "{\"player_id\":\"nobody\"}".getBytes(StandardCharsets.UTF_8);
        Call signed = wallet.signed(Call.of("POST", BALANCE).body(body)).header("Transfer-Encoding", "chunked");
        try (var raw = wallet.endpoint().raw()) {
            String head = new String(raw.head(signed, 0), StandardCharsets.UTF_8).replace("Content-Length: 0\r\n", "");
            raw.send(head + "5\r\n{\"pla\r\n" + Integer.toHexString(body.length - 5) + "\r\n");
            raw.send(new String(body, 5, body.length - 5, StandardCharsets.UTF_8) + "\r\n0\r\n\r\n");
            raw.read(false).shouldBeProblem(404, "player_not_found");
        }
    }

    @Test
    void shouldAnswerSeveralRequestsOfOneConnectionInOrder() {
        TestPlayer player = player("100");
        try (var raw = wallet.endpoint().raw()) {
            Call first = wallet.signed(Wallet.batch(java.util.List.of(player.debit("1"))));
            Call second = wallet.signed(Call.post(BALANCE, "{\"player_id\":\"" + player.id() + "\"}"));
            Call third = Call.get("/nothing");
            for (Call call : java.util.List.of(first, second, third)) {
                raw.send(raw.head(call, call.body().length));
                raw.send(call.body());
            }
            assertEquals("99", Wallet.results(raw.read(false)).get(0).balance());
            assertEquals("99", raw.read(false).shouldBeOk().member("balance"));
            raw.read(false).shouldBeProblem(404, "not_found");
        }
    }

    @Test
    @NeedsOwnService
    void shouldLimitTheRateAfterTheSignatureAndBeforeTheJson() {
        Wallet slow = service.wallet(ServiceSettings.SLOW);
        slow.send(Call.post(BALANCE, "{}")).shouldBeMalformed();
        slow.send(Call.post(BALANCE, "{}")).shouldBeMalformed();
        Answer limited = slow.send(Call.post("/transactions", "{not json"))
                .shouldBeProblem(429, "rate_limited")
                .shouldSayWhenToRetry();
        int seconds = Integer.parseInt(limited.header("retry-after").orElseThrow());
        assertTrue(seconds >= 1 && seconds <= 100, () -> "seconds to the next token: " + seconds);
        slow.send(Call.post(BALANCE, "{}").replacing("content-type", "text/plain"))
                .shouldBeProblem(429, "rate_limited");
        Item debit = player("10").debit("1");
        slow.transactions(debit).shouldBeProblem(429, "rate_limited");
        operator.lookUp(debit.id()).shouldBeProblem(404, "transaction_not_found");
        slow.endpoint().send(Call.post(BALANCE, "{}")).shouldBeProblem(401, "invalid_signature");
        slow.send(Call.get("/nothing")).shouldBeProblem(404, "not_found");
        wallet.send(balanceOfNobody()).shouldBeProblem(404, "player_not_found");
    }

    private static Call balanceOfNobody() {
        return Call.post(BALANCE, "{\"player_id\":\"nobody\"}");
    }

    private static byte[] padded(int length) {
        byte[] body = new byte[length];
        java.util.Arrays.fill(body, (byte) ' ');
        byte[] json = "{\"player_id\":\"nobody\"}".getBytes(StandardCharsets.UTF_8);
        System.arraycopy(json, 0, body, 0, json.length);
        return body;
    }
}
