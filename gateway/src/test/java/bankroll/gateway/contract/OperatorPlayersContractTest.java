package bankroll.gateway.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import bankroll.gateway.contract.kit.Answer;
import bankroll.gateway.contract.kit.Fresh;
import bankroll.gateway.contract.kit.Json;
import bankroll.gateway.contract.kit.TestPlayer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Operator API: players and their profiles. */
class OperatorPlayersContractTest extends ContractTest {
    private final String id = Fresh.id("p");

    @Test
    void shouldCreateAPlayerOnce() {
        assertEquals("created", operator.create(Map.of("player_id", id, "currency", "EUR")));
        assertEquals("exists", operator.create(Map.of("player_id", id, "currency", "EUR")));
        assertEquals("duplicate_mismatch", operator.create(Map.of("player_id", id, "currency", "USD")));
        assertEquals("EUR", operator.player(id).shouldBeOk().member("currency"));
    }

    @Test
    void shouldCompareNoProfileFieldsOfAPlayerThatExists() {
        operator.create(Map.of("player_id", id, "currency", "EUR", "display_name", "First"));
        assertEquals("exists", operator.create(Map.of("player_id", id, "currency", "EUR", "display_name", "Second")));
        assertEquals("First", operator.player(id).member("display_name"));
    }

    @Test
    void shouldShowANewPlayer() {
        operator.create(Map.of("player_id", id, "currency", "EUR"));
        JsonNode player = operator.player(id).shouldBeOk().json();
        assertEquals("0", player.path("balance").asString());
        assertEquals(0, player.path("limits").size());
        assertEquals(0, player.path("open_sessions").asInt());
        service.clock().shouldBeNow(player.path("created_at").asString());
        for (String absent : List.of("display_name", "avatar_url", "language", "country", "blocked")) {
            assertFalse(player.has(absent), absent);
        }
    }

    @Test
    void shouldCountOpenSessionsAndShowTheBalance() {
        TestPlayer player = player("55");
        service.session(player.id());
        JsonNode shown = operator.player(player.id()).shouldBeOk().json();
        assertEquals(2, shown.path("open_sessions").asInt());
        assertEquals("55", shown.path("balance").asString());
    }

    @Test
    void shouldCreateUpTo500PlayersInOrder() {
        List<Map<String, String>> players = new ArrayList<>(IntStream.range(0, 500)
                .mapToObj(i -> Map.of("player_id", id + i, "currency", "EUR"))
                .toList());
        JsonNode results = operator.send("POST", "/players", Map.of("players", players))
                .shouldBeOk()
                .json()
                .path("results");
        assertEquals(500, results.size());
        assertEquals(id + 499, results.get(499).path("player_id").asString());
        players.add(Map.of("player_id", id, "currency", "EUR"));
        operator.send("POST", "/players", Map.of("players", players)).shouldBeMalformed();
        operator.player(id).shouldBeProblem(404, "player_not_found");
    }

    @Test
    void shouldTakeTheSamePlayerTwiceInACallForAReSend() {
        Map<String, String> one = Map.of("player_id", id, "currency", "EUR");
        JsonNode results = operator.send("POST", "/players", Map.of("players", List.of(one, one)))
                .shouldBeOk()
                .json()
                .path("results");
        assertEquals("created", results.get(0).path("status").asString());
        assertEquals("exists", results.get(1).path("status").asString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}", "{\"players\":[]}", "{\"players\":null}", "{\"players\":{}}", "{\"players\":[null]}",
                        "{\"players\":[{}]}",
                "{\"players\":[{\"player_id\":\"%s\"}]}", "{\"players\":[{\"currency\":\"EUR\"}]}", "[]", "", "{",
                        "{\"players\":[1]}"
            })
    void shouldRefuseMalformedCalls(String body) {
        operator.send("POST", "/players", body.replace("%s", id)).shouldBeMalformed();
        operator.player(id).shouldBeProblem(404, "player_not_found");
    }

    @ParameterizedTest
    @CsvSource(
            value = {
                "player_id|\"\"",
                "player_id|5",
                "player_id|null",
                "player_id|\"a\\u0000\"",
                "currency|\"\"",
                "currency|5",
                "currency|null",
                "currency|\"12345678901234567\"",
                "currency|\"a\\n\"",
                "display_name|5",
                "display_name|\"a\\u0001\"",
                "avatar_url|\"no url\"",
                "avatar_url|\"/relative\"",
                "avatar_url|\"//host/path\"",
                "avatar_url|5",
                "language|\"\"",
                "language|\"not a tag\"",
                "language|\"de_AT\"",
                "language|5",
                "language|\"-de\"",
                "country|\"at\"",
                "country|\"AUT\"",
                "country|\"A\"",
                "country|\"\"",
                "country|\"A1\"",
                "country|5",
                "country|\"ÄT\""
            },
            delimiter = '|')
    void shouldRefuseMalformedFields(String member, String value) {
        String good = "\"player_id\":\"" + id + "\",\"currency\":\"EUR\"";
        String fields = good.contains("\"" + member + "\"")
                ? good.replaceAll(
                        "\"" + member + "\":\"[^\"]*\"",
                        java.util.regex.Matcher.quoteReplacement("\"" + member + "\":" + value))
                : good + ",\"" + member + "\":" + value;
        operator.send("POST", "/players", "{\"players\":[{" + fields + "}]}").shouldBeMalformed();
        operator.player(id).shouldBeProblem(404, "player_not_found");
    }

    @Test
    void shouldBoundProfileFields() {
        assertEquals(
                "created",
                operator.create(Map.of(
                        "player_id",
                        id,
                        "currency",
                        "EUR",
                        "display_name",
                        "😀".repeat(256),
                        "avatar_url",
                        url(2048))));
        assertEquals("😀".repeat(256), operator.player(id).member("display_name"));
        for (Map<String, String> tooLong : List.of(
                Map.of("player_id", "x".repeat(65), "currency", "EUR"),
                Map.of("player_id", id + "n", "currency", "EUR", "display_name", "x".repeat(257)),
                Map.of("player_id", id + "n", "currency", "EUR", "avatar_url", url(2049)))) {
            operator.send("POST", "/players", Map.of("players", List.of(tooLong)))
                    .shouldBeMalformed();
        }
    }

    private static String url(int length) {
        String start = "https://cdn.example/";
        return start + "a".repeat(length - start.length());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "en",
                "de-AT",
                "zh-Hant-TW",
                "sr-Latn-RS",
                "es-419",
                "de-1996",
                "x-private",
                "en-US-u-ca-gregory",
                "DE-at"
            })
    void shouldTakeBcp47Tags(String language) {
        operator.create(Map.of("player_id", id, "currency", "EUR", "language", language));
        assertEquals(language, operator.player(id).shouldBeOk().member("language"));
    }

    @Test
    void shouldChangeWhatThePatchNamesAndClearByNull() {
        operator.create(
                Map.of("player_id", id, "currency", "EUR", "display_name", "Zoë", "language", "de", "country", "AT"));
        JsonNode patched = patch(
                        "{\"display_name\":\"Zoë B.\",\"country\":null,\"avatar_url\":\"https://cdn.example/b.png\"}")
                .shouldBeOk()
                .json();
        assertEquals("Zoë B.", patched.path("display_name").asString());
        assertEquals("https://cdn.example/b.png", patched.path("avatar_url").asString());
        assertEquals("de", patched.path("language").asString());
        assertFalse(patched.has("country"));
        assertEquals(patched, operator.player(id).json());
        assertEquals(patched, patch("{}").shouldBeOk().json());
    }

    @Test
    void shouldIgnoreUnknownMembersOfAPatchAndNeverChangeTheAccount() {
        operator.create(Map.of("player_id", id, "currency", "EUR"));
        patch("{\"currency\":\"USD\",\"balance\":\"5\",\"player_id\":\"other\",\"nickname\":\"x\"}")
                .shouldBeOk();
        assertEquals("EUR", operator.player(id).member("currency"));
        assertEquals("0", operator.player(id).member("balance"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"country\":\"at\"}",
                "{\"display_name\":5}",
                "{\"avatar_url\":\"x\"}",
                "{\"language\":\"not a tag\"}",
                "[]",
                ""
            })
    void shouldRefuseMalformedPatches(String body) {
        operator.create(Map.of("player_id", id, "currency", "EUR"));
        patch(body).shouldBeMalformed();
    }

    @Test
    void shouldNotFindUnknownPlayers() {
        operator.player(id).shouldBeProblem(404, "player_not_found");
        patch("{}").shouldBeProblem(404, "player_not_found");
    }

    @Test
    void shouldDecodeThePlayerIdInThePathOnce() {
        String odd = id + " ü/%2F?#";
        operator.create(Map.of("player_id", odd, "currency", "EUR"));
        assertEquals(odd, operator.player(odd).shouldBeOk().member("player_id"));
        operator.endpoint()
                .sendRaw(operator.authorized(bankroll.gateway.contract.kit.Call.get("/players/%zz")))
                .shouldBeMalformed();
        operator.get("/players/" + "x".repeat(65)).shouldBeMalformed();
    }

    @Test
    void shouldBeStrictAboutJsonAndMediaTypesToo() {
        var call = bankroll.gateway.contract.kit.Call.post("/players", "{\"players\":[],\"players\":[]}");
        operator.send(call).shouldBeMalformed();
        operator.send(call.replacing("content-type", "text/plain")).shouldBeProblem(415, "malformed_request");
        operator.send(call.header("content-encoding", "gzip")).shouldBeProblem(415, "malformed_request");
    }

    private Answer patch(String body) {
        return operator.send("PATCH", "/players/" + id, body);
    }

    @Test
    void shouldShowThePlatformWhatTheOperatorPatched() {
        operator.create(Map.of("player_id", id, "currency", "EUR"));
        patch(Json.write(Map.of("language", "fr", "country", "FR"))).shouldBeOk();
        Answer identity = wallet.authenticate(operator.launchCode(id), "g").shouldBeOk();
        assertEquals("fr", identity.member("language"));
        assertEquals("FR", identity.member("country"));
    }
}
