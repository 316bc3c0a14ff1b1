package bankroll.gateway.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bytes of a string in a body, of a member that nobody asks for: they are judged all the same. */
class Utf8CheckTest {
    private static final byte[] BEFORE = "{\"member\":\"".getBytes(StandardCharsets.UTF_8);
    private static final byte[] BEHIND = "\"}".getBytes(StandardCharsets.UTF_8);

    private static boolean isTaken(String text) {
        return isTaken(text.getBytes(StandardCharsets.UTF_8));
    }

    private static boolean isTaken(byte[] string) {
        byte[] body = concat(concat(BEFORE, string), BEHIND);
        return isBody(body, body.length);
    }

    private static boolean isBody(byte[] body, int length) {
        try {
            JsonObject.read(body, length, Set.of());
            return true;
        } catch (MalformedRequest e) {
            return false;
        }
    }

    private static byte[] concat(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "plain ascii, longer than a word",
                "é€😀",
                "\ufeffa",
                "a\ufeffb",
                "\\\\ud800",
                "\\ud83d\\ude00",
                "\\u0000",
                "\\n\\\"",
                "\\ud83d\\uDE00x",
                "12345678é",
                "1234567é",
                "\uffff\ud7ff\ue000"
            })
    void shouldPassGoodText(String text) {
        assertTrue(isTaken(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\\ud800",
                "\\udc00",
                "\\ud83d",
                "\\ud83dx",
                "\\ud83d\\u0041",
                "\\ud83d\\ud83d\\ude00",
                "\\ude00\\ud83d",
                "\\\\\\ud800",
                "\\uD83D\\n",
                "12345678\\ud800",
                "\\u12",
                "\\uzzzz",
                "\\u00é",
                "\\x"
            })
    void shouldFindHalfASurrogatePairAndABadEscape(String text) {
        assertFalse(isTaken(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "80",
                "bf",
                "c080",
                "c1bf",
                "c2",
                "c241",
                "e08080",
                "e09fbf",
                "e0a0",
                "eda080",
                "edbfbf",
                "f0808080",
                "f08fbfbf",
                "f4908080",
                "f5808080",
                "ff",
                "fe",
                "e282",
                "f09f98"
            })
    void shouldFindWhatIsNotUtf8(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex);

        assertFalse(isTaken(bytes));
        assertFalse(isTaken(concat("xxxxxxxxx".getBytes(StandardCharsets.UTF_8), bytes)));
        assertFalse(isTaken(concat("é".getBytes(StandardCharsets.UTF_8), bytes)));
    }

    @Test
    void shouldRefuseAByteOrderMark() {
        byte[] body = "\ufeff{}".getBytes(StandardCharsets.UTF_8);

        assertFalse(isBody(body, body.length));
    }

    @Test
    void shouldLookNoFurtherThanTheLength() {
        assertTrue(isBody(new byte[] {'{', '}', (byte) 0xFF}, 2));
        assertFalse(isBody(new byte[] {'"', (byte) 0xC3, (byte) 0xA9, '"'}, 2));
    }

    @Test
    void shouldAgreeWithTheJdkOnRandomBytes() {
        long seed = Long.getLong("seed", System.nanoTime());
        Random random = new Random(seed);
        byte[] alphabet = HexFormat.of().parseHex("41c2c3e0e1edeff0f4808f909fa0bf");
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = new byte[1 + random.nextInt(12)];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] =
                        random.nextInt(4) == 0 ? (byte) random.nextInt(256) : alphabet[random.nextInt(alphabet.length)];
                boolean isOfJson = bytes[i] >= 0 && bytes[i] < ' ' || bytes[i] == '"' || bytes[i] == '\\';
                bytes[i] = isOfJson ? (byte) 'x' : bytes[i];
            }
            assertEquals(isUtf8(bytes), isTaken(bytes), () -> HexFormat.of().formatHex(bytes) + " -Dseed=" + seed);
        }
    }

    private static boolean isUtf8(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }
}
