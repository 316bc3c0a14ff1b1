package bankroll.gateway.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.contract.kit.Answer;
import bankroll.gateway.contract.kit.Fresh;
import bankroll.gateway.contract.kit.TestPlayer;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Operator API: launch codes. */
class OperatorLaunchCodesContractTest extends ContractTest {
    private final TestPlayer player = player("0");

    @Test
    void shouldMintACodeThatLivesFiveMinutes() {
        shouldExpireIn(300, operator.mint(Map.of("player_id", player.id())));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 60, 604_800})
    void shouldMintACodeThatLivesAsLongAsAsked(int seconds) {
        shouldExpireIn(seconds, operator.mint(Map.of("player_id", player.id(), "ttl_seconds", seconds)));
    }

    private void shouldExpireIn(int seconds, JsonNode result) {
        assertEquals("ok", result.path("status").asString());
        assertEquals(player.id(), result.path("player_id").asString());
        service.clock()
                .shouldBeIn(
                        Duration.ofSeconds(seconds), result.path("expires_at").asString());
    }

    @Test
    void shouldMintCodesOfAtLeast128RandomBits() {
        Set<String> codes = new HashSet<>();
        JsonNode results = operator.send(
                        "POST",
                        "/launch-codes",
                        Map.of("launch_codes", Collections.nCopies(500, Map.of("player_id", player.id()))))
                .shouldBeOk()
                .json()
                .path("results");
        for (JsonNode result : results) {
            String code = result.path("launch_code").asString();
            assertTrue(code.length() >= 22 && code.length() <= 4096, code);
            codes.add(code);
        }
        assertEquals(500, codes.size());
    }

    @Test
    void shouldSayWhichPlayersHaveNoneAndWhichAreBlocked() {
        TestPlayer blocked = player("0");
        operator.block(blocked.id(), Map.of("reason", "r")).shouldBeOk();
        JsonNode results = operator.send(
                        "POST",
                        "/launch-codes",
                        Map.of(
                                "launch_codes",
                                List.of(
                                        Map.of("player_id", Fresh.id("nobody")),
                                        Map.of("player_id", blocked.id()),
                                        Map.of("player_id", player.id()))))
                .shouldBeOk()
                .json()
                .path("results");
        List<String> statuses = List.of("player_not_found", "player_blocked", "ok");
        for (int i = 0; i < 3; i++) {
            assertEquals(statuses.get(i), results.get(i).path("status").asString());
            assertEquals(i == 2, results.get(i).has("launch_code"));
            assertEquals(i == 2, results.get(i).has("expires_at"));
        }
    }

    @Test
    void shouldTakeTheAccountsCurrencyAndRefuseAnother() {
        assertEquals(
                "ok",
                operator.mint(Map.of("player_id", player.id(), "currency", "EUR"))
                        .path("status")
                        .asString());
        operator.send(
                        "POST",
                        "/launch-codes",
                        Map.of("launch_codes", List.of(Map.of("player_id", player.id(), "currency", "USD"))))
                .shouldBeMalformed();
    }

    @Test
    void shouldMintNothingWhenOneOfTheCurrenciesIsAnother() {
        List<Map<String, String>> codes = List.of(
                Map.of("player_id", player.id(), "currency", "EUR"),
                Map.of("player_id", player.id(), "currency", "USD"));
        Answer refused = operator.send("POST", "/launch-codes", Map.of("launch_codes", codes))
                .shouldBeMalformed();
        assertEquals(
                "launch_codes: the currency of one is not that of its player's account",
                refused.json().path("detail").asString());
    }

    @ParameterizedTest
    @CsvSource(
            value = {
                "ttl_seconds|0", "ttl_seconds|-1", "ttl_seconds|604801", "ttl_seconds|1.5", "ttl_seconds|\"60\"",
                        "ttl_seconds|true",
                "ttl_seconds|99999999999999999999", "reusable|\"true\"", "reusable|1", "game_id|5", "currency|5",
                        "game_id|\"a\\n\""
            },
            delimiter = '|')
    void shouldRefuseMalformedMembers(String member, String value) {
        String body = "{\"launch_codes\":[{\"player_id\":\"" + player.id() + "\",\"" + member + "\":" + value + "}]}";
        operator.send("POST", "/launch-codes", body).shouldBeMalformed();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"launch_codes\":[]}",
                "{\"launch_codes\":null}",
                "{\"launch_codes\":[{}]}",
                "{\"launch_codes\":[{\"player_id\":\"\"}]}",
                "{\"launch_codes\":[{\"player_id\":null}]}",
                "{\"launch_codes\":{}}",
                "[]",
                ""
            })
    void shouldRefuseMalformedCalls(String body) {
        operator.send("POST", "/launch-codes", body).shouldBeMalformed();
    }

    @Test
    void shouldRefuse501Codes() {
        operator.send(
                        "POST",
                        "/launch-codes",
                        Map.of("launch_codes", Collections.nCopies(501, Map.of("player_id", player.id()))))
                .shouldBeMalformed();
    }

    @Test
    void shouldTakeNullForAnAbsentMember() {
        String body = "{\"launch_codes\":[{\"player_id\":\"" + player.id()
                + "\",\"currency\":null,\"game_id\":null,\"ttl_seconds\":null,\"reusable\":null}]}";
        JsonNode result = operator.send("POST", "/launch-codes", body)
                .shouldBeOk()
                .json()
                .path("results")
                .get(0);
        String code = result.path("launch_code").asString();
        wallet.authenticate(code, "any game").shouldBeOk();
        wallet.authenticate(code, "any game").shouldBeProblem(401, "invalid_launch_code");
        assertFalse(code.isEmpty());
    }

    @Test
    void shouldTakeAnEmptyGameForAny() {
        String code = operator.mint(Map.of("player_id", player.id(), "game_id", ""))
                .path("launch_code")
                .asString();
        wallet.authenticate(code, "any game").shouldBeOk();
    }
}
