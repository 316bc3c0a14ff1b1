package bankroll.gateway.contract.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * One HTTP answer.
 *
 * @param status the HTTP status
 * @param headers values by lower-case name
 * @param body the raw bytes
 */
public record Answer(int status, Map<String, List<String>> headers, byte[] body) {
    private static final Set<String> PROBLEM_MEMBERS = Set.of("type", "title", "status", "code", "detail");

    /** The first value of a header. */
    public Optional<String> header(String name) {
        return headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of()).stream()
                .findFirst();
    }

    /** The media type without its parameters, empty when there is none. */
    public String mediaType() {
        return header("content-type").orElse("").split(";", 2)[0].trim().toLowerCase(Locale.ROOT);
    }

    /** The body as a tree. */
    public JsonNode json() {
        return Json.read(body);
    }

    /** The body as text. */
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** A member of the body as text, null when it is absent. */
    public String member(String name) {
        JsonNode value = json().get(name);
        return value == null ? null : value.asString();
    }

    /** Asserts the status. */
    public Answer shouldBe(int expected) {
        assertEquals(expected, status, this::toString);
        return this;
    }

    /** Asserts a success that is JSON. */
    public Answer shouldBeOk() {
        shouldBe(200);
        assertEquals("application/json", mediaType());
        return this;
    }

    /** Asserts a problem document with this status and code and only the contract's five members (decisions §2). */
    public Answer shouldBeProblem(int expectedStatus, String code) {
        shouldBe(expectedStatus);
        assertEquals("application/problem+json", mediaType());
        JsonNode problem = json();
        assertEquals(code, problem.path("code").asString(""), this::toString);
        assertEquals(expectedStatus, problem.path("status").asInt(-1), this::toString);
        assertTrue(problem.path("type").asString("").endsWith(code), this::toString);
        assertFalse(problem.path("title").asString("").isEmpty(), this::toString);
        for (Map.Entry<String, JsonNode> member : problem.properties()) {
            assertTrue(PROBLEM_MEMBERS.contains(member.getKey()), () -> "no member of §2.8: " + member.getKey());
            assertFalse(member.getValue().isNull(), () -> "null member: " + member.getKey());
        }
        return this;
    }

    /** Asserts {@code malformed_request} with status 400. */
    public Answer shouldBeMalformed() {
        return shouldBeProblem(400, "malformed_request");
    }

    /** Asserts the seconds to wait: a whole number, at least 1. */
    public Answer shouldSayWhenToRetry() {
        String seconds = header("retry-after").orElse("");
        assertTrue(seconds.matches("[1-9][0-9]*"), () -> "Retry-After: '" + seconds + "' of " + this);
        return this;
    }

    @Override
    public String toString() {
        return status + " " + headers.getOrDefault("content-type", List.of()) + " " + text();
    }
}
