package bankroll.gateway.http;

import java.util.concurrent.atomic.AtomicLong;

/** How many bytes the connections of one listener may hold at once, and how many they do; shared by its event loops. */
final class MemoryBudget {
    /** Once over the bound, enough is shed to have room for a while: looking for the worst costs a look at all. */
    private static final int ROOM = 8;

    private final long most;
    private final int loops;
    private final AtomicLong held = new AtomicLong();

    MemoryBudget(long most, int loops) {
        this.most = most;
        this.loops = loops;
    }

    long held() {
        return held.get();
    }

    long most() {
        return most;
    }

    /** A share for one event loop; on that loop. */
    Share share() {
        return new Share();
    }

    /** What the connections of one event loop hold of it. */
    final class Share {
        private long own;

        /** Counts bytes that a connection holds from now on, or lets go. */
        void add(long bytes) {
            own += bytes;
            held.addAndGet(bytes);
        }

        /** Whether all loops together hold too much. */
        boolean isOver() {
            return held.get() > most;
        }

        /** Whether this loop should go on shedding: what other loops hold too much is theirs to shed. */
        boolean isToShed() {
            return held.get() > most - most / ROOM && own > (most - most / ROOM) / loops;
        }
    }
}
