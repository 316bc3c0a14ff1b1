package bankroll.gateway.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * The member names seen in each object that is open, as ranges of the body, to find one that comes twice. Objects of
 * ordinary size cost no allocation; a large one gets a set, so that it can't be made quadratic.
 */
final class NameRanges {
    private static final int LARGE = 32;

    private byte[] text;
    /** Names with escapes, without them: kept apart, because details stay byte for byte as they came. */
    private byte[] unescaped = new byte[64];

    private int unescapedEnd;
    private int[] starts = new int[64];
    private int[] lengths = new int[64];
    private int size;
    private int[] scopes = new int[8];
    private Set<String>[] sets = sets(8);
    private int depth;

    @SuppressWarnings("unchecked")
    private static Set<String>[] sets(int length) {
        return (Set<String>[]) new Set<?>[length];
    }

    /** Starts with another body. */
    void open(byte[] body) {
        text = body;
        unescapedEnd = 0;
        size = 0;
        depth = 0;
    }

    /** An object begins. */
    void enter() {
        if (depth == scopes.length) {
            scopes = Arrays.copyOf(scopes, depth * 2);
            sets = Arrays.copyOf(sets, depth * 2);
        }
        scopes[depth] = size;
        sets[depth] = null;
        depth++;
    }

    /** The innermost object ends. */
    void leave() {
        depth--;
        size = scopes[depth];
        sets[depth] = null;
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
        int scope = depth - 1;
        if (sets[scope] != null) {
            return sets[scope].add(name(from, count));
        }
        for (int i = scopes[scope]; i < size; i++) {
            if (lengths[i] == count && isSame(starts[i], from, count)) {
                return false;
            }
        }
        push(from, count);
        if (size - scopes[scope] == LARGE) {
            sets[scope] = setOf(scopes[scope]);
        }
        return true;
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

    private Set<String> setOf(int from) {
        Set<String> set = new HashSet<>();
        for (int i = from; i < size; i++) {
            set.add(name(starts[i], lengths[i]));
        }
        return set;
    }

    private String name(int start, int length) {
        return new String(array(start), index(start), length, StandardCharsets.UTF_8);
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
