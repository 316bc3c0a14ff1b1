package bankroll.gateway.http;

import java.util.concurrent.TimeUnit;
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

    /**
     * What memory one connection holds of its listener's two budgets: request bytes that wait or arrive, and answers that its
     * client has not read. On the event loop.
     */
    static final class Footprint {
        /** A member that has held something for a moment only is weighed as if it were this long. */
        private static final long LEAST_MS = 100;
        /** How much less is said against a connection whose last request was let in. */
        private static final int TRUST = 16;

        private final Share requests;
        private final Share answers;
        private long requestBytes;
        private long answerBytes;
        private long takenBytes;
        private long requestSinceMs;
        private long answerSinceMs;

        Footprint(Share requests, Share answers) {
            this.requests = requests;
            this.answers = answers;
        }

        /** So many bytes of requests are held; false if all connections together hold too much now. */
        boolean requests(long bytes) {
            if (bytes == requestBytes) {
                return true;
            }
            if (requestBytes == 0) {
                requestSinceMs = nowMs();
            }
            boolean isMore = bytes > requestBytes;
            requests.add(bytes - requestBytes);
            requestBytes = bytes;
            return !isMore || !requests.isOver();
        }

        /**
         * So many bytes of answers are unread; false if all connections together hold too much now.
         *
         * @param taken how many bytes of the first of them the client has taken: it may take minutes for a large one
         */
        boolean answers(long bytes, long taken) {
            if (bytes == answerBytes && taken == takenBytes) {
                return true;
            }
            boolean isMore = bytes > answerBytes;
            if (answerBytes == 0 || bytes < answerBytes || taken != takenBytes) {
                answerSinceMs = nowMs();
            }
            takenBytes = taken;
            answers.add(bytes - answerBytes);
            answerBytes = bytes;
            return !isMore || !answers.isOver();
        }

        /** How long the client has not read although there was something, in milliseconds. */
        long unreadMs(long nowMs) {
            return answerBytes == 0 ? 0 : nowMs - answerSinceMs;
        }

        /** What is to be said against the connection as one that sends and does not finish. */
        long weightOfRequests(long nowMs, boolean isKnown) {
            return weight(requestBytes, nowMs - requestSinceMs, isKnown);
        }

        /** What is to be said against the connection as one that does not read. */
        long weightOfAnswers(long nowMs, boolean isKnown) {
            return weight(answerBytes, nowMs - answerSinceMs, isKnown);
        }

        private static long weight(long bytes, long sinceMs, boolean isKnown) {
            long weight = bytes * Math.max(LEAST_MS, sinceMs);
            return isKnown ? weight / TRUST : weight;
        }

        /** The same clock as that of deadlines. */
        private static long nowMs() {
            return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
        }
    }
}
