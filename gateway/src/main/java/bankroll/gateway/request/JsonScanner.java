package bankroll.gateway.request;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A cursor over a body by the same strict rules as {@link JsonBody}, for the one path where speed counts: the batch. It
 * judges JSON and UTF-8 in one pass, eight bytes at a time, and gives strings as ranges of the body instead of copies:
 * about a third of what jackson-core costs, whose tokens go through characters (docs/adr has the figures). One event loop.
 *
 * <p>Where a method is called {@code next…} the cursor then stands before a value, and whoever calls reads or skips it.
 */
final class JsonScanner {
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long QUOTES = ONES * '"';
    private static final long BACKSLASHES = ONES * '\\';
    private static final long SPACES = ONES * ' ';
    private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);

    private final NameRanges names = new NameRanges();
    private byte[] bytes;
    private int length;
    private int at;
    private int depth;
    private boolean isFirst;
    private int start;
    private int size;
    private boolean hasEscape;
    private boolean hasControl;

    /** Starts a body; the cursor stands before its root. */
    void open(byte[] body, int bodyLength) {
        bytes = body;
        length = bodyLength;
        at = 0;
        depth = 0;
        names.open(body);
        skipSpace();
    }

    /** Goes into an object; {@code what} names it in the fault. */
    void enterObject(String what) throws MalformedRequest {
        enter('{', what, "an object");
        names.enter();
    }

    /** Goes into an array. */
    void enterArray(String what) throws MalformedRequest {
        enter('[', what, "an array");
    }

    private void enter(char bracket, String what, String kind) throws MalformedRequest {
        if (peek() != bracket) {
            throw isValue() ? new MalformedRequest(what + " must be " + kind) : invalid();
        }
        if (++depth > JsonBody.MAX_DEPTH) {
            throw new MalformedRequest("the body is over " + JsonBody.MAX_DEPTH + " deep at byte " + at);
        }
        at++;
        isFirst = true;
    }

    /** Moves to the object's next member, whose name is then the last string; false at the object's end. */
    boolean nextName() throws MalformedRequest {
        if (!nextMember()) {
            return false;
        }
        readName();
        return true;
    }

    /** Moves before the name of the object's next member; false at the object's end. */
    boolean nextMember() throws MalformedRequest {
        if (isEnd('}')) {
            names.leave();
            return false;
        }
        return true;
    }

    /** Reads a member's name, then stands before its value. */
    void readName() throws MalformedRequest {
        string();
        skipSpace();
        expect(':');
        skipSpace();
    }

    /** Passes over a member's name if it stands there exactly so, with its quotes and colon. */
    boolean skipName(byte[] quoted) {
        int end = at + quoted.length;
        if (end > length || !Arrays.equals(bytes, at, end, quoted, 0, quoted.length)) {
            return false;
        }
        at = end;
        skipSpace();
        return true;
    }

    /** Whether the name just read is this one, however it was spelled. */
    boolean isName(byte[] name) {
        if (!hasEscape) {
            return Arrays.equals(bytes, start, start + size, name, 0, name.length);
        }
        byte[] plain = new byte[size];
        int end = JsonEscapes.unescape(bytes, start, start + size, plain, 0);
        return Arrays.equals(plain, 0, end, name, 0, name.length);
    }

    /** Notes the name just read as one of the innermost object's, which must not have it yet. */
    void noteName() throws MalformedRequest {
        if (!names.add(start, size, hasEscape)) {
            throw twice();
        }
    }

    /** The fault of a name that stands twice. */
    MalformedRequest twice() {
        return new MalformedRequest("a member name stands twice in one object, before byte " + at);
    }

    /** Moves to the array's next element; false at the array's end. */
    boolean nextElement() throws MalformedRequest {
        return !isEnd(']');
    }

    private boolean isEnd(char bracket) throws MalformedRequest {
        skipSpace();
        if (peek() == bracket) {
            at++;
            depth--;
            isFirst = false;
            return true;
        }
        if (!isFirst) {
            expect(',');
            skipSpace();
        }
        isFirst = false;
        return false;
    }

    /** Passes over a value; every rule holds within it. */
    void skip() throws MalformedRequest {
        switch (peek()) {
            case '{' -> {
                enterObject("");
                while (nextName()) {
                    noteName();
                    skip();
                }
            }
            case '[' -> {
                enterArray("");
                while (nextElement()) {
                    skip();
                }
            }
            case '"' -> string();
            case 't' -> literal(TRUE);
            case 'f' -> literal(FALSE);
            case 'n' -> literal(NULL);
            default -> number();
        }
    }

    /** Passes over null, which means absent; false if the value is another. */
    boolean skipNull() throws MalformedRequest {
        if (peek() != 'n') {
            return false;
        }
        literal(NULL);
        return true;
    }

    /** Nothing may follow the root. */
    void end() throws MalformedRequest {
        skipSpace();
        if (at < length) {
            throw new MalformedRequest("something stands behind the JSON object, at byte " + at);
        }
    }

    /**
     * Reads a string of at most so many code points, without control characters. Escapes are taken away where they stand:
     * the body is changed.
     */
    void text(String what, int maxCodePoints) throws MalformedRequest {
        if (peek() != '"') {
            throw isValue() ? new MalformedRequest(what + " must be a string") : invalid();
        }
        string();
        if (hasEscape) {
            size = JsonEscapes.unescape(bytes, start, start + size, bytes, start) - start;
            hasControl |= holdsControl();
        }
        if (hasControl) {
            throw new MalformedRequest(what + " must not hold control characters");
        }
        if (size > maxCodePoints && codePoints() > maxCodePoints) {
            throw new MalformedRequest(what + " must be at most " + maxCodePoints + " characters long");
        }
    }

    private boolean holdsControl() {
        for (int i = start; i < start + size; i++) {
            if (bytes[i] >= 0 && bytes[i] < ' ' || bytes[i] == 0x7F) {
                return true;
            }
        }
        return false;
    }

    private int codePoints() {
        int count = 0;
        for (int i = start; i < start + size; i++) {
            count += (bytes[i] & 0xC0) == 0x80 ? 0 : 1;
        }
        return count;
    }

    /** Where the last string starts in the body. */
    int start() {
        return start;
    }

    /** Bytes of the last string. */
    int size() {
        return size;
    }

    /** Whether the last string was written with an escape. */
    boolean hasEscape() {
        return hasEscape;
    }

    /** Where the cursor stands. */
    int position() {
        return at;
    }

    /** Whether a value of this kind begins here. */
    boolean isAt(char first) {
        return peek() == first;
    }

    /** The next byte; 0, which no JSON begins with, behind the end. */
    private int peek() {
        return at < length ? bytes[at] : 0;
    }

    private boolean isValue() {
        int first = peek();
        return first == '{' || first == '[' || first == '"' || first == '-' || first >= '0' && first <= '9'
                || first == 't' || first == 'f' || first == 'n';
    }

    private void expect(char character) throws MalformedRequest {
        if (peek() != character) {
            throw invalid();
        }
        at++;
    }

    private void skipSpace() {
        while (at < length && bytes[at] <= ' ' && isSpace(bytes[at])) {
            at++;
        }
    }

    private static boolean isSpace(byte b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }

    private void string() throws MalformedRequest {
        if (peek() != '"') {
            throw invalid();
        }
        hasEscape = false;
        hasControl = false;
        start = at + 1;
        int i = plainEnd(start);
        while (i < length && bytes[i] != '"') {
            at = i;
            i = plainEnd(afterSpecial(bytes[i]));
        }
        if (i >= length) {
            at = length;
            throw invalid();
        }
        size = i - start;
        at = i + 1;
    }

    /** The first byte from here on that is not plain ASCII within a string, or the body's end. */
    private int plainEnd(int from) {
        int i = from;
        for (; i + Long.BYTES <= length; i += Long.BYTES) {
            long special = special((long) LONG.get(bytes, i));
            if (special != 0) {
                return i + (Long.numberOfTrailingZeros(special) >>> 3);
            }
        }
        while (i < length && bytes[i] >= ' ' && bytes[i] != '"' && bytes[i] != '\\' && bytes[i] != 0x7F) {
            i++;
        }
        return i;
    }

    /**
     * Marks quotes, backslashes, control characters, DEL and all that is not ASCII. A borrow or carry can only come out of
     * a byte that is marked itself, so the first mark is exact.
     */
    private static long special(long word) {
        return ((word ^ QUOTES) - ONES | (word ^ BACKSLASHES) - ONES | word - SPACES | word + ONES | word) & HIGH_BITS;
    }

    private int afterSpecial(byte special) throws MalformedRequest {
        int next;
        if (special < 0) {
            next = Utf8Check.afterSequence(bytes, at, length);
        } else if (special == '\\') {
            hasEscape = true;
            next = JsonEscapes.after(bytes, at, length);
        } else {
            hasControl = true;
            next = special == 0x7F ? at + 1 : -1;
        }
        if (next < 0) {
            throw new MalformedRequest("not valid UTF-8, a control character, a bad escape or half a surrogate pair"
                    + " at byte " + at);
        }
        return next;
    }

    private void literal(byte[] word) throws MalformedRequest {
        for (byte letter : word) {
            expect((char) letter);
        }
    }

    /** {@code -? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?}; what follows is judged by whoever reads on. */
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

    private MalformedRequest invalid() {
        return new MalformedRequest("the body is not valid JSON at byte " + at);
    }
}
