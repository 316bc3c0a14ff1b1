package bankroll.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts the request that is arriving together, in the order of decisions §2: what HTTP forbids, route, size; then the
 * handler's rules. One per port.
 */
final class RequestAssembly {
    private static final Logger LOG = LoggerFactory.getLogger(RequestAssembly.class);

    private final Port port;
    private final HttpLoop loop;
    private Exchange exchange;
    private Routes.Handler found;
    private byte[] body = BodyBuffers.EMPTY;
    private int bodyLength;

    /** The connection, as the request that is arriving sees it. */
    interface Port {
        /** A request has begun; its answer has a place among the others from now on. */
        void begun(Exchange exchange);

        /** The request is whole: time for the next one, if there is room. */
        void requestEnded();

        /** No further request will be read; the answers under way still go out. */
        void endInput();

        /** Sends every answer whose turn it is, then decides whether to read on. */
        void flush();
    }

    RequestAssembly(Port port, HttpLoop loop) {
        this.port = port;
        this.loop = loop;
    }

    boolean isUnderWay() {
        return exchange != null;
    }

    /** A head has arrived. */
    void begin(Exchange begun) {
        exchange = begun;
        bodyLength = 0;
        port.begun(begun);
    }

    /** Judges the head: HTTP's rules, the route, the announced size. */
    void head() {
        Exchange current = exchange;
        if (HeadRules.isBeyondAnyLength(current.request())) {
            tooLarge();
            return;
        }
        String fault = HeadRules.fault(current.request());
        if (fault != null) {
            refuse(Problem.MALFORMED_REQUEST, fault);
            return;
        }
        found = loop.routes().route(current);
        boolean expectsContinue = HeadRules.expectsContinue(current.request());
        if (HeadRules.announcedLength(current.request()) > maxBodyBytes()) {
            tooLarge();
        } else if (expectsContinue && current.isAnswered()) {
            stop();
        } else if (expectsContinue) {
            current.wantContinue(true);
            port.flush();
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
        Exchange whole = exchange;
        exchange = null;
        port.requestEnded();
        if (whole.isLast()) {
            port.endInput();
        }
        whole.received(replyBeforeMs());
        whole.body(body, bodyLength);
        if (!whole.isAnswered()) {
            handle(whole);
        }
        whole.body(BodyBuffers.EMPTY, 0);
        freeBody();
        port.flush();
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
        Exchange last = exchange;
        exchange = null;
        freeBody();
        port.endInput();
        last.markLast();
        last.received(replyBeforeMs());
        port.flush();
    }

    /** The rest of the request will never come: tells the exchange that nobody waits for, or null. */
    Exchange cancel() {
        Exchange cancelled = exchange;
        exchange = null;
        freeBody();
        return cancelled;
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
    private void handle(Exchange whole) {
        Routes.Handler handler = found;
        try {
            handler.handle(whole);
        } catch (Throwable fault) {
            LOG.error("Unexpected fault in {} {}", whole.method(), whole.path(), fault);
            whole.problem(handler.failure(), null);
        }
    }
}
