package bankroll.ledger.table;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * Places in a table, each under a number; the one with the smallest is found at once. A place that was given to another record
 * meanwhile is told by the sequence that stands with it. Grows by doubling; one thread.
 */
final class SessionHeap {
    private static final int LEAST = 64;

    private long[] keys = new long[LEAST];
    private long[] sequences = new long[LEAST];
    private int[] sessions = new int[LEAST];
    private int size;

    int size() {
        return size;
    }

    /** The smallest number; only where there is one. */
    long key() {
        return keys[0];
    }

    /** Its place in the table. */
    int session() {
        return sessions[0];
    }

    /** The entry that opened what stood there. */
    long sequence() {
        return sequences[0];
    }

    void add(long key, int session, long sequence) {
        if (size == keys.length) {
            keys = Arrays.copyOf(keys, size * 2);
            sequences = Arrays.copyOf(sequences, size * 2);
            sessions = Arrays.copyOf(sessions, size * 2);
        }
        int at = size++;
        for (int parent = (at - 1) / 2; at > 0 && keys[parent] > key; parent = (at - 1) / 2) {
            copy(parent, at);
            at = parent;
        }
        put(at, key, session, sequence);
    }

    /** Takes the one with the smallest number out. */
    void poll() {
        size--;
        sink(0, keys[size], sessions[size], sequences[size]);
    }

    /** Keeps those whose index in here passes. */
    void retain(IntPredicate isKept) {
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (isKept.test(i)) {
                copy(i, kept++);
            }
        }
        size = kept;
        for (int i = size / 2 - 1; i >= 0; i--) {
            sink(i, keys[i], sessions[i], sequences[i]);
        }
    }

    int session(int index) {
        return sessions[index];
    }

    long sequence(int index) {
        return sequences[index];
    }

    private void sink(int from, long key, int session, long sequence) {
        int at = from;
        for (int child = 2 * at + 1; child < size; child = 2 * at + 1) {
            int smaller = child + 1 < size && keys[child + 1] < keys[child] ? child + 1 : child;
            if (keys[smaller] >= key) {
                break;
            }
            copy(smaller, at);
            at = smaller;
        }
        put(at, key, session, sequence);
    }

    private void copy(int from, int to) {
        put(to, keys[from], sessions[from], sequences[from]);
    }

    private void put(int at, long key, int session, long sequence) {
        keys[at] = key;
        sessions[at] = session;
        sequences[at] = sequence;
    }
}
