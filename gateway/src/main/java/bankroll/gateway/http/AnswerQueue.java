package bankroll.gateway.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import java.util.ArrayDeque;

/**
 * The requests of one connection that are not answered yet, in the order in which their answers must go; and the answers that
 * have gone and wait for the socket.
 */
final class AnswerQueue {
    private final ArrayDeque<Exchange> queue = new ArrayDeque<>(4);
    private Channel channel;

    /** The connection is open. */
    void opened(Channel opened) {
        channel = opened;
    }

    void add(Exchange exchange) {
        queue.addLast(exchange);
    }

    boolean isEmpty() {
        return queue.isEmpty();
    }

    int size() {
        return queue.size();
    }

    /** The next one if its answer may go out, or null. */
    Exchange pollReady() {
        Exchange first = queue.peekFirst();
        return first != null && first.isReady() ? queue.pollFirst() : null;
    }

    /** Whether the next one waits for a word before it sends its body; it is asked once. */
    boolean takeContinue() {
        Exchange first = queue.peekFirst();
        boolean isWanted = first != null && first.wantsContinue();
        if (isWanted) {
            first.wantContinue(false);
        }
        return isWanted;
    }

    /** Answers whatever is overdue; an answer changes the queue. */
    void answerLate(long nowMs) {
        for (Exchange late = firstLate(nowMs); late != null; late = firstLate(nowMs)) {
            late.problem(Problem.UNAVAILABLE, "no answer in time; the outcome is unknown");
        }
    }

    private Exchange firstLate(long nowMs) {
        for (Exchange exchange : queue) {
            if (exchange.isLate(nowMs)) {
                return exchange;
            }
        }
        return null;
    }

    /** Bytes of answers that wait for the socket, or for an earlier answer. */
    long bytes() {
        long bytes = unsentBytes();
        for (Exchange exchange : queue) {
            bytes += exchange.answerBytes();
        }
        return bytes;
    }

    /** Bytes that wait for the socket to take them; an answer counts as a whole until all of it is sent. */
    long unsentBytes() {
        ChannelOutboundBuffer unsent = channel.unsafe().outboundBuffer();
        return unsent == null ? 0 : unsent.totalPendingWriteBytes();
    }

    /** How many bytes of the first answer that waits for the socket it has taken already. */
    long sentOfFirst() {
        ChannelOutboundBuffer unsent = channel.unsafe().outboundBuffer();
        return unsent == null ? 0 : unsent.currentProgress();
    }

    /** Runs this once all that was written is in the socket, or can't come there any more; at once when nothing waits. */
    void whenSent(Runnable then) {
        ChannelPromise sent = channel.newPromise();
        sent.addListener(done -> then.run());
        channel.unsafe().write(Unpooled.EMPTY_BUFFER, sent);
        channel.unsafe().flush();
    }

    /** The rest of this request will never come: it needs no answer. */
    void cancel(Exchange cancelled) {
        if (cancelled != null && queue.peekLast() == cancelled) {
            queue.removeLast().abandon();
        }
    }

    /** The connection closes after the last one. */
    void markLast() {
        queue.getLast().markLast();
    }

    /** The client is gone. */
    void abandon() {
        queue.forEach(Exchange::abandon);
        queue.clear();
    }
}
