package bankroll.gateway.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The member names seen in each object that is open, as ranges of the body, to find one that comes twice. No object per
 * name; those of a large object go into {@link NameTable}, so that it can't be made quadratic.
 */
final class NameRanges {
    private static final int LARGE = 16;
    /** A larger array is not kept for the next body. */
    private static final int MOST_KEPT = 1 << 16;

    private byte[] text;
    /** Names with escapes, without them: kept apart, because details stay byte for byte as they came. */
    private byte[] unescaped = new byte[64];

    private int unescapedEnd;
    private int[] starts = new int[64];
    private int[] lengths = new int[64];
    private int size;
    private int[] scopes = new int[8];
    private boolean[] areLarge = new boolean[8];
    private int[] numbers = new int[8];
    private int objects;
    private int lastStart;
    private int lastLength;
    private final NameTable table = new NameTable();
    private int depth;

    /** Starts with another body. */
    void open(byte[] body) {
        text = body;
        unescapedEnd = 0;
        if (unescaped.length > MOST_KEPT) {
            unescaped = new byte[64];
        }
        size = 0;
        depth = 0;
        objects = 0;
        table.clear();
    }

    /** An object begins. */
    void enter() {
        if (depth == scopes.length) {
            scopes = Arrays.copyOf(scopes, depth * 2);
            areLarge = Arrays.copyOf(areLarge, depth * 2);
            numbers = Arrays.copyOf(numbers, depth * 2);
        }
        scopes[depth] = size;
        areLarge[depth] = false;
        numbers[depth] = objects++;
        depth++;
    }

    /** The innermost object ends. */
    void leave() {
        depth--;
        size = scopes[depth];
        if (depth == 0 || size == 0) {
            unescapedEnd = 0;
        }
    }

    /** Adds a name of the innermost object; false if it had it already. */
    boolean add(int start, int length, boolean hasEscape) {
        int from = start;
        int count = length;
        if (hasEscape) {
            count = unescape(start, length);
            from = ~(unescapedEnd - count);
        }
        lastStart = from;
        lastLength = count;
        int scope = depth - 1;
        if (areLarge[scope]) {
            return addToTable(scope, from, count);
        }
        for (int i = scopes[scope]; i < size; i++) {
            if (lengths[i] == count && isSame(starts[i], from, count)) {
                return false;
            }
        }
        push(from, count);
        if (size - scopes[scope] == LARGE) {
            areLarge[scope] = true;
            for (int i = scopes[scope]; i < size; i++) {
                addToTable(scope, starts[i], lengths[i]);
            }
        }
        return true;
    }

    /** The name that was added last, without its escapes. */
    String last() {
        return new String(array(lastStart), index(lastStart), lastLength, StandardCharsets.UTF_8);
    }

    /** How long it is, in bytes. */
    int lastLength() {
        return lastLength;
    }

    /** Escaped names may move when there are more of them: the table keeps where they are, not what they are. */
    private boolean addToTable(int scope, int start, int length) {
        return table.add(numbers[scope], text, unescaped, start, length);
    }

    private void push(int start, int length) {
        if (size == starts.length) {
            starts = Arrays.copyOf(starts, size * 2);
            lengths = Arrays.copyOf(lengths, size * 2);
        }
        starts[size] = start;
        lengths[size++] = length;
    }

    private int unescape(int start, int length) {
        if (unescaped.length - unescapedEnd < length) {
            unescaped = Arrays.copyOf(unescaped, Math.max(unescaped.length * 2, unescapedEnd + length));
        }
        int end = JsonEscapes.unescape(text, start, start + length, unescaped, unescapedEnd);
        int count = end - unescapedEnd;
        unescapedEnd = end;
        return count;
    }

    private boolean isSame(int first, int second, int length) {
        int a = index(first);
        int b = index(second);
        return Arrays.equals(array(first), a, a + length, array(second), b, b + length);
    }

    private byte[] array(int start) {
        return start < 0 ? unescaped : text;
    }

    private static int index(int start) {
        return start < 0 ? ~start : start;
    }
}
