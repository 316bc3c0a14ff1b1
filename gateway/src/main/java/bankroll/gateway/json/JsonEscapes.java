package bankroll.gateway.json;

/** JSON's escapes in strings: judged, and taken away in place; what an escape names is never longer than the escape. */
public final class JsonEscapes {
    /** Most bytes that an escape takes for each byte of what it names: {@code \\u0061}. */
    public static final int LONGEST = 6;

    /** Most bytes that a character takes: two escapes, for the two halves of a pair. */
    static final int LONGEST_CHARACTER = 2 * LONGEST;

    private static final int SHORT = 2;
    private static final int UNIT = 6;

    /** What a character behind a backslash stands for; 0: nothing. */
    private static final byte[] PLAIN = new byte[256];

    /** The value of each byte as a hexadecimal digit in ASCII, or -1: a body may hold millions of them. */
    private static final byte[] HEX = new byte[256];

    static {
        for (int i = 0; i < HEX.length; i++) {
            HEX[i] = (byte) (i < 128 ? Character.digit(i, 16) : -1);
        }
        String escapes = "\"\"\\\\//b\bf\fn\nr\rt\t";
        for (int i = 0; i < escapes.length(); i += 2) {
            PLAIN[escapes.charAt(i)] = (byte) escapes.charAt(i + 1);
        }
    }

    private JsonEscapes() {}

    /** Where the text goes on behind the escape at {@code at}; negative if it is none, or half a surrogate pair. */
    static int after(byte[] text, int at, int length) {
        if (at + 1 >= length) {
            return -1;
        }
        if (text[at + 1] != 'u') {
            return plain(text[at + 1]) == 0 ? -1 : at + SHORT;
        }
        int unit = unit(text, at, length);
        if (unit < 0 || Character.isLowSurrogate((char) unit)) {
            return -1;
        }
        if (!Character.isHighSurrogate((char) unit)) {
            return at + UNIT;
        }
        int low = unit(text, at + UNIT, length);
        return low >= 0 && Character.isLowSurrogate((char) low) ? at + 2 * UNIT : -1;
    }

    /** Copies a judged string without its escapes as UTF-8, also onto itself; tells where the copy ends. */
    public static int unescape(byte[] text, int start, int end, byte[] target, int targetStart) {
        int to = targetStart;
        int from = start;
        while (from < end) {
            if (text[from] != '\\') {
                target[to++] = text[from++];
            } else if (text[from + 1] != 'u') {
                target[to++] = plain(text[from + 1]);
                from += SHORT;
            } else {
                int character = unit(text, from, end);
                from += UNIT;
                if (Character.isHighSurrogate((char) character)) {
                    int low = unit(text, from, end);
                    character = Character.toCodePoint((char) character, (char) low);
                    from += UNIT;
                }
                to = utf8(character, target, to);
            }
        }
        return to;
    }

    /** The UTF-16 unit that a \\u escape at this place names; negative if there is none. */
    private static int unit(byte[] text, int at, int length) {
        if (at + UNIT > length || text[at] != '\\' || text[at + 1] != 'u') {
            return -1;
        }
        // one of them that is no digit is negative, and so is the whole then
        return HEX[text[at + 2] & 0xFF] << 12
                | HEX[text[at + 3] & 0xFF] << 8
                | HEX[text[at + 4] & 0xFF] << 4
                | HEX[text[at + 5] & 0xFF];
    }

    private static byte plain(byte escaped) {
        return PLAIN[escaped & 0xFF];
    }

    private static int utf8(int character, byte[] target, int at) {
        int to = at;
        if (character < 0x80) {
            target[to++] = (byte) character;
        } else if (character < 0x800) {
            target[to++] = (byte) (0xC0 | character >> 6);
            target[to++] = (byte) (0x80 | character & 0x3F);
        } else {
            if (character < 0x10000) {
                target[to++] = (byte) (0xE0 | character >> 12);
            } else {
                target[to++] = (byte) (0xF0 | character >> 18);
                target[to++] = (byte) (0x80 | character >> 12 & 0x3F);
            }
            target[to++] = (byte) (0x80 | character >> 6 & 0x3F);
            target[to++] = (byte) (0x80 | character & 0x3F);
        }
        return to;
    }
}
