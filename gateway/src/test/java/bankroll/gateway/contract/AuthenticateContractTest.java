package bankroll.gateway.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import bankroll.gateway.contract.kit.Answer;
import bankroll.gateway.contract.kit.Call;
import bankroll.gateway.contract.kit.Fresh;
import bankroll.gateway.contract.kit.Json;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.contract.kit.TestPlayer;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Contract §4.1, decisions §3: from a launch code to a player and a session. */
class AuthenticateContractTest extends ContractTest {
    private static final String PATH = "/players/authenticate";

    @Test
    void shouldExchangeLaunchCodeForThePlayersIdentity() {
        String id = Fresh.id("p");
        operator.create(Map.of(
                "player_id",
                id,
                "currency",
                "EUR",
                "display_name",
                "Zoë",
                "avatar_url",
                "https://cdn.example/a.png",
                "language",
                "de-AT",
                "country",
                "AT"));
        operator.deposit(new TestPlayer(id, "EUR", ""), "1234");
        Answer answer = wallet.authenticate(operator.launchCode(id), "roulette").shouldBeOk();
        assertEquals(id, answer.member("player_id"));
        assertEquals("Zoë", answer.member("display_name"));
        assertEquals("https://cdn.example/a.png", answer.member("avatar_url"));
        assertEquals("EUR", answer.member("currency"));
        assertEquals("1234", answer.member("balance"));
        assertEquals("de-AT", answer.member("language"));
        assertEquals("AT", answer.member("country"));
    }

    @Test
    void shouldOmitWhatThePlayersRecordDoesNotHold() {
        Answer answer = wallet.authenticate(operator.launchCode(player("0").id()), "roulette")
                .shouldBeOk();
        for (String member : new String[] {"display_name", "avatar_url", "language", "country"}) {
            assertFalse(answer.json().has(member), member);
        }
    }

    @Test
    void shouldUseUpALaunchCodeByOneExchange() {
        String code = operator.launchCode(player("0").id());
        wallet.authenticate(code, "roulette").shouldBeOk();
        wallet.authenticate(code, "roulette").shouldBeProblem(401, "invalid_launch_code");
    }

    @Test
    void shouldExchangeReusableLaunchCodeAgainForAnotherSession() {
        String code = mint(Map.of("player_id", player("0").id(), "reusable", true));
        String first = wallet.authenticate(code, "roulette").shouldBeOk().member("session_id");
        String second = wallet.authenticate(code, "slots").shouldBeOk().member("session_id");
        assertNotEquals(first, second);
    }

    @Test
    void shouldAnswerUnknownUsedAndExpiredCodesAlike() {
        String used = operator.launchCode(player("0").id());
        wallet.authenticate(used, "roulette").shouldBeOk();
        Answer ofUsed = wallet.authenticate(used, "roulette").shouldBeProblem(401, "invalid_launch_code");
        Answer ofUnknown = wallet.authenticate("no-such-code", "roulette").shouldBeProblem(401, "invalid_launch_code");
        assertEquals(ofUnknown.text(), ofUsed.text());
        assertEquals(ofUnknown.text(), expired().text());
    }

    private Answer expired() {
        String code = mint(Map.of("player_id", player("0").id(), "reusable", true, "ttl_seconds", 1));
        service.clock()
                .passUntil(
                        service.clock().now().plusSeconds(1),
                        () -> wallet.authenticate(code, "roulette").shouldBeOk());
        return wallet.authenticate(code, "roulette").shouldBeProblem(401, "invalid_launch_code");
    }

    @Test
    void shouldGiveAnotherPlatformNothingForTheMessageAndCodeOfAnExchange() {
        String code = operator.launchCode(player("0").id());
        String message = Fresh.id("msg");
        String session =
                wallet.authenticateAs(message, code, "roulette").shouldBeOk().member("session_id");
        service.wallet(ServiceSettings.BETA)
                .authenticateAs(message, code, "roulette")
                .shouldBeProblem(401, "invalid_launch_code");
        assertEquals(
                session,
                wallet.authenticateAs(message, code, "roulette").shouldBeOk().member("session_id"));
    }

    @Test
    void shouldGiveTheSameSessionToTheSameMessage() {
        String code = operator.launchCode(player("0").id());
        String message = Fresh.id("msg");
        String first =
                wallet.authenticateAs(message, code, "roulette").shouldBeOk().member("session_id");
        assertEquals(
                first,
                wallet.authenticateAs(message, code, "roulette").shouldBeOk().member("session_id"));
        assertEquals(
                first,
                wallet.authenticateAs(message, code, "roulette").shouldBeOk().member("session_id"));
        wallet.authenticateAs(message, code, "slots").shouldBeProblem(401, "invalid_launch_code");
        wallet.authenticateAs(Fresh.id("msg"), code, "roulette").shouldBeProblem(401, "invalid_launch_code");
    }

    @Test
    void shouldGiveTheSameSessionOfAReusableCodeToTheSameMessage() {
        String code = mint(Map.of("player_id", player("0").id(), "reusable", true));
        String message = Fresh.id("msg");
        String first =
                wallet.authenticateAs(message, code, "roulette").shouldBeOk().member("session_id");
        assertEquals(
                first,
                wallet.authenticateAs(message, code, "roulette").shouldBeOk().member("session_id"));
        assertNotEquals(
                first,
                wallet.authenticateAs(Fresh.id("msg"), code, "roulette")
                        .shouldBeOk()
                        .member("session_id"));
    }

    @Test
    void shouldGiveTheSameSessionToTheSameMessageAfterTheCodesEnd() {
        String code = mint(Map.of("player_id", player("0").id(), "reusable", true, "ttl_seconds", 3));
        String message = Fresh.id("msg");
        String first =
                wallet.authenticateAs(message, code, "roulette").shouldBeOk().member("session_id");
        service.clock().pass(Duration.ofSeconds(3));
        wallet.authenticate(code, "roulette").shouldBeProblem(401, "invalid_launch_code");
        assertEquals(
                first,
                wallet.authenticateAs(message, code, "roulette").shouldBeOk().member("session_id"));
    }

    @Test
    void shouldGiveTheSameSessionForSixtySeconds() {
        String code = mint(Map.of("player_id", player("0").id(), "ttl_seconds", 1000));
        String message = Fresh.id("msg");
        Instant end = service.clock().now().plusSeconds(60);
        String first =
                wallet.authenticateAs(message, code, "roulette").shouldBeOk().member("session_id");
        service.clock().passUntil(end, () -> assertEquals(first, again(message, code)));
        assertEquals(first, again(message, code));
        service.clock().pass(Duration.ofMillis(1));
        wallet.authenticateAs(message, code, "roulette").shouldBeProblem(401, "invalid_launch_code");
    }

    private String again(String message, String code) {
        return wallet.authenticateAs(message, code, "roulette").shouldBeOk().member("session_id");
    }

    @Test
    void shouldNotGiveAClosedSessionToTheSameMessage() {
        String code = operator.launchCode(player("0").id());
        String message = Fresh.id("msg");
        String session =
                wallet.authenticateAs(message, code, "roulette").shouldBeOk().member("session_id");
        operator.send("DELETE", "/sessions/" + session).shouldBe(204);
        wallet.authenticateAs(message, code, "roulette").shouldBeProblem(401, "invalid_launch_code");
    }

    @Test
    void shouldKeepEarlierSessionsOpen() {
        TestPlayer player = player("100");
        TestPlayer again = player.in(service.session(player.id()));
        assertNotEquals(player.session(), again.session());
        book(player.debit("1")).shouldBe("ok");
        book(again.debit("1")).shouldBe("ok");
        book(player.debit("1")).shouldBe("ok");
    }

    @Test
    void shouldIdentifyABlockedPlayerWhoHasACode() {
        TestPlayer player = player("100");
        String code = operator.launchCode(player.id());
        operator.block(player.id(), Map.of("reason", "asked")).shouldBe(200);
        Answer answer = wallet.authenticate(code, "roulette").shouldBeOk();
        assertEquals("100", answer.member("balance"));
        book(player.in(answer.member("session_id")).debit("1")).shouldBe("player_blocked");
    }

    @Test
    void shouldLeaveACodeUnusedWhenItIsForAnotherGame() {
        String code = mint(Map.of("player_id", player("0").id(), "game_id", "roulette"));
        wallet.authenticate(code, "slots").shouldBeProblem(401, "invalid_launch_code");
        wallet.authenticate(code, "Roulette").shouldBeProblem(401, "invalid_launch_code");
        wallet.authenticate(code, "roulette").shouldBeOk();
    }

    @Test
    @NeedsOwnService
    void shouldShareCodesAndSessionsAmongPlatforms() {
        TestPlayer player = player("100");
        String code = operator.launchCode(player.id());
        String session = service.wallet(ServiceSettings.BETA)
                .authenticate(code, "roulette")
                .shouldBeOk()
                .member("session_id");
        wallet.authenticate(code, "roulette").shouldBeProblem(401, "invalid_launch_code");
        book(player.in(session).debit("1")).shouldBe("ok");
    }

    @Test
    void shouldOpenSessionsThatCannotBeGuessed() {
        String session = player("0").session();
        assertEquals(true, session.length() >= 22 && session.length() <= 256, session);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"launch_code\":\"x\"}",
                "{\"game_id\":\"g\"}",
                "{\"launch_code\":null,\"game_id\":\"g\"}",
                "{\"launch_code\":\"x\",\"game_id\":null}",
                "{\"launch_code\":1,\"game_id\":\"g\"}",
                "{\"launch_code\":\"x\",\"game_id\":1}",
                "{\"launch_code\":\"x\",\"game_id\":\"\"}",
                "{\"launch_code\":[\"x\"],\"game_id\":\"g\"}",
                "{\"launch_code\":\"x\",\"game_id\":\"g\",\"client_ip\":1}",
                "{\"launch_code\":\"x\",\"game_id\":\"g\",\"client_ip\":{}}",
                "{\"launch_code\":\"a\\nb\",\"game_id\":\"g\"}",
                "{\"launch_code\":\"x\",\"game_id\":\"a\\u0000\"}",
                "{\"launch_code\":\"x\",\"game_id\":\"g\",\"client_ip\":\"\\u007f\"}"
            })
    void shouldRefuseMalformedRequest(String body) {
        wallet.send(Call.post(PATH, body)).shouldBeMalformed();
    }

    @Test
    void shouldTakeEmptyLaunchCodeForAnUnknownOne() {
        wallet.authenticate("", "roulette").shouldBeProblem(401, "invalid_launch_code");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "é", "😀"})
    void shouldCountLengthsInCodePoints(String one) {
        wallet.authenticate(one.repeat(4096), "g").shouldBeProblem(401, "invalid_launch_code");
        wallet.authenticate(one.repeat(4097), "g").shouldBeMalformed();
        wallet.authenticate("x", one.repeat(256)).shouldBeProblem(401, "invalid_launch_code");
        wallet.authenticate("x", one.repeat(257)).shouldBeMalformed();
        withClientIp("x", one.repeat(256)).shouldBeProblem(401, "invalid_launch_code");
        withClientIp("x", one.repeat(257)).shouldBeMalformed();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "203.0.113.9", "2001:db8::1", "anything"})
    void shouldStoreTheClientIpOnly(String ip) {
        TestPlayer player = player("0");
        String session =
                withClientIp(operator.launchCode(player.id()), ip).shouldBeOk().member("session_id");
        for (var open : operator.sessions(player.id())) {
            if (open.path("session_id").asString().equals(session)) {
                assertEquals(ip, open.path("client_ip").asString(""));
            }
        }
    }

    @Test
    void shouldTakeNullForNoClientIp() {
        String body = "{\"launch_code\":\"" + operator.launchCode(player("0").id())
                + "\",\"game_id\":\"g\",\"client_ip\":null}";
        wallet.send(Call.post(PATH, body)).shouldBeOk();
    }

    private Answer withClientIp(String code, String ip) {
        return wallet.send(Call.post(PATH, Json.write(Map.of("launch_code", code, "game_id", "g", "client_ip", ip))));
    }

    private String mint(Map<String, ?> launchCode) {
        return operator.mint(launchCode).path("launch_code").asString();
    }
}
