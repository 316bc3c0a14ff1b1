package bankroll.gateway.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * The member names seen in each object that is open, as ranges of the body, to find one that comes twice. No object per
 * name; those of a large object go into a {@link Table}, so that it can't be made quadratic.
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
    private final Table table = new Table();
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
            return table.add(numbers[scope], from, count);
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
                table.add(numbers[scope], starts[i], lengths[i]);
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

    /** A negative start is the complement of one among the names that were unescaped. */
    private byte[] array(int start) {
        return start < 0 ? unescaped : text;
    }

    private static int index(int start) {
        return start < 0 ? ~start : start;
    }

    /**
     * The names of the body's large objects, in one open table: where each stands, not what it is, because escaped names may
     * move when there are more of them; and to which object it belongs. The hash has a key of this process, so that nobody
     * can choose names that meet in one place.
     */
    private final class Table {
        private static final VarHandle LONG =
                MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
        private static final long KEY = new SecureRandom().nextLong();
        private static final long SECOND_KEY = new SecureRandom().nextLong() | 1;
        private static final int LEAST_SLOTS = 1 << 8;
        /** A larger table is not kept for the next body. */
        private static final int MOST_KEPT = 1 << 14;

        /** 0: the slot is free. */
        private long[] hashes;

        private int[] starts;
        private int[] lengths;
        private int[] objects;
        private int size;

        Table() {
            resize(LEAST_SLOTS);
        }

        private void resize(int slots) {
            hashes = new long[slots];
            starts = new int[slots];
            lengths = new int[slots];
            objects = new int[slots];
        }

        /** Begins another body. */
        void clear() {
            if (size == 0) {
                return;
            }
            size = 0;
            if (hashes.length > MOST_KEPT) {
                resize(LEAST_SLOTS);
            } else {
                Arrays.fill(hashes, 0);
            }
        }

        /** Adds a name of an object; false if the object has it. */
        boolean add(int object, int start, int length) {
            if (size >= hashes.length / 4 * 3) {
                grow();
            }
            long hash = hash(object, array(start), index(start), length);
            int slot = slot(hash);
            while (hashes[slot] != 0) {
                boolean isLike = hashes[slot] == hash && lengths[slot] == length && objects[slot] == object;
                if (isLike && isSame(starts[slot], start, length)) {
                    return false;
                }
                slot = slot + 1 & hashes.length - 1;
            }
            put(slot, hash, object, start, length);
            size++;
            return true;
        }

        private void put(int slot, long hash, int object, int start, int length) {
            hashes[slot] = hash;
            objects[slot] = object;
            starts[slot] = start;
            lengths[slot] = length;
        }

        private void grow() {
            long[] oldHashes = hashes;
            int[] oldStarts = starts;
            int[] oldLengths = lengths;
            int[] oldObjects = objects;
            resize(oldHashes.length * 2);
            for (int i = 0; i < oldHashes.length; i++) {
                if (oldHashes[i] != 0) {
                    int slot = slot(oldHashes[i]);
                    while (hashes[slot] != 0) {
                        slot = slot + 1 & hashes.length - 1;
                    }
                    put(slot, oldHashes[i], oldObjects[i], oldStarts[i], oldLengths[i]);
                }
            }
        }

        private int slot(long hash) {
            return (int) (hash >>> 32) & hashes.length - 1;
        }

        /** Of object, name and key; never 0. */
        private static long hash(int object, byte[] bytes, int start, int length) {
            long hash = mixed(KEY + object, SECOND_KEY);
            int at = start;
            int end = start + length;
            for (; end - at >= Long.BYTES; at += Long.BYTES) {
                hash = mixed(hash ^ (long) LONG.get(bytes, at), SECOND_KEY);
            }
            long rest = length;
            for (; at < end; at++) {
                rest = rest << Byte.SIZE | bytes[at] & 0xFF;
            }
            return mixed(hash ^ rest, KEY | 1) | 1;
        }

        private static long mixed(long value, long key) {
            return Math.multiplyHigh(value, key) ^ value * key;
        }
    }
}
