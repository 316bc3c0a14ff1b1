package bankroll.gateway.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.contract.kit.Answer;
import bankroll.gateway.contract.kit.Call;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.Operator;
import bankroll.gateway.contract.kit.RawHttp;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.contract.kit.ServiceUnderTest;
import bankroll.gateway.contract.kit.Signer;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Who is turned away leaves a trace: a reason for the caller, a count, a line of the security log; no secret in any. */
@NeedsOwnService
class RefusalsContractTest {
    private static final String GUESS = "guessed-token-0123456789";

    private final ServiceUnderTest service = ServiceUnderTest.start(ServiceSettings.shared()
            .set("operator.wrong-tokens-per-minute", 3)
            .set("operator.security-log-lines", 100));
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Logger security = (Logger) LoggerFactory.getLogger("bankroll.security");

    @BeforeEach
    void listen() {
        log.start();
        security.setLevel(Level.INFO);
        security.addAppender(log);
    }

    @AfterEach
    void stop() {
        security.detachAppender(log);
        security.setLevel(null);
        service.close();
    }

    @Test
    void shouldLetWhoeverGuessesTokensWaitButNotTheOperatorBesideHim() {
        service.operator().get("/status").shouldBeOk();
        Operator guesser = service.operator(GUESS);
        for (int guess = 0; guess < 3; guess++) {
            guesser.get("/status").shouldBeProblem(401, "unauthorized");
        }
        for (Operator waiting : List.of(guesser, service.operator(ServiceSettings.READ))) {
            Answer answer = waiting.get("/status").shouldBeProblem(429, "rate_limited");
            long seconds = Long.parseLong(answer.header("retry-after").orElseThrow());
            assertTrue(seconds >= 1 && seconds <= 20, answer::toString);
        }
        service.operator().get("/status").shouldBeOk();
        assertEquals(2, count("operator", "token_guesses"));
        assertEquals(3, count("operator", "token_unknown"));
    }

    @Test
    void shouldCountAndLogEveryReasonOfARefusal() {
        Call balance = Call.post("/players/balance", "{\"player_id\":\"planted-player\"}");
        var wallet = service.wallet();
        wallet.endpoint().send(balance).shouldBeProblem(401, "invalid_signature");
        long stale = service.clock().nowSeconds() - 400;
        String body = "planted-player";
        Answer late = wallet.endpoint()
                .send(balance.headers(wallet.signer().headers("planted-msg", Long.toString(stale), balance.body())));
        assertTrue(
                late.shouldBeProblem(401, "invalid_signature").text().contains("webhook-timestamp is 400 s behind"),
                late::text);
        String foreign = "whsec_UExBTlRFRC1QTEFOVEVELVBMQU5URUQ=";
        Answer unknown = wallet.endpoint()
                .send(balance.headers(Signer.of(foreign).headers("planted-msg", wallet.now(), balance.body())));
        assertTrue(unknown.text().contains("no live key made this signature"), unknown::text);
        service.operator(ServiceSettings.READ)
                .send("POST", "/players", Map.of())
                .shouldBeProblem(403, "forbidden");
        service.operator(GUESS).get("/status").shouldBeProblem(401, "unauthorized");
        service.operator().endpoint().send(Call.get("/operator/v1/status")).shouldBeProblem(401, "unauthorized");

        assertEquals(1, count("platform", "header_missing"));
        assertEquals(1, count("platform", "stale"));
        assertEquals(1, count("platform", "no_key"));
        assertEquals(1, count("operator", "role"));
        assertEquals(1, count("operator", "token_unknown"));
        assertEquals(1, count("operator", "token_missing"));
        List<String> lines =
                log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
        assertEquals(6, lines.size(), lines::toString);
        assertTrue(lines.get(3).contains("\"name\":\"rea\""), lines.get(3));
        for (String line : lines) {
            assertTrue(line.contains("\"address\":\"127.0.0.1\""), line);
            Stream.of(GUESS, ServiceSettings.READ, foreign, "planted", body, "v1,")
                    .forEach(secret -> assertFalse(line.contains(secret), line));
        }
    }

    @Test
    void shouldTraceWhoIsTurnedAwayBeforeAnybodyAskedForAKey() {
        try (RawHttp raw = service.wallet().endpoint().raw()) {
            raw.send("GET  /planted HTTP/1.1\r\nHost: planted\r\n\r\n");
            assertEquals(400, raw.read(false).status());
        }
        assertEquals(1, count("platform", "not_http"));
        List<String> lines =
                log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
        assertEquals(1, lines.size(), lines::toString);
        assertTrue(lines.get(0).contains("\"address\":\"127.0.0.1\",\"reason\":\"not_http\""), lines.get(0));
        assertFalse(lines.get(0).contains("planted"), lines.get(0));
    }

    @Test
    void shouldCountRequestsByTheKeyThatSignedThem() {
        service.wallet().balanceOf(service.player("5").id());
        String page = metrics();
        long keys = page.lines()
                .filter(line -> line.startsWith("bankroll_signatures_total{key=\""))
                .filter(line -> line.contains("platform=\"alpha\""))
                .count();
        assertEquals(2, keys, page);
        assertFalse(page.contains(ServiceSettings.ALPHA.substring(6)), page);
    }

    private long count(String listener, String reason) {
        String name = "bankroll_refused_total{listener=\"" + listener + "\",reason=\"" + reason + "\"} ";
        return metrics()
                .lines()
                .filter(line -> line.startsWith(name))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(name.length())))
                .sum();
    }

    private String metrics() {
        return service.operator().endpoint().send(Call.get("/metrics")).text();
    }
}
