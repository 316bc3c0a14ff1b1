package bankroll.gateway.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PathIdTest {
    @Test
    void shouldDecodePercentEscapesOnce() throws MalformedException {
        assertEquals("a b+c/é%20", Texts.pathId("id", "a%20b+c%2Fé%2520".replace("é", "%C3%a9"), 64));
    }

    @Test
    void shouldTakeRawUtf8() throws MalformedException {
        assertEquals("é", Texts.pathId("id", "\u00c3\u00a9", 1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"%", "%2", "a%2", "%zz", "%2g", "%+1", "%ff", "%c0%80", "%ed%a0%80", "%00", "%1f", "%7F", "abcde"
            })
    void shouldRefuse(String raw) {
        assertThrows(MalformedException.class, () -> Texts.pathId("id", raw, 4));
    }
}
