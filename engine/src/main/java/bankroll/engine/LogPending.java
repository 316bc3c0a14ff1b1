package bankroll.engine;

import org.agrona.concurrent.OneToOneConcurrentArrayQueue;

/**
 * What this node has offered to the log and waits for, in the order of the messages. A question waits for the next message
 * behind it. The ingress adds, the log's thread takes; never more than the ring lets in.
 */
final class LogPending {
    private final OneToOneConcurrentArrayQueue<Request> queue;

    LogPending(int capacity) {
        queue = new OneToOneConcurrentArrayQueue<>(capacity);
    }

    /** Waits for the message of this number, offered in this term. Before it is offered. Ingress. */
    void add(Request request, long term, long number) {
        request.inLog(term, number);
        if (!queue.offer(request)) {
            throw new IllegalStateException("more requests than the ring lets in");
        }
    }

    /** The first one whose message has a lower number than this, or null: the log has passed it over. Log's thread. */
    Request before(long number) {
        Request first = queue.peek();
        return first != null && first.logNumber() < number ? queue.poll() : null;
    }

    /** The first one of a term before this one, or null: the log won't give its message any more. Log's thread. */
    Request beforeTerm(long term) {
        Request first = queue.peek();
        return first != null && first.logTerm() < term ? queue.poll() : null;
    }

    /** The next question that waits for this message, or null. Log's thread. */
    Request question(long number) {
        Request first = queue.peek();
        boolean isOne =
                first != null && first.logNumber() == number && first.type().isQuestion();
        return isOne ? queue.poll() : null;
    }

    /** The command of this message, or null when nobody waits for it; stays until {@link #remove}. Log's thread. */
    Request command(long number) {
        Request first = queue.peek();
        return first != null && first.logNumber() == number ? first : null;
    }

    /** The first one is done. Log's thread. */
    void remove() {
        queue.poll();
    }
}
