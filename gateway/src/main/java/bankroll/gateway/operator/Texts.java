package bankroll.gateway.operator;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** What every text of the API must be (decisions §2): no control characters, and not too long in code points. */
final class Texts {
    private Texts() {}

    /** Refuses a text that isn't allowed; an empty one is. */
    static void check(String name, String text, int most) throws MalformedException {
        if (text.length() > most && text.codePointCount(0, text.length()) > most) {
            throw new MalformedException(name + " must have at most " + most + " characters");
        }
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < 0x20 || text.charAt(i) == 0x7f) {
                throw new MalformedException(name + " must not hold control characters");
            }
        }
    }

    /**
     * An id out of a path: percent-decoded once, valid UTF-8, 1 to {@code most} characters.
     *
     * @param raw as it was sent, each char one byte
     */
    static String pathId(String name, String raw, int most) throws MalformedException {
        byte[] bytes = new byte[raw.length()];
        int length = 0;
        for (int i = 0; i < raw.length(); i++) {
            char character = raw.charAt(i);
            if (character == '%') {
                bytes[length++] = (byte) escaped(name, raw, i);
                i += 2;
            } else {
                bytes[length++] = (byte) character;
            }
        }
        String text = utf8(name, bytes, length);
        check(name, text, most);
        return text;
    }

    private static int escaped(String name, String raw, int percent) throws MalformedException {
        int high = percent + 2 < raw.length() ? Character.digit(raw.charAt(percent + 1), 16) : -1;
        int low = high < 0 ? -1 : Character.digit(raw.charAt(percent + 2), 16);
        if (low < 0) {
            throw new MalformedException(name + " in the path holds a bad percent escape");
        }
        return high << 4 | low;
    }

    private static String utf8(String name, byte[] bytes, int length) throws MalformedException {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, 0, length))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new MalformedException(name + " in the path is not valid UTF-8");
        }
    }
}
