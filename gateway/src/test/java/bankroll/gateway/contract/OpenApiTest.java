package bankroll.gateway.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.contract.kit.Answer;
import bankroll.gateway.contract.kit.Call;
import bankroll.gateway.contract.kit.Endpoint;
import bankroll.gateway.contract.kit.OpenApi;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The judge of every answer, judged itself: {@code docs/openapi} lets right answers pass and wrong ones not. */
class OpenApiTest {
    private static final String JSON = "application/json";
    private static final String PROBLEM = "application/problem+json";
    private final OpenApi api = OpenApi.PLATFORM;

    private static Answer answer(int status, String mediaType, String body) {
        return new Answer(status, Map.of("content-type", List.of(mediaType)), body.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void shouldLetRightAnswersPass() {
        assertNull(
                api.judge("POST", "/players/balance", answer(200, JSON, "{\"balance\":\"5\",\"currency\":\"EUR\"}")));
        assertNull(api.judge("POST", "/nothing", answer(404, PROBLEM, problem(404, "not_found"))));
        String lost = problem(404, "transaction_not_found").replace("\"t\"", "\"The transaction is not known\"");
        assertNull(api.judge("GET", "/transactions/t%2F1?x=1", answer(404, PROBLEM, lost)));
    }

    private static String problem(int status, String code) {
        String title = code.equals("player_not_found") ? "The player is not known" : "t";
        return "{\"type\":\"urn:bankroll:problem:" + code + "\",\"title\":\"" + title + "\",\"status\":" + status
                + ",\"code\":\"" + code + "\"}";
    }

    @ParameterizedTest
    @CsvSource(
            value = {
                "200|{\"balance\":5,\"currency\":\"EUR\"}",
                "200|{\"balance\":\"05\",\"currency\":\"EUR\"}",
                "200|{\"balance\":\"-1\",\"currency\":\"EUR\"}",
                "200|{\"balance\":\"5\"}",
                "200|{\"balance\":\"5\",\"currency\":null}",
                "200|{\"balance\":\"5\",\"currency\":\"EUR\",\"extra\":1}",
                "200|{}",
                "200|[]",
                "201|{\"balance\":\"5\",\"currency\":\"EUR\"}",
                "418|{}"
            },
            delimiter = '|')
    void shouldFindWrongAnswers(int status, String body) {
        assertNotNull(api.judge("POST", "/players/balance", answer(status, JSON, body)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'status':'ok'",
                "'status':'OK','processed_at':'2026-03-01T09:30:00.000Z'",
                "'status':'ok','processed_at':'2026-03-01T09:30:00Z'",
                "'status':'ok','processed_at':'2026-03-01T09:30:00.000+00:00'",
                "'status':'insufficient_funds','processed_at':'2026-03-01T09:30:00.000Z'",
                "'status':'retry','balance':'1'",
                "'status':'retry','processed_at':'2026-03-01T09:30:00.000Z'",
                "'status':'duplicate_mismatch','processed_at':'2026-03-01T09:30:00.000Z'"
            })
    void shouldFindWrongResults(String members) {
        String result = ("{'transaction_id':'t'," + members + "}").replace('\'', '"');
        assertNotNull(api.judge("POST", "/transactions", answer(200, JSON, "{\"results\":[" + result + "]}")));
    }

    @Test
    void shouldFindNoResultsWrong() {
        assertNotNull(api.judge("POST", "/transactions", answer(200, JSON, "{\"results\":[]}")));
    }

    @Test
    void shouldFindWrongProblems() {
        String right = problem(404, "player_not_found");
        assertNull(api.judge("POST", "/players/balance", answer(404, PROBLEM, right)));
        assertNotNull(api.judge("POST", "/players/balance", answer(404, JSON, right)));
        assertNotNull(api.judge("POST", "/players/balance", answer(404, PROBLEM, right.replace("404", "400"))));
        assertNotNull(
                api.judge("POST", "/players/balance", answer(404, PROBLEM, problem(404, "transaction_not_found"))));
        assertNotNull(api.judge(
                "POST",
                "/players/balance",
                answer(404, PROBLEM, right.replace("\"The player is not known\"", "null"))));
        assertNotNull(
                api.judge("POST", "/players/balance", answer(404, PROBLEM, right.replace("not known", "unknown"))));
        assertNotNull(api.judge("POST", "/nothing", answer(404, PROBLEM, right)));
        assertNotNull(
                api.judge("PUT", "/transactions", answer(405, PROBLEM, problem(405, "not_found"))), "Allow is missing");
        assertNotNull(api.judge(
                "POST", "/players/balance", answer(404, PROBLEM, right.replace("{", "{\"instance\":\"x\","))));
        assertNotNull(
                api.judge("POST", "/transactions", answer(503, PROBLEM, problem(503, "unavailable"))),
                "Retry-After is missing");
    }

    @Test
    void shouldThrowOnAWrongAnswerSoThatEveryTestChecks() {
        Answer wrong = answer(200, JSON, "{\"balance\":\"5\"}");
        assertThrows(AssertionError.class, () -> Endpoint.checked(Call.of("POST", "/players/balance"), wrong));
    }

    @Test
    void shouldFindARequestThatIsTakenAndNotDescribed() {
        Answer right = answer(200, JSON, "{\"balance\":\"5\",\"currency\":\"EUR\"}");
        Endpoint.checked(Call.post("/players/balance", "{\"player_id\":\"p\",\"session_id\":null,\"x\":1}"), right);

        Call without = Call.post("/players/balance", "{\"player_id\":null}");
        assertThrows(AssertionError.class, () -> Endpoint.checked(without, right));
    }

    @Test
    void shouldDescribeEveryCodeOfTheContractAndNoOther() {
        assertEquals(
                Set.of(
                        "invalid_signature",
                        "invalid_launch_code",
                        "malformed_request",
                        "player_not_found",
                        "transaction_not_found",
                        "rate_limited",
                        "unavailable",
                        "internal",
                        "not_found"),
                codes(OpenApi.PLATFORM));
        assertEquals(
                Set.of(
                        "unauthorized",
                        "forbidden",
                        "malformed_request",
                        "not_found",
                        "player_not_found",
                        "transaction_not_found",
                        "session_not_found",
                        "conflict",
                        "rate_limited",
                        "unavailable",
                        "internal"),
                codes(OpenApi.OPERATOR));
    }

    private static Set<String> codes(OpenApi api) {
        return words(api.document().at("/components/schemas/Problem/properties/code/enum"));
    }

    private static Set<String> words(JsonNode list) {
        return list.valueStream().map(JsonNode::asString).collect(Collectors.toSet());
    }

    /** Each document stands for itself, so what both need stands in both. */
    @Test
    void shouldSayTheSameInBothDocuments() {
        int same = 0;
        for (Map.Entry<String, JsonNode> schema :
                OpenApi.PLATFORM.document().at("/components/schemas").properties()) {
            JsonNode other = OpenApi.OPERATOR.document().at("/components/schemas/" + schema.getKey());
            if (!other.isMissingNode() && !schema.getKey().equals("Problem")) {
                assertEquals(schema.getValue(), other, schema.getKey());
                same++;
            }
        }
        assertTrue(same >= 8, "schemas in both: " + same);
    }

    @Test
    void shouldLeaveDetailsFree() {
        for (String type : List.of("Debit", "Credit", "Rollback")) {
            JsonNode details = api.document().at("/components/schemas/" + type + "/properties/details");
            assertEquals("object", details.path("type").asString());
            assertTrue(details.path("additionalProperties").asBoolean());
        }
    }

    /** An operation that names no scheme of its own has the document's. */
    @ParameterizedTest
    @EnumSource
    void shouldDefineEverySecuritySchemeThatItNames(Document of) {
        Set<String> defined =
                Set.copyOf(of.api.document().at("/components/securitySchemes").propertyNames());
        for (JsonNode security : of.api.document().findValues("security")) {
            for (JsonNode needed : security) {
                assertTrue(defined.containsAll(needed.propertyNames()), () -> needed + " is not among " + defined);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldDescribeExamplesThatItsOwnSchemasAllow(Document of) {
        List<String> pointers = new ArrayList<>();
        collectContents(of.api.document(), "", pointers);
        int examples = 0;
        for (String pointer : pointers) {
            for (Map.Entry<String, JsonNode> example :
                    of.api.document().at(pointer + "/examples").properties()) {
                var errors = of.api
                        .schema(pointer + "/schema")
                        .validate(example.getValue().path("value"));
                assertEquals(List.of(), errors, () -> pointer + " " + example.getKey());
                examples++;
            }
        }
        assertTrue(examples > 15, "examples: " + examples);
    }

    enum Document {
        PLATFORM(OpenApi.PLATFORM),
        OPERATOR(OpenApi.OPERATOR);

        private final OpenApi api;

        Document(OpenApi api) {
            this.api = api;
        }
    }

    private static void collectContents(JsonNode node, String pointer, List<String> found) {
        if (node.has("schema") && node.has("examples")) {
            found.add(pointer);
        }
        for (Map.Entry<String, JsonNode> member : node.properties()) {
            collectContents(
                    member.getValue(),
                    pointer + "/" + member.getKey().replace("~", "~0").replace("/", "~1"),
                    found);
        }
    }
}
