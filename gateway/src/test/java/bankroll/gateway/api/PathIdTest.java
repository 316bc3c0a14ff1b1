package bankroll.gateway.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bankroll.gateway.json.MalformedRequest;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PathIdTest {
    @ParameterizedTest
    @CsvSource({
        "abc,abc",
        "a%2Fb,a/b",
        "a%2fb,a/b",
        "%41,A",
        "%2541,%41",
        "a+b,a+b",
        "%C3%A9,é",
        "%F0%9F%98%80,😀",
        "%EF%BB%BFx,\ufeffx",
        "a%20b,a b",
        "'\\ud800','\\ud800'",
        "..,.."
    })
    void shouldDecodeThePathOnce(String segment, String id) throws Exception {
        assertEquals(id, Call.pathId(segment, 128));
    }

    @Test
    void shouldTakeUnescapedUtf8InThePath() throws Exception {
        String asNettyGivesIt = new String("é".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        assertEquals("é", Call.pathId(asNettyGivesIt, 128));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%",
                "a%",
                "a%2",
                "%zz",
                "%2x",
                "%-1",
                "%u0041",
                "%C3",
                "%C3%28",
                "%C0%80",
                "%ED%A0%80",
                "%00",
                "%0a",
                "%7F",
                "%ff"
            })
    void shouldRefuseBadEscapes(String segment) {
        assertThrows(MalformedRequest.class, () -> Call.pathId(segment, 128));
    }

    @Test
    void shouldBoundTheIdInThePathInCodePoints() throws Exception {
        assertEquals(256, Call.pathId("%F0%9F%98%80".repeat(128), 128).length());
        assertThrows(MalformedRequest.class, () -> Call.pathId("%F0%9F%98%80".repeat(129), 128));
        assertThrows(MalformedRequest.class, () -> Call.pathId("x".repeat(129), 128));
    }
}
