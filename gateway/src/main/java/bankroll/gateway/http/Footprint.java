package bankroll.gateway.http;

import java.util.concurrent.TimeUnit;

/**
 * What memory one connection holds of its listener's two budgets: request bytes that wait or arrive, and answers that its
 * client has not read. On the event loop.
 */
final class Footprint {
    /** A member that has held something for a moment only is weighed as if it were this long. */
    private static final long LEAST_MS = 100;
    /** How much less is said against a connection whose last request was let in. */
    private static final int TRUST = 16;

    private final MemoryBudget.Share requests;
    private final MemoryBudget.Share answers;
    private long requestBytes;
    private long answerBytes;
    private long takenBytes;
    private long requestSinceMs;
    private long answerSinceMs;

    Footprint(MemoryBudget.Share requests, MemoryBudget.Share answers) {
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
