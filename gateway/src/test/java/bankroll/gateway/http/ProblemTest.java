package bankroll.gateway.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import bankroll.gateway.contract.kit.Json;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

class ProblemTest {
    private static JsonNode document(Problem problem, String detail) {
        ByteBuf out = Unpooled.buffer();
        new Problem.Encoder("https://example.org/problems/").encode(out, problem, detail);
        return Json.read(out.toString(StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8));
    }

    /** The decision table (decisions §2, operator-api.md), once more: a changed label changes here too. */
    @ParameterizedTest
    @CsvSource({
        "INVALID_SIGNATURE,invalid_signature,401",
        "INVALID_LAUNCH_CODE,invalid_launch_code,401",
        "MALFORMED_REQUEST,malformed_request,400",
        "TOO_LARGE,malformed_request,413",
        "UNSUPPORTED_MEDIA_TYPE,malformed_request,415",
        "PLAYER_NOT_FOUND,player_not_found,404",
        "TRANSACTION_NOT_FOUND,transaction_not_found,404",
        "SESSION_NOT_FOUND,session_not_found,404",
        "NOT_FOUND,not_found,404",
        "METHOD_NOT_ALLOWED,not_found,405",
        "RATE_LIMITED,rate_limited,429",
        "UNAVAILABLE,unavailable,503",
        "INTERNAL,internal,500",
        "UNAUTHORIZED,unauthorized,401",
        "FORBIDDEN,forbidden,403",
        "CONFLICT,conflict,409"
    })
    void shouldHaveTheCodeAndStatusOfTheDecisions(Problem problem, String code, int status) {
        assertEquals(code, problem.code());
        assertEquals(status, problem.status());
        assertEquals(status == 429 || status == 503, problem.retryable());
    }

    @ParameterizedTest
    @EnumSource(Problem.class)
    void shouldWriteTheFiveFieldsOfTheContract(Problem problem) {
        JsonNode document = document(problem, "some \"detail\"\n\u0001é😀");
        assertEquals(
                "https://example.org/problems/" + problem.code(),
                document.get("type").asString());
        assertEquals(problem.title(), document.get("title").asString());
        assertEquals(problem.status(), document.get("status").asInt());
        assertEquals(problem.code(), document.get("code").asString());
        assertEquals("some \"detail\"\n\u0001é😀", document.get("detail").asString());
        assertEquals(Set.of("type", "title", "status", "code", "detail"), new TreeSet<>(document.propertyNames()));
    }

    @Test
    void shouldLeaveOutADetailThatIsNotThere() {
        assertFalse(document(Problem.INTERNAL, null).has("detail"));
    }
}
