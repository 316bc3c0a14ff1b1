package bankroll.gateway.json;

import bankroll.protocol.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A cursor over a body's bytes that knows JSON's smallest parts: strings, numbers, words and space. Judges UTF-8 and
 * escapes in the same pass, eight bytes at a time. What is an object or an array {@link JsonScanner} knows. One event loop.
 */
class JsonLexer {
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long QUOTES = ONES * '"';
    private static final long BACKSLASHES = ONES * '\\';
    private static final long SPACES = ONES * ' ';
    private static final byte DELETE = 0x7F;
    private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);

    private byte[] bytes;
    private int length;
    private int at;
    private int start;
    private int size;
    private boolean hasEscape;
    private boolean hasControl;

    /** Starts a body. */
    public void open(byte[] body, int bodyLength) {
        bytes = body;
        length = bodyLength;
        at = 0;
    }

    /** Where the cursor stands. */
    public final int position() {
        return at;
    }

    /** Whether no byte is left. */
    final boolean isAtEnd() {
        return at >= length;
    }

    /** The next byte; 0, which no JSON begins with, behind the end. */
    final int peek() {
        return at < length ? bytes[at] : 0;
    }

    /** Passes over one byte that was seen. */
    final void advance() {
        at++;
    }

    /** Passes over bytes, those from an index on, if they stand there exactly so. */
    final boolean skipExactly(byte[] expected, int from) {
        int count = expected.length - from;
        boolean isThere = count <= length - at && Bytes.equal(bytes, at, expected, from, count);
        if (isThere) {
            at += count;
        }
        return isThere;
    }

    /** Whether a value may begin here. */
    final boolean isValue() {
        int first = peek();
        return first == '{'
                || first == '['
                || first == '"'
                || first == '-'
                || first >= '0' && first <= '9'
                || first == 't'
                || first == 'f'
                || first == 'n';
    }

    /** Passes over one character that must stand here. */
    final void expect(char character) throws MalformedRequest {
        if (peek() != character) {
            throw invalid();
        }
        at++;
    }

    /** Passes over space. */
    final void skipSpace() {
        while (at < length && bytes[at] <= ' ' && isSpace(bytes[at])) {
            at++;
        }
    }

    private static boolean isSpace(byte b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }

    /** Passes over a string and remembers where its text stands, escapes and all. */
    final void rawString() throws MalformedRequest {
        if (peek() != '"') {
            throw invalid();
        }
        hasEscape = false;
        hasControl = false;
        start = at + 1;
        int i = plainEnd(bytes, start, length);
        while (i < length && bytes[i] != '"') {
            at = i;
            i = plainEnd(bytes, afterSpecial(bytes[i]), length);
        }
        if (i >= length) {
            at = length;
            throw invalid();
        }
        size = i - start;
        at = i + 1;
    }

    /** The first byte that is a quote, a backslash, a control character, DEL or not ASCII; {@code length} if none is. */
    static int plainEnd(byte[] text, int from, int length) {
        int i = from;
        for (; i + Long.BYTES <= length; i += Long.BYTES) {
            long special = special(Bytes.word(text, i));
            if (special != 0) {
                return i + (Long.numberOfTrailingZeros(special) >>> 3);
            }
        }
        while (i < length && text[i] >= ' ' && text[i] != '"' && text[i] != '\\' && text[i] != DELETE) {
            i++;
        }
        return i;
    }

    /** Marks special bytes. A borrow or carry only comes out of a byte that is marked itself: the first mark is exact. */
    private static long special(long word) {
        return ((word ^ QUOTES) - ONES | (word ^ BACKSLASHES) - ONES | word - SPACES | word + ONES | word) & HIGH_BITS;
    }

    private int afterSpecial(byte special) throws MalformedRequest {
        int next;
        if (special < 0) {
            next = afterSequence(bytes, at, length);
            while (next > 0 && next < length && bytes[next] < 0) {
                at = next;
                next = afterSequence(bytes, at, length);
            }
        } else if (special == '\\') {
            hasEscape = true;
            next = JsonEscapes.after(bytes, at, length);
            while (next > 0 && next < length && bytes[next] == '\\') {
                at = next;
                next = JsonEscapes.after(bytes, at, length);
            }
        } else {
            hasControl = true;
            next = special == DELETE ? at + 1 : -1;
        }
        if (next < 0) {
            throw new MalformedRequest(
                    "not valid UTF-8, a control character, a bad escape or half a surrogate pair at byte " + at);
        }
        return next;
    }

    /** Takes the escapes of the last string away where it stands: the body is changed. */
    final void unescape() {
        if (hasEscape) {
            size = JsonEscapes.unescape(bytes, start, start + size, bytes, start) - start;
            hasControl |= holdsControl();
        }
    }

    private boolean holdsControl() {
        for (int i = start; i < start + size; i++) {
            if (bytes[i] >= 0 && bytes[i] < ' ' || bytes[i] == DELETE) {
                return true;
            }
        }
        return false;
    }

    /** Code points of the last string. */
    final int codePoints() {
        int count = 0;
        for (int i = start; i < start + size; i++) {
            count += (bytes[i] & 0xC0) == 0x80 ? 0 : 1;
        }
        return count;
    }

    /** Whether the last string, mostly a name, is this one, however it was spelled. */
    public final boolean isText(byte[] text) {
        if (!hasEscape) {
            return Arrays.equals(bytes, start, start + size, text, 0, text.length);
        }
        if (size > text.length * JsonEscapes.LONGEST) {
            return false;
        }
        byte[] plain = new byte[size];
        int end = JsonEscapes.unescape(bytes, start, start + size, plain, 0);
        return Arrays.equals(plain, 0, end, text, 0, text.length);
    }

    /** Where the last string starts in the body. */
    public final int start() {
        return start;
    }

    /** Bytes of the last string. */
    public final int size() {
        return size;
    }

    /** Whether the last string was written with an escape; a name keeps it. */
    public final boolean hasEscape() {
        return hasEscape;
    }

    /** Whether the last string holds a control character or DEL; to be asked when its escapes are gone. */
    final boolean hasControl() {
        return hasControl;
    }

    /** Passes over a string, a number or a word. */
    final void scalar() throws MalformedRequest {
        switch (peek()) {
            case '"' -> rawString();
            case 't' -> word(TRUE);
            case 'f' -> word(FALSE);
            case 'n' -> word(NULL);
            default -> number();
        }
    }

    /** Passes over null, which means absent; false if the value is another. */
    public final boolean skipNull() throws MalformedRequest {
        if (peek() != 'n') {
            return false;
        }
        word(NULL);
        return true;
    }

    private void word(byte[] word) throws MalformedRequest {
        for (byte letter : word) {
            expect((char) letter);
        }
    }

    /** {@code -? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?}; the caller judges what follows. */
    private void number() throws MalformedRequest {
        if (peek() == '-') {
            at++;
        }
        if (peek() == '0') {
            at++;
        } else {
            digits();
        }
        if (peek() == '.') {
            at++;
            digits();
        }
        if ((peek() | 0x20) == 'e') {
            at++;
            if (peek() == '+' || peek() == '-') {
                at++;
            }
            digits();
        }
    }

    private void digits() throws MalformedRequest {
        int first = at;
        while (at < length && bytes[at] >= '0' && bytes[at] <= '9') {
            at++;
        }
        if (at == first) {
            throw invalid();
        }
    }

    final MalformedRequest invalid() {
        return new MalformedRequest("the body is not valid JSON at byte " + at);
    }

    /**
     * Where the character behind a non-ASCII one starts; negative if that one is not strict UTF-8: no overlong form, no
     * surrogate, nothing beyond U+10FFFF. Two spellings of one id must never meet (decisions §2).
     */
    private static int afterSequence(byte[] text, int at, int length) {
        byte first = text[at];
        int size = sequenceLength(first);
        if (size == 0 || at + size > length || !isSecondAllowed(first, text[at + 1])) {
            return -1;
        }
        for (int i = 2; i < size; i++) {
            if (!isContinuation(text[at + i])) {
                return -1;
            }
        }
        return at + size;
    }

    private static int sequenceLength(byte first) {
        int lead = first & 0xFF;
        if (lead >= 0xC2 && lead <= 0xDF) {
            return 2;
        }
        if (lead >= 0xE0 && lead <= 0xEF) {
            return 3;
        }
        return lead >= 0xF0 && lead <= 0xF4 ? 4 : 0;
    }

    /** Keeps out overlong forms, surrogates and what lies beyond U+10FFFF (Unicode table 3-7). */
    private static boolean isSecondAllowed(byte first, byte second) {
        int next = second & 0xFF;
        return switch (first & 0xFF) {
            case 0xE0 -> next >= 0xA0 && next <= 0xBF;
            case 0xED -> next >= 0x80 && next <= 0x9F;
            case 0xF0 -> next >= 0x90 && next <= 0xBF;
            case 0xF4 -> next >= 0x80 && next <= 0x8F;
            default -> isContinuation(second);
        };
    }

    private static boolean isContinuation(byte b) {
        return (b & 0xC0) == 0x80;
    }
}
