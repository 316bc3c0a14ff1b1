package bankroll.gateway.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import bankroll.gateway.contract.kit.Answer;
import bankroll.gateway.contract.kit.TestPlayer;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Decisions §11, operator API: blocks and self-exclusions. */
class BlocksContractTest extends ContractTest {
    /** Shorter than a session lives. */
    private static final Duration HALF_AN_HOUR = Duration.ofMinutes(30);

    private final TestPlayer player = player("100");

    private String inDays(int days) {
        return service.clock().now().plus(days, ChronoUnit.DAYS).toString();
    }

    private Answer block(Map<String, ?> block) {
        return operator.block(player.id(), block);
    }

    @Test
    void shouldShowTheBlockWithItsReason() {
        JsonNode blocked =
                block(Map.of("reason", "asked by phone")).shouldBeOk().json().path("blocked");
        assertEquals("asked by phone", blocked.path("reason").asString());
        assertEquals("false", blocked.path("self_excluded").asString());
        assertFalse(blocked.has("until"));
        assertEquals(blocked, operator.player(player.id()).json().path("blocked"));
    }

    @Test
    void shouldRefuseDebitsWhileBlockedAndBookThemAgainAfterwards() {
        block(Map.of("reason", "r")).shouldBeOk();
        book(player.debit("1")).shouldBe("player_blocked", "100");
        assertFalse(operator.unblock(player.id()).shouldBeOk().json().has("blocked"));
        book(player.debit("1")).shouldBe("ok", "99");
    }

    @Test
    void shouldEndABlockByItself() {
        Instant until = service.clock().now().plus(HALF_AN_HOUR);
        block(Map.of("reason", "r", "until", until.toString())).shouldBeOk();
        service.clock().passUntil(until, () -> book(player.debit("1")).shouldBe("player_blocked", "100"));
        book(player.debit("1")).shouldBe("ok", "99");
        assertFalse(operator.player(player.id()).json().has("blocked"));
    }

    @Test
    void shouldShowTheEndOfABlock() {
        String until = inDays(3);
        JsonNode blocked = block(Map.of("reason", "r", "until", until, "self_excluded", true))
                .shouldBeOk()
                .json()
                .path("blocked");
        assertEquals(Instant.parse(until), Instant.parse(blocked.path("until").asString()));
        assertEquals("true", blocked.path("self_excluded").asString());
    }

    @Test
    void shouldReplaceAndLiftAnOrdinaryBlockFreely() {
        block(Map.of("reason", "first")).shouldBeOk();
        block(Map.of("reason", "second", "until", inDays(1))).shouldBeOk();
        assertEquals(
                "second",
                operator.player(player.id())
                        .json()
                        .path("blocked")
                        .path("reason")
                        .asString());
        block(Map.of("reason", "third", "self_excluded", true)).shouldBeOk();
    }

    @Test
    void shouldNotLiftASelfExclusionBeforeItsEnd() {
        block(Map.of("reason", "r", "until", inDays(3), "self_excluded", true)).shouldBeOk();
        assertSaysWhy(operator.unblock(player.id()).shouldBeProblem(409, "conflict"));
        book(player.debit("1")).shouldBe("player_blocked");
    }

    @Test
    void shouldNotShortenOrWeakenASelfExclusion() {
        block(Map.of("reason", "r", "until", inDays(3), "self_excluded", true)).shouldBeOk();
        assertSaysWhy(block(Map.of("reason", "shorter", "until", inDays(2), "self_excluded", true))
                .shouldBeProblem(409, "conflict"));
        block(Map.of("reason", "weaker", "until", inDays(9))).shouldBeProblem(409, "conflict");
        block(Map.of("reason", "weaker")).shouldBeProblem(409, "conflict");
        assertEquals(
                "r",
                operator.player(player.id())
                        .json()
                        .path("blocked")
                        .path("reason")
                        .asString());
    }

    private static void assertSaysWhy(Answer refused) {
        assertEquals(
                "the player is self-excluded; GET /operator/v1/players/{player_id} says until when",
                refused.json().path("detail").asString());
    }

    @Test
    void shouldLengthenASelfExclusion() {
        block(Map.of("reason", "r", "until", inDays(3), "self_excluded", true)).shouldBeOk();
        block(Map.of("reason", "longer", "until", inDays(4), "self_excluded", true))
                .shouldBeOk();
        block(Map.of("reason", "for ever", "self_excluded", true)).shouldBeOk();
        assertFalse(operator.player(player.id()).json().path("blocked").has("until"));
    }

    @Test
    void shouldKeepASelfExclusionWithoutAnEndForEver() {
        block(Map.of("reason", "r", "self_excluded", true)).shouldBeOk();
        operator.unblock(player.id()).shouldBeProblem(409, "conflict");
        block(Map.of("reason", "r", "until", inDays(36_500), "self_excluded", true))
                .shouldBeProblem(409, "conflict");
    }

    @Test
    void shouldLiftASelfExclusionAfterItsEnd() {
        Instant until = service.clock().now().plus(HALF_AN_HOUR);
        block(Map.of("reason", "r", "until", until.toString(), "self_excluded", true))
                .shouldBeOk();
        service.clock().passUntil(until, () -> operator.unblock(player.id()).shouldBeProblem(409, "conflict"));
        operator.unblock(player.id()).shouldBeOk();
        book(player.debit("1")).shouldBe("ok");
    }

    @Test
    void shouldLiftABlockThatIsNotThere() {
        assertFalse(operator.unblock(player.id()).shouldBeOk().json().has("blocked"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"reason\":null}",
                "{\"reason\":5}",
                "{\"reason\":\"r\",\"until\":\"\"}",
                "{\"reason\":\"r\",\"until\":5}",
                "{\"reason\":\"r\",\"until\":\"tomorrow\"}",
                "{\"reason\":\"r\",\"until\":\"2020-01-01T00:00:00Z\"}",
                "{\"reason\":\"r\",\"self_excluded\":\"true\"}",
                "{\"reason\":\"r\",\"self_excluded\":1}",
                "[]",
                ""
            })
    void shouldRefuseMalformedBlocks(String body) {
        operator.send("PUT", "/players/" + player.id() + "/block", body).shouldBeMalformed();
        assertFalse(operator.player(player.id()).json().has("blocked"));
    }

    @Test
    void shouldTakeNullForAnAbsentMember() {
        operator.send(
                        "PUT",
                        "/players/" + player.id() + "/block",
                        "{\"reason\":\"r\",\"until\":null,\"self_excluded\":null}")
                .shouldBeOk();
    }

    @Test
    void shouldTakeAnEndInAnotherOffset() {
        String body = "{\"reason\":\"r\",\"until\":\"2100-01-01T01:00:00+01:00\"}";
        JsonNode blocked = operator.send("PUT", "/players/" + player.id() + "/block", body)
                .shouldBeOk()
                .json()
                .path("blocked");
        assertEquals(
                Instant.parse("2100-01-01T00:00:00Z"),
                Instant.parse(blocked.path("until").asString()));
    }

    @Test
    void shouldNotFindUnknownPlayer() {
        operator.block("nobody", Map.of("reason", "r")).shouldBeProblem(404, "player_not_found");
        operator.unblock("nobody").shouldBeProblem(404, "player_not_found");
    }
}
