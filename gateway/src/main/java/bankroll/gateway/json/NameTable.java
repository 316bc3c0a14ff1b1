package bankroll.gateway.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * The names of one body's large objects, in one open table: where each stands, and to which object it belongs. The hash has
 * a key of this process, so that nobody can choose names that meet in one place. One event loop.
 */
final class NameTable {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long KEY = new SecureRandom().nextLong();
    private static final long SECOND_KEY = new SecureRandom().nextLong() | 1;
    private static final int LEAST_SLOTS = 1 << 8;
    /** A larger table is not kept for the next body. */
    private static final int MOST_KEPT = 1 << 14;

    /** 0: the slot is free. */
    private long[] hashes = new long[LEAST_SLOTS];

    private int[] starts = new int[LEAST_SLOTS];
    private int[] lengths = new int[LEAST_SLOTS];
    private int[] objects = new int[LEAST_SLOTS];
    private int size;

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

    private void resize(int slots) {
        hashes = new long[slots];
        starts = new int[slots];
        lengths = new int[slots];
        objects = new int[slots];
    }

    /**
     * Adds a name of an object; false if the object has it. A negative start is the complement of one among the names that
     * were unescaped.
     */
    boolean add(int object, byte[] text, byte[] unescaped, int start, int length) {
        if (size >= hashes.length / 4 * 3) {
            grow();
        }
        byte[] from = start < 0 ? unescaped : text;
        int at = start < 0 ? ~start : start;
        long hash = hash(object, from, at, length);
        int slot = slot(hash);
        while (hashes[slot] != 0) {
            if (hashes[slot] == hash && lengths[slot] == length && objects[slot] == object) {
                byte[] other = starts[slot] < 0 ? unescaped : text;
                int otherAt = starts[slot] < 0 ? ~starts[slot] : starts[slot];
                if (Arrays.equals(from, at, at + length, other, otherAt, otherAt + length)) {
                    return false;
                }
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
