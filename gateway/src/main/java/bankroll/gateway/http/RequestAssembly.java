package bankroll.gateway.http;

import bankroll.gateway.reply.Problem;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts the request that is arriving together, in the order of decisions §2: what HTTP forbids, route, size; then the
 * handler's rules. One per connection.
 */
final class RequestAssembly {
    private static final Logger LOG = LoggerFactory.getLogger(RequestAssembly.class);

    private final Connection connection;
    private final HttpLoop loop;
    private HttpExchange exchange;
    private byte[] body = BodyBuffers.EMPTY;
    private int bodyLength;

    RequestAssembly(Connection connection, HttpLoop loop) {
        this.connection = connection;
        this.loop = loop;
    }

    boolean isUnderWay() {
        return exchange != null;
    }

    /** A head has arrived. */
    void begin(HttpExchange begun) {
        exchange = begun;
        bodyLength = 0;
        connection.enqueue(begun);
    }

    /** Judges the head: HTTP's rules, the route, the announced size. */
    void head() {
        HttpExchange current = exchange;
        if (HeadRules.isBeyondAnyLength(current.request())) {
            tooLarge();
            return;
        }
        String fault = HeadRules.fault(current.request());
        if (fault != null) {
            refuse(Problem.MALFORMED_REQUEST, fault);
            return;
        }
        guarded(current, loop.handler()::head);
        boolean expectsContinue = HeadRules.expectsContinue(current.request());
        if (HeadRules.announcedLength(current.request()) > maxBodyBytes()) {
            tooLarge();
        } else if (expectsContinue && current.isAnswered()) {
            stop();
        } else if (expectsContinue) {
            current.wantContinue(true);
            connection.flush();
        }
    }

    /** Bytes of the body, or its end. */
    void add(HttpContent content) {
        if (content.decoderResult().isFailure()) {
            refuse(Problem.MALFORMED_REQUEST, "the body is not validly framed");
            return;
        }
        append(content.content());
        if (exchange != null && content instanceof LastHttpContent) {
            finish();
        }
    }

    private void append(ByteBuf part) {
        int added = part.readableBytes();
        if (added > maxBodyBytes() - bodyLength) {
            tooLarge();
        } else if (exchange.isAnswered()) {
            bodyLength += added;
        } else {
            byte[] grown = loop.bodies().grow(body, bodyLength, bodyLength + added);
            if (grown == null) {
                refuse(Problem.UNAVAILABLE, "too many request bodies are arriving at once");
                return;
            }
            body = grown;
            part.readBytes(body, bodyLength, added);
            bodyLength += added;
        }
    }

    private void finish() {
        HttpExchange whole = exchange;
        exchange = null;
        connection.requestEnded();
        if (whole.isLast()) {
            connection.endInput();
        }
        whole.received(replyBeforeMs());
        whole.body(body, bodyLength);
        if (!whole.isAnswered()) {
            guarded(whole, loop.handler()::request);
        }
        whole.body(BodyBuffers.EMPTY, 0);
        freeBody();
        connection.flush();
    }

    private void tooLarge() {
        refuse(Problem.TOO_LARGE, "the limit is " + maxBodyBytes() + " bytes");
    }

    /** Answers the request without reading the rest of it, and closes after the answer. */
    void refuse(Problem problem, String detail) {
        exchange.problem(problem, detail);
        stop();
    }

    private void stop() {
        HttpExchange last = exchange;
        exchange = null;
        freeBody();
        connection.endInput();
        last.markLast();
        last.received(replyBeforeMs());
        connection.flush();
    }

    /** The rest of the request will never come: nobody waits for its answer. */
    void cancel(ExchangeQueue queue) {
        if (exchange != null && queue.last() == exchange) {
            queue.removeLast();
        }
        exchange = null;
        freeBody();
    }

    private void freeBody() {
        loop.bodies().give(body);
        body = BodyBuffers.EMPTY;
        bodyLength = 0;
    }

    private int maxBodyBytes() {
        return loop.context().maxBodyBytes();
    }

    private long replyBeforeMs() {
        return HttpLoop.nowMs() + loop.context().replyDeadlineMs();
    }

    /** Whatever goes wrong in a handler, the client gets an answer and nothing of the fault (decisions §2). */
    private void guarded(HttpExchange current, java.util.function.Consumer<HttpExchange> step) {
        try {
            step.accept(current);
        } catch (Throwable fault) {
            LOG.error("Unexpected fault in {} {}", current.method(), current.path(), fault);
            current.problem(loop.handler().failure(current), null);
        }
    }
}
