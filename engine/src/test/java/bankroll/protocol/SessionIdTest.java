package bankroll.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.testkit.Seeds;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SessionIdTest {
    @Test
    void shouldReadBackWhatItWrites() {
        Seeds.forEach(200, random -> {
            long high = random.nextInt(10) == 0 ? 0 : random.nextLong();
            long low = high == 0 ? 0 : random.nextLong();
            byte[] text = bytes(SessionId.format(high, low));
            assertTrue(SessionId.isCanonical(text, 0, text.length));
            assertEquals(high, SessionId.high(text, 0));
            assertEquals(low, SessionId.low(text, 0));
        });
    }

    @Test
    void shouldKnowOneSpellingOnly() {
        String id = SessionId.format(1, 2);
        assertFalse(isCanonical(id.substring(1)));
        assertFalse(isCanonical(id + "A"));
        assertFalse(isCanonical(id.substring(0, 21) + "/"));
        assertFalse(isCanonical(id.substring(0, 21) + "J"));
        assertFalse(isCanonical("é" + id.substring(2)));
    }

    private static boolean isCanonical(String text) {
        byte[] bytes = bytes(text);
        return SessionId.isCanonical(bytes, 0, bytes.length);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
