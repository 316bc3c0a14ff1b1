package bankroll.gateway.api;

import bankroll.gateway.json.MalformedRequest;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** An id that stands in a path: percent-decoded once, then judged as every id (decisions §4). */
final class PathId {
    private PathId() {}

    /** The id that a path's segment spells; {@code segment} has one char per byte sent. */
    static String decode(String segment, int maxCodePoints) throws MalformedRequest {
        byte[] bytes = new byte[segment.length()];
        int length = 0;
        for (int i = 0; i < segment.length(); i++) {
            char c = segment.charAt(i);
            if (c == '%') {
                c = escaped(segment, i);
                i += 2;
            }
            if (c < ' ' || c == 0x7F) {
                throw new MalformedRequest("the id in the path must not hold control characters");
            }
            bytes[length++] = (byte) c;
        }
        String id = utf8(bytes, length);
        if (id.codePointCount(0, id.length()) > maxCodePoints) {
            throw new MalformedRequest("the id in the path must be at most " + maxCodePoints + " characters long");
        }
        return id;
    }

    private static char escaped(String segment, int at) throws MalformedRequest {
        if (at + 2 < segment.length()) {
            int high = hex(segment.charAt(at + 1));
            int low = hex(segment.charAt(at + 2));
            if (high >= 0 && low >= 0) {
                return (char) (high << 4 | low);
            }
        }
        throw new MalformedRequest("the path has a % without two hexadecimal digits");
    }

    private static int hex(char c) {
        return c < 0x80 ? Character.digit(c, 16) : -1;
    }

    private static String utf8(byte[] bytes, int length) throws MalformedRequest {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, 0, length))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new MalformedRequest("the id in the path is not valid UTF-8");
        }
    }
}
