package bankroll.gateway.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import bankroll.condition.ConditionException;
import bankroll.gateway.contract.kit.Answer;
import bankroll.gateway.http.ClientAddress.Proxies;
import bankroll.testkit.Eventually;
import io.netty.channel.epoll.Epoll;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a listener keeps of HTTP, however its event loops learn what there is to read. */
@ParameterizedClass
@EnumSource
class HttpListenerTest {
    private static final String HOST = "Host: x\r\n";
    private static final Duration SOON = Duration.ofSeconds(60);

    @Parameter
    private Polling polling;

    private TestServer server;

    @BeforeEach
    void open() {
        assumeTrue(polling != Polling.EPOLL || Epoll.isAvailable(), "skipped: needs Linux on x86-64 or aarch64");
        server = new TestServer(context -> context.polling(polling));
    }

    @AfterEach
    void close() {
        if (server != null) {
            server.close();
        }
    }

    private void restart(java.util.function.Consumer<HttpContext> options) {
        server.close();
        server = new TestServer(options.andThen(context -> context.polling(polling)));
    }

    private static String post(String path, String body) {
        return "POST " + path + " HTTP/1.1\r\n" + HOST + "Content-Length: " + body.length() + "\r\n\r\n" + body;
    }

    private static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\n" + HOST + "\r\n";
    }

    private static String text(Answer answer) {
        return new String(answer.body(), StandardCharsets.ISO_8859_1);
    }

    private static void assertProblem(Answer answer, int status, String code) {
        assertEquals(status, answer.status(), () -> text(answer));
        assertEquals(List.of("application/problem+json"), answer.headers().get("content-type"));
        assertTrue(text(answer).contains("\"code\":\"" + code + "\""), () -> text(answer));
        assertTrue(text(answer).contains("\"status\":" + status), () -> text(answer));
    }

    private static void assertRefusedAndClosed(RawConnection raw, int status, String code) {
        assertProblem(raw.read(), status, code);
        assertTrue(raw.isClosedByService());
    }

    @Test
    void shouldAnswerManyRequestsOnOneConnection() {
        try (RawConnection raw = server.connect()) {
            for (int i = 0; i < 3; i++) {
                raw.send(post("/echo", "body " + i));
                assertEquals("body " + i, text(raw.read()));
            }
        }
    }

    @Test
    void shouldAnswerPipelinedRequestsInTheOrderTheyCame() {
        try (RawConnection raw = server.connect()) {
            raw.send(get("/later") + get("/later") + post("/echo", "third") + get("/nowhere"));
            Exchange first = server.awaitWaiting();
            Exchange second = server.awaitWaiting();
            server.release(second, "second");
            server.release(first, "first");

            assertEquals("first", text(raw.read()));
            assertEquals("second", text(raw.read()));
            assertEquals("third", text(raw.read()));
            assertProblem(raw.read(), 404, "not_found");
        }
    }

    @Test
    void shouldLetAnEarlyErrorWaitBehindEarlierAnswers() {
        try (RawConnection raw = server.connect()) {
            raw.send(get("/later") + "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n");
            server.release(server.awaitWaiting(), "first");

            assertEquals("first", text(raw.read()));
            assertRefusedAndClosed(raw, 413, "malformed_request");
        }
    }

    @Test
    void shouldStopReadingAtTheBoundOfRequestsInFlightAndGoOnLater() {
        restart(context -> context.maxInFlightPerConnection(2));
        try (RawConnection raw = server.connect()) {
            raw.send(get("/later").repeat(5));
            Exchange first = server.awaitWaiting();
            server.awaitWaiting();
            server.onLoop(() -> {});
            assertEquals(0, server.waiting(), "a third request was taken");

            server.release(first, "1");
            assertEquals("1", text(raw.read()));
            assertNotNull(server.awaitWaiting());
        }
    }

    @Test
    void shouldTakeABodyWhenOnlyOneRequestMayBeInFlight() {
        restart(context -> context.maxInFlightPerConnection(1));
        try (RawConnection raw = server.connect()) {
            raw.send(post("/echo", "a").repeat(20));
            for (int i = 0; i < 20; i++) {
                assertEquals("a", text(raw.read()));
            }
        }
    }

    @Test
    void shouldJoinChunks() {
        try (RawConnection raw = server.connect()) {
            raw.send("POST /echo HTTP/1.1\r\n" + HOST + "Transfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\n");
            raw.send("2\r\nde\r\n0\r\nTrailer: t\r\n\r\n");
            assertEquals("abcde", text(raw.read()));
            raw.send(post("/echo", "next"));
            assertEquals("next", text(raw.read()));
        }
    }

    @Test
    void shouldTakeABodyOfTheLimitAndRefuseOneByteMore() {
        restart(context -> context.maxBodyBytes(100_000));
        try (RawConnection raw = server.connect()) {
            raw.send(post("/echo", "x".repeat(100_000)));
            assertEquals(100_000, raw.read().body().length);
            raw.send(post("/echo", "x".repeat(100_001)));
            assertRefusedAndClosed(raw, 413, "malformed_request");
        }
    }

    @Test
    void shouldRefuseTooManyChunks() {
        restart(context -> context.maxBodyBytes(10));
        try (RawConnection raw = server.connect()) {
            raw.send("POST /echo HTTP/1.1\r\n" + HOST
                    + "Transfer-Encoding: chunked\r\n\r\n8\r\nabcdefgh\r\n3\r\nijk\r\n");
            assertRefusedAndClosed(raw, 413, "malformed_request");
        }
    }

    @Test
    void shouldAnswerAnUnknownPathBeforeLookingAtTheSize() {
        try (RawConnection raw = server.connect()) {
            raw.send("POST /nowhere HTTP/1.1\r\n" + HOST + "Content-Length: 99999999\r\n\r\n");
            assertRefusedAndClosed(raw, 404, "not_found");
        }
    }

    @Test
    void shouldThrowAwayTheBodyOfARequestWithoutARouteAndKeepTheConnection() {
        try (RawConnection raw = server.connect()) {
            raw.send(post("/nowhere", "some body") + post("/echo", "next"));
            assertProblem(raw.read(), 404, "not_found");
            assertEquals("next", text(raw.read()));
        }
    }

    @Test
    void shouldNameTheMethodsOfAPath() {
        try (RawConnection raw = server.connect()) {
            raw.send("DELETE /items/5 HTTP/1.1\r\n" + HOST + "\r\n");
            Answer answer = raw.read();
            assertProblem(answer, 405, "not_found");
            assertEquals(List.of("GET, HEAD"), answer.headers().get("allow"));
            raw.send("BREW /echo HTTP/1.1\r\n" + HOST + "\r\n");
            assertEquals(List.of("POST"), raw.read().headers().get("allow"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/", "/echo/", "/items/", "/items/5/", "/items//parts", "/items/a/b", "*", "/Echo", "/items"})
    void shouldNotKnowOtherPaths(String path) {
        try (RawConnection raw = server.connect()) {
            raw.send("GET " + path + " HTTP/1.1\r\n" + HOST + "\r\n");
            assertProblem(raw.read(), 404, "not_found");
        }
    }

    @Test
    void shouldGiveTheParameterOfAPathAsItWasSentAndIgnoreTheQuery() {
        try (RawConnection raw = server.connect()) {
            raw.send(get("/items/a%2Fb?x=/y") + get("/items/5/parts") + get("http://x/items/7"));
            assertEquals("a%2Fb", text(raw.read()));
            assertEquals("parts of 5", text(raw.read()));
            assertEquals("7", text(raw.read()));
        }
    }

    @Test
    void shouldAnswerHeadAsGetWithoutABody() {
        try (RawConnection raw = server.connect()) {
            raw.send("HEAD /items/12345 HTTP/1.1\r\n" + HOST + "\r\n" + get("/items/6"));
            Answer head = raw.readHead();
            assertEquals(200, head.status());
            assertEquals(List.of("5"), head.headers().get("content-length"));
            assertEquals("6", text(raw.read()));
        }
    }

    @Test
    void shouldAskForTheBodyOnlyWhenItWillBeRead() {
        try (RawConnection raw = server.connect()) {
            raw.send("POST /echo HTTP/1.1\r\n" + HOST + "Content-Length: 3\r\nExpect: 100-continue\r\n\r\n");
            assertEquals("HTTP/1.1 100 Continue", rawLine(raw));
            raw.send("abc");
            assertEquals("abc", text(raw.read()));
            raw.send("POST /nowhere HTTP/1.1\r\n" + HOST + "Content-Length: 3\r\nExpect: 100-continue\r\n\r\n");
            assertRefusedAndClosed(raw, 404, "not_found");
        }
    }

    /** An interim answer: a status line and an empty one. */
    private static String rawLine(RawConnection raw) {
        return raw.line() + raw.line();
    }

    @Test
    void shouldAskForTheBodyAfterEarlierAnswers() {
        try (RawConnection raw = server.connect()) {
            raw.send(get("/later") + "POST /echo HTTP/1.1\r\n" + HOST
                    + "Content-Length: 3\r\nExpect: 100-continue\r\n\r\n");
            server.release(server.awaitWaiting(), "first");
            assertEquals("first", text(raw.read()));
            assertEquals("HTTP/1.1 100 Continue", rawLine(raw));
            raw.send("abc");
            assertEquals("abc", text(raw.read()));
        }
    }

    @Test
    void shouldRefuseALengthBeyond64BitsAsTooLarge() {
        try (RawConnection raw = server.connect()) {
            raw.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\nabc");
            assertRefusedAndClosed(raw, 413, "malformed_request");
        }
    }

    /** A chunk size may have any number of digits (RFC 9112, 7.1). Also a watch on the words of Netty's decoder. */
    @ParameterizedTest
    @ValueSource(strings = {"7fffffff", "80000000", "100000003", "fffffffffffffffff;x=y"})
    void shouldRefuseAChunkBeyondAnySizeAsTooLarge(String size) {
        restart(context -> context.maxBodyBytes(10));
        try (RawConnection raw = server.connect()) {
            raw.send("POST /echo HTTP/1.1\r\n" + HOST + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n" + size
                    + "\r\nabcdefgh");
            assertRefusedAndClosed(raw, 413, "malformed_request");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "garbage\r\n\r\n",
                "GET /items/1 HTTP/9.9\r\nHost: x\r\n\r\n",
                "GET /items/1\r\n\r\n",
                "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                "GET /items/1 HTTP/1.1\r\n\r\n",
                "GET /items/1 HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
                "GET /items/1 HTTP/1.1\r\nHost: x\r\nBad Header: y\r\n\r\n",
                "GET /items/1 HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n",
                "GET /items/1 HTTP/1.1\nHost: x\n\n",
                "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
                "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: -3\r\n\r\nabc",
                "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3, 3\r\n\r\nabc",
                "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
                "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: identity\r\n\r\n",
                "POST /echo HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
                "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabcd\r\n",
                "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\r\n\r\n"
            })
    void shouldAnswerWhatIsNotHttpWithAProblemAndClose(String bytes) {
        try (RawConnection raw = server.connect()) {
            raw.send(bytes);
            assertRefusedAndClosed(raw, 400, "malformed_request");
        }
        assertEquals(List.of("NOT_HTTP 127.0.0.1"), server.turnedAway());
    }

    @Test
    void shouldRefuseHeadersWithoutEnd() {
        try (RawConnection raw = server.connect()) {
            raw.send("GET /items/1 HTTP/1.1\r\nHost: x\r\nX: " + "y".repeat(20_000) + "\r\n\r\n");
            assertRefusedAndClosed(raw, 400, "malformed_request");
        }
        try (RawConnection raw = server.connect()) {
            raw.send("GET /" + "y".repeat(20_000) + " HTTP/1.1\r\n" + HOST + "\r\n");
            assertRefusedAndClosed(raw, 400, "malformed_request");
        }
    }

    @Test
    void shouldSpeakHttp10() {
        try (RawConnection raw = server.connect()) {
            raw.send("GET /items/1 HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
            Answer kept = raw.read();
            assertEquals("1", text(kept));
            assertEquals(List.of("keep-alive"), kept.headers().get("connection"));
            raw.send("GET /items/2 HTTP/1.0\r\n\r\n");
            Answer last = raw.read();
            assertEquals(List.of("close"), last.headers().get("connection"));
            assertTrue(raw.isClosedByService());
        }
    }

    @Test
    void shouldCloseWhenAskedAndAnswerNothingThatFollows() {
        try (RawConnection raw = server.connect()) {
            raw.send("GET /items/1 HTTP/1.1\r\n" + HOST + "Connection: close\r\n\r\n" + get("/items/2"));
            Answer answer = raw.read();
            assertEquals("1", text(answer));
            assertEquals(List.of("close"), answer.headers().get("connection"));
            assertTrue(raw.isClosedByService());
        }
    }

    @Test
    void shouldIgnoreAnUpgrade() {
        try (RawConnection raw = server.connect()) {
            raw.send("GET /items/1 HTTP/1.1\r\n" + HOST
                    + "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQ\r\n\r\n");
            assertEquals("1", text(raw.read()));
        }
    }

    @Test
    void shouldAnswerADefectWithoutItsWordsAndGoOn() {
        try (RawConnection raw = server.connect()) {
            raw.send(post("/defect", "x") + get("/items/1"));
            Answer answer = raw.read();
            assertProblem(answer, 500, "internal");
            assertFalse(text(answer).contains("secret"));
            assertEquals("1", text(raw.read()));
        }
    }

    @Test
    void shouldRefuseARequestThatTakesTooLongToArrive() {
        restart(context -> context.requestDeadlineMs(100));
        for (String part :
                List.of("G", "POST /echo HTTP/1.1\r\n", post("/echo", "abc").substring(0, 53))) {
            try (RawConnection raw = server.connect()) {
                raw.send(part);
                assertRefusedAndClosed(raw, 400, "malformed_request");
            }
        }
        assertEquals(Collections.nCopies(3, "TOO_SLOW 127.0.0.1"), server.turnedAway());
    }

    @Test
    void shouldRefuseASlowRequestThoughBytesKeepComing() {
        restart(context -> context.requestDeadlineMs(150));
        try (RawConnection raw = server.connect()) {
            raw.send("POST /echo HTTP/1.1\r\n" + HOST + "Content-Length: 1000000\r\n\r\n");
            CompletableFuture<Void> dripping = CompletableFuture.runAsync(() -> drip(raw));
            assertProblem(raw.read(), 400, "malformed_request");
            assertNull(dripping.join());
        }
    }

    @Test
    void shouldNotCountAPauseOfItsOwnAsTheClientsTime() {
        restart(context -> context.requestDeadlineMs(500));
        try (RawConnection raw = server.connect()) {
            String half = "x".repeat(10_000);
            server.whileStanding(() -> {
                long beganMs = HttpContext.nowMs();
                raw.send(half);
                Eventually.within(SOON, "the service stands", () -> HttpContext.nowMs() - beganMs >= 1_000);
            });
            raw.send("POST /standing HTTP/1.1\r\n" + HOST + "Content-Length: 20000\r\n\r\n" + half);
            assertEquals(20_000, raw.read().body().length);
        }
        assertEquals(List.of(), server.turnedAway());
    }

    /** Sends a byte every few milliseconds until the service closes. */
    private static void drip(RawConnection raw) {
        var timer = CompletableFuture.delayedExecutor(5, TimeUnit.MILLISECONDS);
        for (boolean open = true; open; ) {
            try {
                CompletableFuture.runAsync(() -> raw.send("x"), timer).join();
            } catch (java.util.concurrent.CompletionException closed) {
                open = false;
            }
        }
    }

    @Test
    void shouldAnswerUnavailableWhenNobodyAnswersInTime() {
        restart(context -> context.replyDeadlineMs(100).retryAfterSeconds(7));
        try (RawConnection raw = server.connect()) {
            raw.send(get("/later") + get("/items/1"));
            Exchange exchange = server.awaitWaiting();
            Answer answer = raw.read();
            assertProblem(answer, 503, "unavailable");
            assertEquals(List.of("7"), answer.headers().get("retry-after"));
            assertEquals("1", text(raw.read()));
            assertFalse(exchange.isOpen());
            server.release(exchange, "too late");
            raw.send(get("/items/2"));
            assertEquals("2", text(raw.read()));
        }
    }

    @Test
    void shouldCloseAnIdleConnection() {
        restart(context -> context.idleMs(100));
        try (RawConnection raw = server.connectAsking(get("/items/1"))) {
            assertEquals("1", text(raw.read()));
            assertTrue(raw.isClosedByService());
        }
    }

    @Test
    void shouldAnswerAClientThatHasClosedItsSide() {
        try (RawConnection raw = server.connect()) {
            raw.send(get("/later") + get("/items/2") + "GET /ite");
            raw.finishSending();
            server.release(server.awaitWaiting(), "first");
            assertEquals("first", text(raw.read()));
            assertEquals("2", text(raw.read()));
            assertTrue(raw.isClosedByService());
        }
    }

    @Test
    void shouldSendAClientThatHasClosedItsSideAllOfItsAnswer() {
        String body = "x".repeat(8_000_000);
        try (RawConnection raw = server.connect()) {
            raw.send(post("/echo", body));
            assertEquals('H', raw.next());
            assertTrue(server.listener().counters().answerBytes() > 0, "not all of it is in the socket");
            raw.finishSending();
            server.onLoop(() -> {});
            raw.skipHead();
            for (int i = 0; i < 80; i++) {
                server.onLoop(() -> {});
                raw.skip(100_000);
            }
            assertTrue(raw.isClosedByService());
        }
    }

    @Test
    void shouldTurnAwayConnectionsBeyondTheBoundWhileAllOthersAreBusy() {
        restart(context -> context.maxConnections(1));
        try (RawConnection first = server.connect()) {
            first.send(get("/later"));
            Exchange busy = server.awaitWaiting();
            try (RawConnection second = server.connect()) {
                assertRefusedAndClosed(second, 503, "unavailable");
            }
            server.release(busy, "1");
            assertEquals("1", text(first.read()));
            assertEquals(1, server.listener().counters().count(Turning.LISTENER_FULL));
            assertEquals(List.of("LISTENER_FULL 127.0.0.1"), server.turnedAway());
        }
    }

    @Test
    void shouldCloseTheOldestIdleConnectionForANewOne() {
        restart(context -> context.maxConnections(3));
        try (RawConnection known = server.connect();
                RawConnection silent = server.connect();
                RawConnection later = server.connect()) {
            known.send(member("a"));
            assertEquals("a", text(known.read()));
            later.send(get("/items/1"));
            assertEquals("1", text(later.read()));
            try (RawConnection newcomer = server.connect()) {
                newcomer.send(get("/items/2"));
                assertEquals("2", text(newcomer.read()));
                assertTrue(silent.isClosedByService());
                later.send(get("/items/3"));
                assertEquals("3", text(later.read()));
                known.send(member("b"));
                assertEquals("b", text(known.read()));
            }
            assertEquals(1, server.listener().counters().count(Turning.MADE_ROOM));
            assertEquals(List.of("MADE_ROOM 127.0.0.1"), server.turnedAway());
        }
    }

    @Test
    void shouldCloseAStrangersSlowRequestBeforeAnIdleConnectionThatWasLetIn() {
        restart(context -> context.maxConnections(2));
        try (RawConnection known = server.connect();
                RawConnection slow = server.connect()) {
            known.send(member("a"));
            assertEquals("a", text(known.read()));
            slow.send("GET /items/1 HTTP");
            try (RawConnection newcomer = server.connect()) {
                newcomer.send(get("/items/2"));
                assertEquals("2", text(newcomer.read()));
                assertTrue(slow.isClosedByService());
                known.send(member("b"));
                assertEquals("b", text(known.read()));
            }
        }
    }

    private static String member(String body) {
        return post("/members", body).replaceFirst("\r\n", "\r\nMember: yes\r\n");
    }

    @Test
    void shouldBoundTheConnectionsOfOneAddressAndLeaveRoomForOthers() {
        restart(context -> context.maxConnectionsPerAddress(2));
        try (RawConnection busy = server.connectFrom("127.0.0.2");
                RawConnection idle = server.connectFrom("127.0.0.2")) {
            busy.send(get("/later"));
            Exchange waiting = server.awaitWaiting();
            idle.send(get("/items/1"));
            assertEquals("1", text(idle.read()));
            try (RawConnection other = server.connectFrom("127.0.0.3");
                    RawConnection third = server.connectFrom("127.0.0.2")) {
                third.send(get("/later"));
                server.awaitWaiting();
                assertTrue(idle.isClosedByService(), "the address's oldest idle one makes room");
                try (RawConnection fourth = server.connectFrom("127.0.0.2")) {
                    assertRefusedAndClosed(fourth, 503, "unavailable");
                }
                other.send(get("/items/2"));
                assertEquals("2", text(other.read()));
            }
            server.release(waiting, "busy");
            assertEquals("busy", text(busy.read()));
            assertEquals(List.of("MADE_ROOM 127.0.0.2", "ADDRESS_FULL 127.0.0.2"), server.turnedAway());
        }
    }

    @Test
    void shouldCountTheClientsOfAProxyThatSpeaksTheProxyProtocol() {
        restart(context -> context.maxConnectionsPerAddress(1)
                .proxies(Proxies.parse("127.0.0.9").telling(Proxies.Telling.PROXY_PROTOCOL)));
        try (RawConnection first = server.connectFrom("127.0.0.9");
                RawConnection second = server.connectFrom("127.0.0.9")) {
            first.send("PROXY TCP4 192.0.2.1 10.0.0.1 5555 443\r\n" + get("/later"));
            assertEquals("192.0.2.1", server.awaitWaiting().clientAddress().toString());
            second.send("PROXY TCP4 192.0.2.2 10.0.0.1 5555 443\r\n" + get("/later"));
            assertEquals("192.0.2.2", server.awaitWaiting().clientAddress().toString());
            try (RawConnection third = server.connectFrom("127.0.0.9")) {
                third.send("PROXY TCP4 192.0.2.2 10.0.0.1 5556 443\r\n" + get("/items/1"));
                assertRefusedAndClosed(third, 503, "unavailable");
            }
            assertEquals(List.of("ADDRESS_FULL 192.0.2.2"), server.turnedAway());
        }
    }

    @Test
    void shouldNotTakeAProxyHeaderFromAnybodyElse() {
        restart(context -> context.proxies(Proxies.parse("127.0.0.9").telling(Proxies.Telling.PROXY_PROTOCOL)));
        try (RawConnection raw = server.connectFrom("127.0.0.8")) {
            raw.send("PROXY TCP4 192.0.2.1 10.0.0.1 5555 443\r\n" + get("/items/1"));
            assertRefusedAndClosed(raw, 400, "malformed_request");
        }
    }

    /** Whoever looks why a proxy, or a program beside it, gets no answer finds the reason. */
    @Test
    void shouldTellOfATrustedProxyThatDoesNotSayWhoseConnectionItIs() {
        restart(context -> context.proxies(Proxies.parse("127.0.0.9").telling(Proxies.Telling.PROXY_PROTOCOL)));
        String cut = "\r\n\r\n\0\r\nQUIT\n\u0021\u0011\0\u0010" + "a".repeat(12) + "\u0005\u00ff\u00ff\0";
        for (String beginning : List.of(get("/items/1"), cut)) {
            try (RawConnection raw = server.connectFrom("127.0.0.9")) {
                raw.send(beginning);
                assertTrue(raw.isClosedByService(), beginning);
            }
        }
        server.shouldHaveTurnedAway(2, Turning.NO_PROXY_HEADER, Duration.ofSeconds(30));
        assertEquals(
                List.of("NO_PROXY_HEADER 127.0.0.9"),
                server.turnedAway().stream().distinct().toList());
    }

    @Test
    void shouldGiveANewConnectionLessTimeThanAnIdleOne() {
        restart(context -> context.firstRequestMs(100));
        try (RawConnection asked = server.connectAsking(get("/items/1"));
                RawConnection silent = server.connect()) {
            assertEquals("1", text(asked.read()));
            assertTrue(silent.isClosedByService());
            asked.send(get("/items/2"));
            assertEquals("2", text(asked.read()));
        }
    }

    @Test
    void shouldGiveAHeadLessTimeThanABody() {
        restart(context -> context.headDeadlineMs(100));
        try (RawConnection head = server.connect();
                RawConnection body = server.connect()) {
            body.send("POST /echo HTTP/1.1\r\n" + HOST + "Content-Length: 3\r\n\r\n");
            head.send("POST /echo HTTP/1.1\r\n");
            assertRefusedAndClosed(head, 400, "malformed_request");
            body.send("abc");
            assertEquals("abc", text(body.read()));
        }
    }

    @Test
    void shouldRefuseByTheHeadAloneAndWaitForNoBody() {
        try (RawConnection raw = server.connect()) {
            raw.send("POST /members HTTP/1.1\r\n" + HOST + "Content-Length: 3\r\n\r\n");
            assertRefusedAndClosed(raw, 401, "unauthorized");
        }
        try (RawConnection raw = server.connect()) {
            raw.send("POST /members HTTP/1.1\r\n" + HOST + "Content-Length: 3\r\nExpect: 100-continue\r\n\r\n");
            assertRefusedAndClosed(raw, 401, "unauthorized");
        }
        try (RawConnection raw = server.connect()) {
            raw.send(
                    "POST /members HTTP/1.1\r\n" + HOST + "Transfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n");
            assertRefusedAndClosed(raw, 401, "unauthorized");
        }
        try (RawConnection raw = server.connect()) {
            raw.send("POST /members HTTP/1.1\r\nMember: yes\r\n" + HOST + "Content-Length: 3\r\n\r\n");
            server.onLoop(() -> {});
            raw.send("abc");
            assertEquals("abc", text(raw.read()));
        }
    }

    @Test
    void shouldAnswerAFaultInTheRoutesAsADefectAndGoOn() {
        server.onLoop(() -> server.listener().reroute(loop -> null));
        try (RawConnection raw = server.connect()) {
            raw.send(get("/items/1") + get("/items/2"));
            assertProblem(raw.read(), 500, "internal");
            assertProblem(raw.read(), 500, "internal");
        }
    }

    @Test
    void shouldShedTheWorstReaderFirst() {
        restart(context -> context.answerBytes(1 << 20).maxInFlightPerConnection(1000));
        String requests = post("/echo", "x".repeat(100_000)).repeat(120);
        try (RawConnection worst = server.connect();
                RawConnection reader = server.connect()) {
            reader.send(post("/echo", "first"));
            assertEquals("first", text(reader.read()));
            List<RawConnection> others = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                others.add(server.connect());
            }
            sendAll(worst, requests);
            others.forEach(other -> sendAll(other, requests));
            Eventually.within(
                    SOON, "one is shed", () -> server.listener().counters().count(Turning.READER_SHED) > 0);
            reader.send(post("/echo", "second"));
            assertEquals("second", text(reader.read()));
            assertTrue(answerBytesBetweenTurns() <= 1 << 20);
            assertEquals(Set.of("READER_SHED 127.0.0.1"), Set.copyOf(server.turnedAway()));
            others.forEach(RawConnection::close);
        }
        Eventually.within(
                SOON, "nothing is held", () -> server.listener().counters().answerBytes() == 0);
    }

    /** While a turn is under way the bound may be passed for a moment: then somebody is being shed. */
    private long answerBytesBetweenTurns() {
        long[] held = new long[1];
        server.onLoop(() -> held[0] = server.listener().counters().answerBytes());
        return held[0];
    }

    /** Sends as much as is taken, in a thread of its own. */
    private static void sendAll(RawConnection raw, String requests) {
        Thread sender = new Thread(() -> {
            try {
                raw.send(requests);
            } catch (UncheckedIOException shed) {
                // this is what the test is about
            }
        });
        sender.setDaemon(true);
        sender.start();
    }

    @Test
    void shouldRefuseTheWorstSenderWithAnAnswerThatWasMadeBefore() {
        restart(context -> context.maxBodyBytes(1 << 20).requestBytes(1 << 20));
        try (RawConnection first = server.connect();
                RawConnection second = server.connect()) {
            String half = "POST /echo HTTP/1.1\r\n" + HOST + "Content-Length: 1000000\r\n\r\n" + "x".repeat(600_000);
            first.send(half);
            Eventually.within(
                    SOON,
                    "half a body has come",
                    () -> server.listener().counters().requestBytes() > 500_000);
            second.send(half);
            assertRefusedAndClosed(first, 503, "unavailable");
            second.send("x".repeat(400_000));
            assertEquals(1_000_000, second.read().body().length);
        }
        assertEquals(1, server.listener().counters().count(Turning.SENDER_SHED));
        assertEquals(List.of("SENDER_SHED 127.0.0.1"), server.turnedAway());
    }

    @Test
    void shouldShedNoOtherReaderOnceTheWorstHasMadeRoom() {
        restart(context -> context.answerBytes(1 << 20).maxInFlightPerConnection(1000));
        try (RawConnection small = server.connect();
                RawConnection huge = server.connect()) {
            small.send(get("/later") + get("/items/small"));
            Exchange first = server.awaitWaiting();
            Eventually.within(
                    SOON,
                    "an answer waits behind another",
                    () -> server.listener().counters().answerBytes() > 0);
            sendAll(huge, get("/later") + post("/echo", "x".repeat(100_000)).repeat(20));
            huge.awaitEnd();
            server.release(first, "first");
            assertEquals("first", text(small.read()));
            assertEquals("small", text(small.read()));
        }
        assertEquals(List.of("READER_SHED 127.0.0.1"), server.turnedAway());
    }

    @Test
    void shouldShedNoOtherSenderOnceTheWorstHasMadeRoom() {
        restart(context -> context.maxBodyBytes(1 << 20).requestBytes(1 << 20));
        try (RawConnection worst = server.connect();
                RawConnection innocent = server.connect();
                RawConnection other = server.connect()) {
            worst.send(post("/beside", "x".repeat(800_000)).replaceFirst("\r\n", "\r\nConnection: close\r\n"));
            Eventually.within(SOON, "it is looked at", () -> server.besides() == 1);
            String half = "x".repeat(300_000);
            innocent.send("POST /echo HTTP/1.1\r\n" + HOST + "Content-Length: 600000\r\n\r\n" + half);
            worst.awaitEnd();
            innocent.send(half);
            other.send(post("/seen", "x"));
            assertEquals("x", text(other.read()));
            assertEquals(600_000, innocent.read().body().length);
        }
        assertEquals(List.of("SENDER_SHED 127.0.0.1"), server.turnedAway());
    }

    @Test
    void shouldLetTheLoopThatHoldsTooMuchShedWhenAnotherNeedsRoom() {
        restart(context -> context.eventLoops(2).maxBodyBytes(1 << 20).requestBytes(1 << 20));
        try (RawConnection worst = server.connect();
                RawConnection other = server.connect()) {
            String head = "POST /echo HTTP/1.1\r\n" + HOST + "Content-Length: ";
            worst.send(head + "1000000\r\n\r\n" + "x".repeat(800_000));
            Eventually.within(
                    SOON,
                    "most of a body has come",
                    () -> server.listener().counters().requestBytes() >= 800_000);
            // whole parts of 64 KiB count, and what was received and waits for its turn: not all of the bound is asked
            // for
            other.send(head + "700000\r\n\r\n" + "x".repeat(300_000));
            assertRefusedAndClosed(worst, 503, "unavailable");
            other.send("x".repeat(400_000));
            assertEquals(700_000, other.read().body().length);
        }
        assertEquals(List.of("SENDER_SHED 127.0.0.1"), server.turnedAway());
    }

    @Test
    void shouldHoldNoMoreOfABodyThanHasCome() {
        try (RawConnection raw = server.connect()) {
            raw.send("POST /echo HTTP/1.1\r\n" + HOST + "Content-Length: 8000000\r\n\r\n" + "x".repeat(100_000));
            Eventually.within(
                    SOON,
                    "the bytes have come",
                    () -> server.listener().counters().requestBytes() >= 100_000);
            server.onLoop(() -> {});
            assertTrue(server.listener().counters().requestBytes() < 200_000, "bytes held");
        }
        Eventually.within(
                SOON, "nothing is held", () -> server.listener().counters().requestBytes() == 0);
    }

    @Test
    void shouldAnswerAStrangersManyRequestsInTurnsAndLoseNone() {
        try (RawConnection first = server.connect();
                RawConnection second = server.connect()) {
            StringBuilder requests = new StringBuilder();
            for (int i = 0; i < 300; i++) {
                requests.append(i % 3 == 0 ? post("/echo", "b" + i) : get("/items/b" + i));
            }
            first.send(requests.toString());
            second.send(requests.toString());
            for (int i = 0; i < 300; i++) {
                assertEquals("b" + i, text(first.read()));
                assertEquals("b" + i, text(second.read()));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 40_000, 2_000_000})
    void shouldAnswerOthersWhileARequestIsPreparedInStepsAndKeepItsBody(int length) {
        String body = "0123456789".repeat(length / 10);
        try (RawConnection patient = server.connect();
                RawConnection other = server.connect()) {
            patient.send(post("/steps", body) + get("/items/behind"));
            Eventually.within(SOON, "it was put off", () -> server.steps() > 2);
            String others = "x".repeat(length);
            other.send(post("/seen", others));
            assertTrue(others.equals(text(other.read())), "the other one's body");
            assertTrue(body.equals(text(patient.read())), "its own body");
            assertEquals("behind", text(patient.read()));
        }
        Eventually.within(
                SOON, "nothing is held", () -> server.listener().counters().requestBytes() == 0);
    }

    /** Once some megabytes have come, such a body stays on the loop, and is put together where the next one will be. */
    @Test
    void shouldKeepTheBodyOfARequestThatWasPutOffWhileAnotherIsPutTogether() {
        String body = "0123456789".repeat(20_000);
        String others = "x".repeat(body.length());
        try (RawConnection patient = server.connect();
                RawConnection other = server.connect()) {
            for (int megabytes = 0; megabytes < 6; megabytes += 2) {
                other.send(post("/echo", "x".repeat(2_000_000)));
                assertEquals(2_000_000, other.read().body().length);
            }
            patient.send(post("/steps", body));
            Eventually.within(SOON, "it was put off", () -> server.steps() > 2);

            other.send(post("/seen", others));

            assertTrue(others.equals(text(other.read())), "the other one's body");
            assertTrue(body.equals(text(patient.read())), "its own body");
        }
    }

    @Test
    void shouldAnswerOthersWhileALargeBodyIsLookedAtBesideTheLoop() {
        String large = "x".repeat(300_000);
        try (RawConnection patient = server.connect();
                RawConnection other = server.connect()) {
            patient.send(post("/beside", large) + get("/items/behind"));
            Eventually.within(SOON, "it is looked at", () -> server.besides() == 1);
            other.send(get("/items/1") + post("/seen", "x"));
            assertEquals("1", text(other.read()));
            assertEquals("x", text(other.read()));
            assertTrue(large.equals(text(patient.read())), "its own body");
            assertEquals("behind", text(patient.read()));
            patient.send(post("/beside", large + "y") + get("/items/2"));
            assertProblem(patient.read(), 500, "internal");
            assertEquals("2", text(patient.read()));
        }
        Eventually.within(
                SOON, "nothing is held", () -> server.listener().counters().requestBytes() == 0);
    }

    @Test
    void shouldNotLookAtLargeBodiesThatHaveWaitedForTooLong() {
        // long enough for the first one's thread to be started in
        restart(context -> context.replyDeadlineMs(3_000));
        String large = "x".repeat(300_000);
        try (RawConnection first = server.connect();
                RawConnection second = server.connect();
                RawConnection third = server.connect()) {
            first.send(post("/beside", large));
            Eventually.within(SOON, "it is looked at", () -> server.besides() == 1);
            second.send(post("/beside", large) + get("/items/2"));
            third.send(post("/steps", large) + get("/items/3"));
            for (RawConnection late : List.of(first, second, third)) {
                assertProblem(late.read(), 503, "unavailable");
            }
            first.send(post("/seen", "x"));
            try (RawConnection other = server.connect()) {
                other.send(post("/seen", "x"));
                assertEquals("x", text(other.read()));
            }
            assertEquals("x", text(first.read()));
            assertEquals("2", text(second.read()));
            assertEquals("3", text(third.read()));
        }
        assertEquals(1, server.besides());
        assertEquals(0, server.steps(), "nor verified");
    }

    @Test
    void shouldLetGoOfALargeBodyThatHasWaitedForTooLongAndGoOnWithItsConnection() {
        restart(context -> context.replyDeadlineMs(3_000));
        String large = "x".repeat(300_000);
        try (RawConnection first = server.connect();
                RawConnection second = server.connect()) {
            second.send(member("known"));
            assertEquals("known", text(second.read()));
            first.send(post("/beside", large));
            Eventually.within(SOON, "it is looked at", () -> server.besides() == 1);
            second.send(post("/beside", large + large) + get("/items/2"));
            assertProblem(first.read(), 503, "unavailable");
            assertProblem(second.read(), 503, "unavailable");
            assertEquals("2", text(second.read()));
            HttpCounters counters = server.listener().counters();
            Eventually.within(SOON, "what is looked at", counters::requestBytes, held -> held == large.length());
            second.send(post("/seen", "x"));
            assertEquals("x", text(second.read()));
            Eventually.within(SOON, "nothing is held", () -> counters.requestBytes() == 0);
        }
        assertEquals(1, server.besides());
    }

    @Test
    void shouldCloseAConnectionThatIsShedWhenTheAnswerToItsLargeBodyHasGone() {
        restart(context -> context.maxBodyBytes(1 << 20).requestBytes(1 << 20).replyDeadlineMs(3_000));
        try (RawConnection late = server.connect();
                RawConnection other = server.connect();
                RawConnection third = server.connect()) {
            late.send(post("/beside", "x".repeat(800_000)));
            Eventually.within(SOON, "it is looked at", () -> server.besides() == 1);
            assertProblem(late.read(), 503, "unavailable");
            other.send("POST /echo HTTP/1.1\r\n" + HOST + "Content-Length: 600000\r\n\r\n" + "x".repeat(300_000));
            late.awaitEnd();
            third.send(post("/seen", "x"));
            assertEquals("x", text(third.read()));
            other.send("x".repeat(300_000));
            assertEquals(600_000, other.read().body().length);
        }
        assertEquals(List.of("SENDER_SHED 127.0.0.1"), server.turnedAway());
    }

    @Test
    void shouldNotTakeAClientThatBreaksOffWithinAHeadForAnAttacker() {
        try (RawConnection leaving = server.connect()) {
            leaving.send("GET /items/1 HTTP/1.1\r\n" + HOST);
            Eventually.within(
                    SOON, "it arrives", () -> server.listener().counters().requestBytes() > 0);
            leaving.reset();
        }
        Eventually.within(SOON, "it is gone", () -> server.listener().counters().openConnections() == 0);
        server.onLoop(() -> {});
        assertEquals(List.of(), server.turnedAway());
    }

    /**
     * Nothing is read then. Linux tells epoll of a reset all the same. The JDK's selector tells of it only who waits for bytes, who
     * would have to read them as well: what more a client sends has to wait in its socket. So there the deadline frees the request.
     */
    @Test
    void shouldForgetARequestThatWasPutOffWhenItsClientLeaves() {
        restart(context -> context.replyDeadlineMs(polling == Polling.EPOLL ? 600_000 : 5_000));
        try (RawConnection leaving = server.connect()) {
            leaving.send(post("/steps", "x".repeat(2_000_000)));
            Eventually.within(SOON, "it was put off", () -> server.steps() > 0);
            leaving.reset();
        }
        Eventually.within(
                SOON,
                "nothing is held",
                () -> server.listener().counters().requestBytes() == 0
                        && server.listener().counters().openConnections() == 0);
    }

    @Test
    void shouldAnswerARequestThatWasPutOffForTooLongAsUnavailable() {
        restart(context -> context.replyDeadlineMs(200));
        try (RawConnection patient = server.connect()) {
            patient.send(post("/steps", "x"));
            assertProblem(patient.read(), 503, "unavailable");
            patient.send(get("/items/1"));
            assertEquals("1", text(patient.read()));
        }
    }

    @Test
    void shouldShedARequestThatWasPutOffWhenThereIsNoRoom() {
        restart(context -> context.maxBodyBytes(3 << 20).requestBytes(3 << 20).replyDeadlineMs(30_000));
        try (RawConnection patient = server.connect();
                RawConnection second = server.connect()) {
            patient.send(post("/steps", "x".repeat(2_000_000)));
            Eventually.within(SOON, "it was put off", () -> server.steps() > 2);
            second.send("POST /echo HTTP/1.1\r\n" + HOST + "Content-Length: 2000000\r\n\r\n" + "x".repeat(1_900_000));
            assertRefusedAndClosed(patient, 503, "unavailable");
            second.send("x".repeat(100_000));
            assertEquals(2_000_000, second.read().body().length);
        }
    }

    @Test
    void shouldCloseAnIdleConnectionForEachOfManyThatComeAtOnce() {
        restart(context -> context.maxConnections(4));
        List<RawConnection> connections = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            connections.add(server.connect());
        }
        var counters = server.listener().counters();
        Eventually.within(SOON, "all are in", () -> counters.openConnections() == 4);
        server.onLoop(() -> {
            for (int i = 0; i < 12; i++) {
                connections.add(server.connect());
            }
        });
        Eventually.within(SOON, "all have come", () -> counters.acceptedConnections() == 16);
        server.onLoop(() -> {});
        assertEquals(4, counters.openConnections());
        assertEquals(12, counters.count(Turning.MADE_ROOM));
        connections.forEach(RawConnection::close);
    }

    @Test
    void shouldTellThatALoopDoesNotTurn() {
        CountDownLatch stands = new CountDownLatch(1);
        CompletableFuture<Void> blocked = CompletableFuture.runAsync(() -> server.onLoop(() -> await(stands)));
        Eventually.within(
                SOON, "it is noticed", () -> server.listener().counters().silentMs() > 200);
        stands.countDown();
        blocked.join();
        Eventually.within(
                SOON, "it turns again", () -> server.listener().counters().silentMs() == 0);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void shouldStopReadingFromAClientThatDoesNotRead() {
        restart(context -> context.idleMs(500).maxInFlightPerConnection(1000));
        String request = post("/echo", "x".repeat(200_000));
        try (RawConnection raw = server.connect()) {
            // One at a time: to make all of them before the first would take longer than a connection may be idle.
            CompletableFuture<Void> sending =
                    CompletableFuture.runAsync(() -> IntStream.range(0, 400).forEach(each -> raw.send(request)));
            // They can't all be sent: the service stops reading, and then gives the connection up.
            assertTrue(sending.handle((sent, failure) -> failure != null).join());
        }
        Eventually.within(SOON, "closed", () -> server.listener().counters().openConnections() == 0);
    }

    @Test
    void shouldFinishWhatIsUnderWayWhenDraining() throws Exception {
        try (RawConnection busy = server.connect();
                RawConnection idle = server.connect()) {
            idle.send(get("/items/1"));
            assertEquals("1", text(idle.read()));
            busy.send(get("/later") + get("/later"));
            Exchange first = server.awaitWaiting();
            Exchange second = server.awaitWaiting();
            CompletableFuture<Boolean> drained = CompletableFuture.supplyAsync(this::drain);
            assertTrue(idle.isClosedByService());

            busy.send(get("/items/3"));
            server.release(first, "first");
            Answer answer = busy.read();
            assertEquals("first", text(answer));
            assertNull(answer.headers().get("connection"));
            server.release(second, "second");
            assertEquals("second", text(busy.read()));
            busy.close();
            assertTrue(drained.get(SOON.toSeconds(), TimeUnit.SECONDS));
        }
    }

    /** The client of a request and an answer at a time loses nothing so: RFC 9112, 9.6. */
    @Test
    void shouldSendAwayWithItsNextAnswerWhoeverIsThereWhenItIsGoingToEnd() {
        try (RawConnection asking = server.connect();
                RawConnection idle = server.connect()) {
            asking.send(get("/items/1"));
            assertNull(asking.read().headers().get("connection"));
            idle.send(get("/items/1"));
            idle.read();

            server.listener().sendAway();
            server.onLoop(() -> {});

            asking.send(get("/items/2") + get("/items/3"));
            assertNull(asking.read().headers().get("connection"), "another request has come behind it");
            Answer last = asking.read();
            assertEquals("3", text(last));
            assertEquals(List.of("close"), last.headers().get("connection"));
            assertTrue(asking.isClosedByService());
            idle.send(get("/items/4"));
            assertEquals(List.of("close"), idle.read().headers().get("connection"), "it was left open");
            try (RawConnection late = server.connect()) {
                late.send(get("/items/5"));
                assertNull(late.read().headers().get("connection"), "each request would pay for a connection");
                late.send(get("/items/6"));
                assertEquals("6", text(late.read()));
            }
        }
    }

    private boolean drain() {
        try {
            return server.listener().drain(SOON.toMillis());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldSayWhichAddressIsTaken() {
        var taken = server.listener().address();
        var failure = org.junit.jupiter.api.Assertions.assertThrows(
                ConditionException.class,
                () -> HttpListener.start(new HttpContext().name("platform").listen(taken), loop -> null));
        assertTrue(failure.getMessage().contains(taken + " (platform)"), failure::getMessage);
    }
}
