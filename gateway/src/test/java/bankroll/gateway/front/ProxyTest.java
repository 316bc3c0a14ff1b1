package bankroll.gateway.front;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.contract.kit.Answer;
import bankroll.gateway.contract.kit.Call;
import bankroll.gateway.contract.kit.Endpoint;
import bankroll.gateway.contract.kit.Fresh;
import bankroll.gateway.contract.kit.Item;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.RawHttp;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.contract.kit.ServiceUnderTest;
import bankroll.gateway.contract.kit.Signer;
import bankroll.gateway.contract.kit.TestPlayer;
import bankroll.gateway.contract.kit.Wallet;
import bankroll.gateway.http.HttpContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract through nginx and haproxy, as docs/proxy sets them up. */
@NeedsOwnService
class ProxyTest {
    private static final int LONGEST_BODY = 8 << 20;

    @TempDir
    private Path directory;

    private static Stream<Arguments> ways() {
        return Stream.of(Proxy.Kind.values())
                .flatMap(kind -> Stream.of(Arguments.of(kind, false), Arguments.of(kind, true)));
    }

    private void through(Proxy.Kind kind, boolean overTls, BiConsumer<ServiceUnderTest, Wallet> play) {
        kind.need();
        try (ServiceUnderTest service = ServiceUnderTest.start(new ServiceSettings());
                Proxy proxy = Proxy.start(
                        kind, directory, service.wallet().endpoint().base().getPort())) {
            Endpoint front = new Endpoint(proxy.base(overTls));
            play.accept(service, new Wallet(front, Signer.of(ServiceSettings.ALPHA), service.clock()));
        }
    }

    @ParameterizedTest
    @MethodSource("ways")
    void shouldBookManyTimesOverFewConnections(Proxy.Kind kind, boolean overTls) {
        through(kind, overTls, (service, wallet) -> {
            TestPlayer player = service.player("100000");
            double before = accepted(service);
            for (int i = 0; i < 100; i++) {
                assertEquals("ok", wallet.book(player.debit("10")).status());
            }
            assertEquals("99000", wallet.balanceOf(player.id()));
            double opened = accepted(service) - before;
            assertTrue(opened <= 10, () -> "101 requests needed " + opened + " connections");
        });
    }

    private static double accepted(ServiceUnderTest service) {
        String metrics =
                service.operator().endpoint().send(Call.get("/metrics")).text();
        Matcher line = Pattern.compile("bankroll_http_connections_accepted_total\\{listener=\"platform\"} (\\S+)")
                .matcher(metrics);
        assertTrue(line.find(), metrics);
        return Double.parseDouble(line.group(1));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void shouldPassEveryIdAsItWasSent(Proxy.Kind kind, boolean overTls) {
        through(kind, overTls, (service, wallet) -> {
            TestPlayer player = service.player("1000");
            for (String id : List.of("a/b", "a//b", "../x", "a%2Fb", "a b+c", "?q=1", "#f", "ä€", "a\\b", ";v=1")) {
                String unique = id + Fresh.id("");
                assertEquals("ok", wallet.book(player.debit("1").id(unique)).status());
                assertEquals(unique, wallet.lookUp(unique).shouldBeOk().member("transaction_id"));
            }
        });
    }

    @ParameterizedTest
    @MethodSource("ways")
    void shouldLetTheLargestBodyThroughAndRefuseALargerOneWithAProblem(Proxy.Kind kind, boolean overTls) {
        through(kind, overTls, (service, wallet) -> {
            String filled = "{\"player_id\":\"nobody\",\"x\":\"" + "y".repeat(LONGEST_BODY);
            String largest = filled.substring(0, LONGEST_BODY - 2) + "\"}";
            wallet.send(Call.post("/players/balance", largest)).shouldBeProblem(404, "player_not_found");
            Call larger = wallet.signed(Call.post("/players/balance", largest + " "));
            try (RawHttp raw = wallet.endpoint().raw()) {
                raw.send(raw.head(larger, LONGEST_BODY + 1));
                raw.read(false).shouldBeProblem(413, "malformed_request");
            }
        });
    }

    @ParameterizedTest
    @MethodSource("ways")
    void shouldSayUnavailableWhileTheServiceIsDown(Proxy.Kind kind, boolean overTls) {
        kind.need();
        ServiceUnderTest service = ServiceUnderTest.start(new ServiceSettings());
        try (Proxy proxy =
                Proxy.start(kind, directory, service.wallet().endpoint().base().getPort())) {
            Wallet wallet =
                    new Wallet(new Endpoint(proxy.base(overTls)), Signer.of(ServiceSettings.ALPHA), service.clock());
            wallet.balance("nobody").shouldBe(404);
            service.close();
            Answer answer = wallet.transactions(Item.of("debit"));
            answer.shouldBeProblem(503, "unavailable");
            answer.shouldSayWhenToRetry();
        }
    }

    /** Whatever becomes of such a request, the next platform on that connection gets its own answers. */
    @ParameterizedTest
    @MethodSource("ways")
    void shouldNeverGiveOnesAnswerToAnother(Proxy.Kind kind, boolean overTls) {
        through(kind, overTls, (service, wallet) -> {
            TestPlayer player = service.player("1000");
            List<String> ids =
                    IntStream.range(0, 4).mapToObj(i -> Fresh.id("t")).toList();
            wallet.book(ids.stream().map(id -> player.debit("1").id(id)).toList());
            for (String attack : attacks()) {
                try (RawHttp raw = wallet.endpoint().raw()) {
                    raw.send(attack);
                    for (String id : ids) {
                        assertEquals(
                                id,
                                wallet.lookUp(id).shouldBeOk().member("transaction_id"),
                                () -> "after " + attack.replace("\r\n", "\\r\\n"));
                    }
                }
            }
            assertEquals("996", wallet.balanceOf(player.id()));
        });
    }

    /** haproxy can't be told what to answer there. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRefuseWithAProblemWhatNginxItselfCanNotRead(boolean overTls) {
        through(Proxy.Kind.NGINX, overTls, (service, wallet) -> {
            for (String request : List.of(
                    "GET /v1/a b HTTP/1.1\r\nHost: x\r\n\r\n",
                    "GET /v1/a HTTP/1.1\r\nHost: x\r\nX: " + "y".repeat(20_000) + "\r\n\r\n",
                    "GET /v1/" + "y".repeat(20_000) + " HTTP/1.1\r\nHost: x\r\n\r\n")) {
                try (RawHttp raw = wallet.endpoint().raw()) {
                    raw.send(request);
                    raw.read(false).shouldBeProblem(400, "malformed_request");
                }
            }
        });
    }

    /** Two requests or one, depending on who reads. */
    private static List<String> attacks() {
        String hidden = "GET /v1/transactions/hidden HTTP/1.1\r\nHost: x\r\n\r\n";
        String head = "POST /v1/players/balance HTTP/1.1\r\nHost: x\r\n";
        List<String> attacks = new ArrayList<>();
        for (String framing : List.of(
                "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
                "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
                "Content-Length: 5\r\nContent-Length: 6\r\n",
                "Content-Length: +5\r\n",
                "Content-Length: 5, 5\r\n",
                "Content-Length : 5\r\n",
                "Content-Length:\r\n 5\r\n",
                "X: y\r\n Content-Length: 5\r\n",
                "Transfer-Encoding : chunked\r\n",
                "Transfer-Encoding:\r\n chunked\r\n",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
                "Transfer-Encoding: xchunked\r\n",
                "Transfer-Encoding: \u000bchunked\r\n",
                "Transfer-Encoding: chunked\r\nX: \u0000\r\n",
                "X: y\nTransfer-Encoding: chunked\r\n",
                "X: y\rTransfer-Encoding: chunked\r\n")) {
            attacks.add(head + framing + "\r\n0\r\n\r\n" + hidden);
        }
        attacks.add("POST  /v1/players/balance HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n" + hidden);
        attacks.add("POST\t/v1/players/balance\tHTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n" + hidden);
        attacks.add("GET /v1/transactions/a http/1.1\r\nHost: x\r\n\r\n" + hidden);
        attacks.add("GET http://y/v1/transactions/a HTTP/1.1\r\nHost: x\r\n\r\n" + hidden);
        attacks.add("GET /v1/transactions/a HTTP/1.1\r\nHost: x, y\r\n\r\n" + hidden);
        attacks.add(head + "Transfer-Encoding: chunked\r\n\r\n1;\n0\r\nz\r\n0\r\n\r\n" + hidden);
        attacks.add(head + "Transfer-Encoding: chunked\r\n\r\n0\r\nX: y\r\n Z\r\n\r\n" + hidden);
        attacks.add(head + "Transfer-Encoding: chunked\r\n\r\n0x5\r\nabcde\r\n0\r\n\r\n" + hidden);
        return attacks;
    }

    @ParameterizedTest
    @EnumSource(Proxy.Kind.class)
    void shouldLetGoOfIdleConnectionsBeforeTheServiceDoes(Proxy.Kind kind) {
        String name = kind == Proxy.Kind.NGINX ? "upstream bankroll \\{[^}]*keepalive_timeout" : "pool-purge-delay";
        Matcher seconds = Pattern.compile(name + " (\\d+)s").matcher(kind.example());
        assertTrue(seconds.find(), name);
        assertTrue(Long.parseLong(seconds.group(1)) * 1_000 < new HttpContext().idleMs());
    }
}
