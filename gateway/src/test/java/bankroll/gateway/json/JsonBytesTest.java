package bankroll.gateway.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.gateway.contract.kit.Json;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonBytesTest {
    private final JsonBytes json = new JsonBytes();

    private String written() {
        ByteBuf out = Unpooled.buffer();
        json.copyTo(out);
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void shouldEscapeWhatJsonWantsEscapedAndNothingElse() {
        json.start().string("a\"b\\c/\n\u0000\u001f é😀\u007f");
        assertEquals("\"a\\\"b\\\\c/\\u000a\\u0000\\u001f é😀\u007f\"", written());
    }

    @Test
    void shouldReadBackAnyString() {
        long seed = Long.getLong("seed", System.nanoTime());
        Random random = new Random(seed);
        for (int i = 0; i < 5_000; i++) {
            String text = random.ints(random.nextInt(200), random.nextInt(0x20), i % 2 == 0 ? 0x80 : 0x2000)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            json.start().string(text);
            assertEquals(
                    text, Json.read(written().getBytes(StandardCharsets.UTF_8)).asString(), "-Dseed=" + seed);
            String fromString = written();
            json.start().string(("xy" + text + "\\\"\n").getBytes(StandardCharsets.UTF_8), 2, utf8.length);
            assertEquals(fromString, written(), "-Dseed=" + seed);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "1",
                "9",
                "10",
                "99",
                "100",
                "999999999999999999",
                "1000000000000000000",
                "9223372036854775807",
                "9223372036854775808",
                "9999999999999999999",
                "18446744073709551615"
            })
    void shouldWriteEveryAmountAsAString(String amount) {
        json.start().amount(Long.parseUnsignedLong(amount));
        assertEquals('"' + amount + '"', written());
    }

    /** Around each power of two and of ten, where a number gets a digit or a bit more. */
    @Test
    void shouldWriteAnAmountOfAnyLength() {
        for (int bits = 0; bits < Long.SIZE; bits++) {
            long ten = (long) Math.pow(10, Math.min(bits, 18));
            for (long amount : new long[] {(1L << bits) - 1, 1L << bits, ten - 1, ten, ten + 7}) {
                json.start().amount(amount);
                assertEquals('"' + Long.toUnsignedString(amount) + '"', written());
            }
        }
    }

    @Test
    void shouldGrow() {
        String text = "x".repeat(3_000_000);
        json.start().string(text).string(text);
        assertEquals(2 * text.length() + 4, written().length());
        json.start().string("y");
        assertEquals("\"y\"", written());
    }
}
