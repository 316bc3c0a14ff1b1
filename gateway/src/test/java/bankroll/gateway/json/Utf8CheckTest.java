package bankroll.gateway.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Utf8CheckTest {
    private static int check(byte[] bytes) {
        return Utf8Check.firstFault(bytes, bytes.length);
    }

    private static int check(String text) {
        return check(text.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "plain ascii, longer than a word",
                "é€😀",
                "a\ufeffb",
                "\\\\ud800",
                "\\ud83d\\ude00",
                "\\u0000",
                "\\n\\\"",
                "\\",
                "\\u12",
                "\\uzzzz",
                "\\ud83d\\uDE00x",
                "12345678é",
                "1234567é",
                "\uffff\ud7ff\ue000"
            })
    void shouldPassGoodText(String text) {
        assertEquals(Utf8Check.CLEAN, check(text));
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
                "12345678\\ud800"
            })
    void shouldFindHalfASurrogatePair(String text) {
        assertNotEquals(Utf8Check.CLEAN, check(text));
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
                "efbbbf",
                "efbbbf7b7d",
                "e282",
                "f09f98"
            })
    void shouldFindWhatIsNotUtf8(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        assertEquals(0, check(bytes));
        byte[] later = new byte[9 + bytes.length];
        Arrays.fill(later, (byte) 'x');
        System.arraycopy(bytes, 0, later, 9, bytes.length);
        assertEquals(hex.startsWith("efbbbf") ? Utf8Check.CLEAN : 9, check(later));
    }

    @Test
    void shouldLookNoFurtherThanTheLength() {
        assertEquals(Utf8Check.CLEAN, Utf8Check.firstFault(new byte[] {'a', (byte) 0xFF}, 1));
        assertEquals(0, Utf8Check.firstFault(new byte[] {(byte) 0xC3, (byte) 0xA9}, 1));
    }

    @Test
    void shouldAgreeWithTheJdkOnRandomBytes() {
        long seed = Long.getLong("seed", System.nanoTime());
        Random random = new Random(seed);
        byte[] alphabet = HexFormat.of().parseHex("41c2c3e0e1ed ef f0f4808f909fa0bf".replace(" ", ""));
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = new byte[1 + random.nextInt(12)];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] =
                        random.nextInt(4) == 0 ? (byte) random.nextInt(256) : alphabet[random.nextInt(alphabet.length)];
                bytes[i] = bytes[i] == '\\' ? (byte) 'x' : bytes[i];
            }
            boolean isBom = bytes.length >= 3 && HexFormat.of().formatHex(bytes).startsWith("efbbbf");
            assertEquals(
                    isUtf8(bytes) && !isBom,
                    check(bytes) == Utf8Check.CLEAN,
                    () -> HexFormat.of().formatHex(bytes) + " -Dseed=" + seed);
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
