package bankroll.ledger.table;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * How many sessions of an account are open, for an account with many of them, without looking at each. Follows from the
 * table, the settings and the time, and is no part of the state: built anew where a snapshot is loaded.
 *
 * <p>Sessions stand under the time before which they can't expire. What keeps a session alive changes nothing here: only when
 * that time has come is the session looked at, and stands under its new end, or is over. So each opening and each
 * keeping alive pays for one look at most, however often somebody asks. One thread.
 */
final class SessionCrowd {
    /** So many sessions of an account are looked at one by one; those of one with more are a crowd. */
    static final int FEW = 64;

    private final Kept sessions;
    private final int most;
    private final SessionHeap open = new SessionHeap();
    /** Expired and not cleared away, the oldest first. */
    private final SessionHeap over = new SessionHeap();

    private int count;

    /** What is asked of the sessions that are kept. */
    interface Kept {
        /** When a session ends unless it is used again, under the settings in force. */
        long expiresAtMs(int session);

        /** The entry that opened it. */
        long sequence(int session);

        /** Whether what stands at this place is still the session that this entry opened. */
        boolean isFrom(int session, long sequence);
    }

    /** @param most how many sessions an account may have. */
    SessionCrowd(Kept sessions, int most) {
        this.sessions = sessions;
        this.most = most;
    }

    /** Counts a session that was opened. */
    void add(int session) {
        makeRoom(open);
        open.add(sessions.expiresAtMs(session), session, sessions.sequence(session));
        count++;
    }

    /** A session is about to leave the table. */
    void remove(int session, long nowMs) {
        moveTo(nowMs);
        if (nowMs < sessions.expiresAtMs(session)) {
            count--;
        }
    }

    /** How many are open. */
    int count(long nowMs) {
        moveTo(nowMs);
        return count;
    }

    /** The oldest that expired, or -1. */
    int oldestOver(long nowMs) {
        moveTo(nowMs);
        dropGone(over);
        return over.size() == 0 ? -1 : over.session();
    }

    private void moveTo(long nowMs) {
        dropGone(open);
        while (open.size() > 0 && open.key() <= nowMs) {
            look(open.session(), open.sequence(), nowMs);
            dropGone(open);
        }
    }

    private void look(int session, long sequence, long nowMs) {
        long expiresAtMs = sessions.expiresAtMs(session);
        open.poll();
        if (expiresAtMs > nowMs) {
            open.add(expiresAtMs, session, sequence);
        } else {
            makeRoom(over);
            over.add(sequence, session, sequence);
            count--;
        }
    }

    private void dropGone(SessionHeap heap) {
        while (heap.size() > 0 && !sessions.isFrom(heap.session(), heap.sequence())) {
            heap.poll();
        }
    }

    /** What was closed stays here until its time comes, but never makes up more than half. */
    private void makeRoom(SessionHeap heap) {
        if (heap.size() >= 2 * (FEW + most)) {
            heap.retain(i -> sessions.isFrom(heap.session(i), heap.sequence(i)));
        }
    }

    /**
     * Places in a table, each under a number; the one with the smallest is found at once. A place that was given to another record
     * meanwhile is told by the sequence that stands with it. Grows by doubling; one thread.
     */
    static final class SessionHeap {
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
}
