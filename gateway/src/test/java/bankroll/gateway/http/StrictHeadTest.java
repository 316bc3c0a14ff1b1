package bankroll.gateway.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.contract.kit.Answer;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9112 where it leaves a server the choice: what a server in front may read otherwise is refused. */
class StrictHeadTest {
    private static final String HOST = "Host: x\r\n";
    private static final String NEXT = "GET /items/next HTTP/1.1\r\nHost: x\r\n\r\n";
    private static TestServer server;

    @BeforeAll
    static void start() {
        server = new TestServer(context -> {});
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** The request, and one behind it, which must never be answered. */
    private static void shouldRefuseAndClose(String request) {
        try (RawConnection raw = server.connect()) {
            raw.send(request + NEXT);
            Answer answer = raw.read();
            assertEquals(400, answer.status(), () -> text(answer));
            assertTrue(text(answer).contains("\"code\":\"malformed_request\""), () -> text(answer));
            assertTrue(raw.isClosedByService(), "the connection stayed open");
        }
    }

    private static void shouldTake(String request) {
        try (RawConnection raw = server.connect()) {
            raw.send(request + NEXT);
            Answer answer = raw.read();
            assertEquals(200, answer.status(), () -> text(answer));
            assertEquals("next", text(raw.read()));
        }
    }

    private static String text(Answer answer) {
        return new String(answer.body(), StandardCharsets.ISO_8859_1);
    }

    private static String headers(int count) {
        return IntStream.range(0, count).mapToObj(i -> "X-" + i + ": y\r\n").collect(Collectors.joining());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /items/1 HTTP/1.1\r\nHost: x\r\nX: a\r\n b\r\n\r\n",
                "GET /items/1 HTTP/1.1\r\nHost: x\r\nX: a\r\n\tb\r\n\r\n",
                "GET /items/1 HTTP/1.1\r\n Host: x\r\n\r\n",
                "GET /items/1 HTTP/1.1\r\n X: y\r\nHost: x\r\n\r\n",
                "GET /items/1 HTTP/1.1\r\nHost: x\r\nX: a\r\n \r\n\r\n",
                "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length:\r\n 3\r\n\r\nabc",
                "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n",
                "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nT: a\r\n b\r\n\r\n",
                "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nz\r\n0\r\n\tT: a\r\n\r\n"
            })
    void shouldRefuseAFoldedLine(String request) {
        shouldRefuseAndClose(request);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET\t/items/1 HTTP/1.1\r\n",
                "GET /items/1\tHTTP/1.1\r\n",
                "GET  /items/1 HTTP/1.1\r\n",
                "GET /items/1  HTTP/1.1\r\n",
                "GET /items/1 HTTP/1.1 \r\n",
                "GET /items/1 HTTP/1.1\t\r\n",
                " GET /items/1 HTTP/1.1\r\n",
                "\r\n GET /items/1 HTTP/1.1\r\n",
                "\tGET /items/1 HTTP/1.1\r\n",
                "\u0000GET /items/1 HTTP/1.1\r\n",
                "\nGET /items/1 HTTP/1.1\r\n",
                "\r\r\nGET /items/1 HTTP/1.1\r\n",
                "GET /items/1 /items/2 HTTP/1.1\r\n",
                "GET /items/\u007f1 HTTP/1.1\r\n",
                "GET /items/\u000b1 HTTP/1.1\r\n",
                "GET /items/\r1 HTTP/1.1\r\n",
                "GET /items/1 http/1.1\r\n",
                "GET /items/1 Http/1.1\r\n",
                "GET /items/1 HTTP/1.1x\r\n",
                "GET /items/1 HTTP/01.1\r\n",
                "GET /items/1 HTTP/1.10\r\n",
                "GET /items/1 HTTP/1.2\r\n",
                "GET /items/1 HTTP/2.0\r\n"
            })
    void shouldRefuseARequestLineThatIsNotThreeWordsWithSingleSpaces(String line) {
        shouldRefuseAndClose(line + HOST + "\r\n");
    }

    /** Netty's decoder takes eight bytes behind such a head for a body, as a draft of WebSocket had it; no proxy does. */
    @Test
    void shouldRefuseABodyThatNoLengthAnnounces() {
        String keys = "Sec-WebSocket-Key1: x\r\nSec-WebSocket-Key2: y\r\n";
        shouldRefuseAndClose("GET /items/1 HTTP/1.1\r\n" + HOST + keys + "\r\n");
        shouldRefuseAndClose("GET /items/1 HTTP/1.1\r\n" + HOST + keys + "Content-Length: 0\r\n\r\n");
        shouldTake("POST /echo HTTP/1.1\r\n" + HOST + keys + "Content-Length: 1\r\n\r\nx");
        shouldTake("GET /items/1 HTTP/1.1\r\n" + HOST + "Sec-WebSocket-Key1: x\r\n\r\n");
    }

    @Test
    void shouldIgnoreEmptyLinesBeforeARequest() {
        shouldTake("\r\n\r\nGET /items/1 HTTP/1.1\r\n" + HOST + "\r\n\r\n");
    }

    @Test
    void shouldTakeAHundredHeaderLinesAndNotOneMore() {
        shouldTake("GET /items/1 HTTP/1.1\r\n" + HOST + headers(99) + "\r\n");
        shouldRefuseAndClose("GET /items/1 HTTP/1.1\r\n" + HOST + headers(100) + "\r\n");
    }

    @Test
    void shouldCountTheLinesOfTrailersWithThoseOfTheHead() {
        String chunked = "POST /echo HTTP/1.1\r\n" + HOST + "Transfer-Encoding: chunked\r\n\r\n1\r\nz\r\n0\r\n";
        shouldTake(chunked + headers(98) + "\r\n");
        shouldRefuseAndClose(chunked + headers(99) + "\r\n");
    }

    @Test
    void shouldSeeTheSameWhenEveryByteComesAlone() {
        try (RawConnection raw = server.connect()) {
            byteByByte(raw, "\r\nGET /items/1 HTTP/1.1\r\n" + HOST + headers(3) + "\r\n");
            assertEquals(200, raw.read().status());
            byteByByte(raw, "POST /echo HTTP/1.1\r\n" + HOST + "Transfer-Encoding: chunked\r\n\r\n3\r\n\n \t\r\n0\r\n");
            byteByByte(raw, "T: a\r\n\r\n");
            assertEquals("\n \t", text(raw.read()));
            byteByByte(raw, "GET /items/1 HTTP/1.1\r\n" + HOST + "X: a\r\n");
            byteByByte(raw, " b\r\n\r\n");
            assertEquals(400, raw.read().status());
        }
    }

    /** Waits on the loop between two bytes, so that they are read one by one. */
    private static void byteByByte(RawConnection raw, String bytes) {
        for (char each : bytes.toCharArray()) {
            raw.send(String.valueOf(each));
            server.onLoop(() -> {});
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", " ", "a b", "a/b", "u@x", "a,b", "x:80:80", "x:port", "x:65536", "x:-1", "x:000080", ":80",
                "[::1", "::1", "[zz]", "[]", "[::1]x", "[fe80::1%25lo]", "x?y", "x#y", "x;y", "\"x\"", "<x>", "x\\y",
                "http://x", "%78", "z\u00f6e"
            })
    void shouldRefuseAHostThatIsNone(String host) {
        shouldRefuseAndClose("GET /items/1 HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x",
                "X.example",
                "x:8080",
                "127.0.0.1:1",
                "[::1]",
                "[::1]:8080",
                "wallet_1",
                "x:",
                "x.",
                "x:65535"
            })
    void shouldTakeAHost(String host) {
        shouldTake("GET /items/1 HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
    }

    @Test
    void shouldTakeAHostOf255CharactersAndNotOneMore() {
        shouldTakeAHost("x".repeat(255));
        shouldRefuseAHostThatIsNone("x".repeat(256));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://y/items/1",
                "http://x:81/items/1",
                "https://x:80/items/1",
                "http://u@x/items/1",
                "http:///items/1",
                "http://x,y/items/1",
                "http://y",
                "HTTP://y/items/1"
            })
    void shouldRefuseAnAbsoluteFormOfAnotherHost(String target) {
        shouldRefuseAndClose("GET " + target + " HTTP/1.1\r\n" + HOST + "\r\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://x/items/1",
                "HTTP://X/items/1",
                "http://x:80/items/1",
                "http://x:/items/1?q",
                "https://x/items/1"
            })
    void shouldTakeAnAbsoluteFormOfTheSameHost(String target) {
        shouldTake("GET " + target + " HTTP/1.1\r\n" + HOST + "\r\n");
    }

    @Test
    void shouldNotTakeAQueryForAPath() {
        try (RawConnection raw = server.connect()) {
            raw.send("GET http://x?y=/items/1 HTTP/1.1\r\n" + HOST + "\r\n");
            assertEquals(404, raw.read().status());
        }
    }
}
