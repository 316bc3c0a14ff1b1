package bankroll.gateway.contract;

import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.contract.kit.Answer;
import bankroll.gateway.contract.kit.Call;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Decisions §2: problem documents on every answer that is not 2xx, those of the HTTP layer too. */
class IllegalHttpContractTest extends ContractTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense\r\n\r\n",
                "GET\r\n\r\n",
                "GET /v1/transactions/t-1 HTTP/9.9\r\nHost: x\r\n\r\n",
                "GET /v1/transactions/t-1 HTTQ/1.1\r\nHost: x\r\n\r\n",
                "POST /v1/transactions HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
                "POST /v1/transactions HTTP/1.1\r\nHost: x\r\nContent-Length: two\r\n\r\n",
                "POST /v1/transactions HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}x",
                "POST /v1/transactions HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
                "POST /v1/transactions HTTP/1.0\r\nContent-Length: 0\r\nContent-Length: 2\r\n\r\n{}",
                "POST /v1/transactions HTTP/1.0\r\ncontent-length: 2\r\nX: y\r\nCONTENT-LENGTH: 2\r\n\r\n{}",
                "POST /v1/transactions HTTP/1.0\r\nContent-Length: 2, 2\r\n\r\n{}",
                "POST /v1/transactions HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "POST /v1/transactions HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "POST /v1/transactions HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                "GET /v1/transactions/t-1 HTTP/1.1\r\nHost: x\r\nBad\u0000Name: y\r\n\r\n",
                "GET /v1/transactions/t-1 HTTP/1.1\r\nHost: x\r\nNo colon here\r\n\r\n",
            })
    void shouldAnswerIllegalHttpWithAProblemDocument(String request) {
        try (var raw = wallet.endpoint().raw()) {
            raw.send(request);
            shouldBeClientProblem(raw.read(false));
        }
    }

    @Test
    void shouldAnswerTooLongPathWithAProblemDocument() {
        try (var raw = wallet.endpoint().raw()) {
            raw.send("GET /v1/transactions/" + "x".repeat(100_000) + " HTTP/1.1\r\nHost: x\r\n\r\n");
            shouldBeClientProblem(raw.read(false));
        }
    }

    @Test
    void shouldAnswerTooLargeHeadersWithAProblemDocument() {
        try (var raw = wallet.endpoint().raw()) {
            raw.send("GET /v1/transactions/t-1 HTTP/1.1\r\nHost: x\r\nX-Large: " + "x".repeat(200_000) + "\r\n\r\n");
            shouldBeClientProblem(raw.read(false));
        }
    }

    @Test
    void shouldServeOthersAfterIllegalHttp() {
        try (var raw = wallet.endpoint().raw()) {
            raw.send("\u0000\u0001\u0002\r\n\r\n");
            shouldBeClientProblem(raw.read(false));
        }
        wallet.send(Call.get("/transactions/none")).shouldBe(404);
    }

    @Test
    void shouldServeHttp10() {
        try (var raw = wallet.endpoint().raw()) {
            raw.send("GET /v1/nothing HTTP/1.0\r\n\r\n");
            raw.read(false).shouldBeProblem(404, "not_found");
            assertTrue(raw.isClosedByService());
        }
    }

    private static void shouldBeClientProblem(Answer answer) {
        assertTrue(List.of(400, 413, 414, 431).contains(answer.status()), answer::toString);
        answer.shouldBeProblem(answer.status(), answer.member("code"));
    }
}
