package bankroll.gateway.http;

import bankroll.condition.LogId;
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
    private final AnswerQueue queue;
    private final RequestDecoder decoder;
    private final HttpLoop loop;
    private Exchange exchange;
    private final RequestBodies.Arriving body;
    private Routes.Handler found;
    /** A whole request whose handling takes several turns of the loop; null where there is none. */
    private Exchange pending;

    /** The same one if its body is large, on its way beside the loop. */
    private RequestBodies.Large large;

    private boolean isHeadJudged;
    private boolean isRefusedByHead;

    /** The connection, as the request that is arriving sees it. */
    interface Port {
        /** Bytes may be taken again. */
        void release();

        /** Sends every answer whose turn it is, then decides whether to read on. */
        void flush();
    }

    RequestAssembly(Port port, AnswerQueue queue, RequestDecoder decoder, HttpLoop loop) {
        this.port = port;
        this.queue = queue;
        this.decoder = decoder;
        this.loop = loop;
        this.body = loop.bodies.new Arriving();
    }

    /** Bytes of memory that the body holds so far. */
    long held() {
        return body.held();
    }

    boolean isUnderWay() {
        return exchange != null;
    }

    /** Whether a request is arriving, or one that has come is under way here. */
    boolean hasRequest() {
        return exchange != null || pending != null;
    }

    /** A head has arrived. */
    void begin(Exchange begun) {
        exchange = begun;
        found = null;
        isHeadJudged = false;
        isRefusedByHead = false;
        queue.add(begun);
    }

    /** Judges the head: HTTP's rules, the route, the announced size. */
    void head() {
        Exchange current = exchange;
        boolean isBeyondAnyLength = HeadRules.isBeyondAnyLength(current.request);
        String fault = isBeyondAnyLength ? null : HeadRules.fault(current.request, current.target());
        if (fault != null) {
            if (isRefusedByItsHeader(current)) {
                stop();
            } else {
                notHttp(fault);
            }
            return;
        }
        route(current);
        if (isBeyondAnyLength || HeadRules.announcedLength(current.request) > maxBodyBytes()) {
            tooLarge();
        } else if (HeadRules.expectsContinue(current.request)) {
            answerExpectation();
        }
    }

    /** The client waits for a word: it may send the body, or it hears why not. Nothing that it has not sent is too large. */
    private void answerExpectation() {
        judgeHead();
        if (exchange != null && exchange.isAnswered()) {
            stop();
        } else if (exchange != null) {
            exchange.wantContinue(true);
            port.flush();
        }
    }

    /** A header that makes the head too long may break its own rule by then: who has to sign hears that (decisions §1). */
    private boolean isRefusedByItsHeader(Exchange current) {
        HeadLines.TooLong fault = HeadLines.TooLong.of(current.request);
        if (fault == null) {
            return false;
        }
        route(current);
        if (found == null) {
            current.retract();
            return false;
        }
        judgeLong(current, fault);
        return current.isAnswered();
    }

    private void notHttp(String fault) {
        loop.crowd.turnedAway(Turning.NOT_HTTP, exchange.clientAddress());
        refuse(Problem.MALFORMED_REQUEST, fault);
    }

    private void route(Exchange current) {
        try {
            found = loop.routes().route(current);
        } catch (RuntimeException | Error fault) {
            failed("in the route of", current, Problem.INTERNAL, fault);
        }
    }

    /**
     * All that has come is taken, and the body isn't whole: whoever is refused for its head hears it now, and nothing more
     * of the body is waited for. But a body of unknown length may still turn out too large, which comes before (decisions
     * §2): it is looked at no further, and kept nowhere.
     */
    void judgeHead() {
        if (exchange == null) {
            return;
        }
        if (!isHeadJudged && found != null && !exchange.isAnswered()) {
            isHeadJudged = true;
            judge(exchange);
            isRefusedByHead = exchange.isAnswered();
        }
        if (exchange.isAnswered() && !(isRefusedByHead && HeadRules.isChunked(exchange.request))) {
            stop();
        } else if (exchange.isAnswered()) {
            body.forget();
        }
    }

    /** Bytes of the body, or its end. */
    void add(HttpContent content) {
        if (HeadRules.isBeyondAnyLength(content)) {
            tooLarge();
            return;
        }
        if (content.decoderResult().isFailure()) {
            notHttp("the body is not validly framed");
            return;
        }
        append(content.content());
        if (exchange != null && content instanceof LastHttpContent) {
            finish();
        }
    }

    private void append(ByteBuf part) {
        int added = part.readableBytes();
        if (added > maxBodyBytes() - body.length()) {
            tooLarge();
        } else if (exchange.isAnswered()) {
            body.pass(added);
        } else {
            body.append(part);
        }
    }

    private void finish() {
        Exchange whole = exchange;
        exchange = null;
        decoder.requestEnded();
        if (whole.isLast()) {
            decoder.endInput();
        }
        whole.received(replyBeforeMs());
        if (whole.isAnswered()) {
            whole.forgetRequest();
            end();
        } else if (loop.bodies.isLarge(body.length())) {
            beginLarge(whole);
        } else {
            whole.body(body.whole(), body.length());
            work(whole);
        }
    }

    private void beginLarge(Exchange whole) {
        int length = body.length();
        whole.body(body.own(), length);
        whole.markLarge();
        pending = whole;
        large = new RequestBodies.Large(whole, found, queue, this::worked);
        decoder.hold();
        loop.bodies.add(large);
    }

    /** By now it may have had another answer, and nobody may wait for it any more. */
    private void worked(RequestBodies.Large request) {
        if (request != large) {
            return;
        }
        if (!request.exchange.isAnswered() && hasMore(request)) {
            loop.bodies.add(request);
            return;
        }
        letGo();
    }

    /** Nothing more will be asked of the request that is pending. */
    private void letGo() {
        boolean isHeld = large != null;
        pending.forgetRequest();
        pending = null;
        large = null;
        end();
        if (isHeld) {
            port.release();
        }
    }

    /** Answers what is overdue. What was put off needs no memory then, unless the thread for bodies still reads it. */
    void answerLate(long nowMs) {
        queue.answerLate(nowMs);
        if (pending != null && pending.isAnswered() && (large == null || loop.bodies.remove(large))) {
            letGo();
        }
    }

    private boolean hasMore(RequestBodies.Large request) {
        Exchange whole = request.exchange;
        try {
            return request.goOn();
        } catch (Throwable fault) {
            failed("in", whole, found.failure(), fault);
            return false;
        }
    }

    /** Handles a request now, or what of it may be done in one turn of the loop: others wait for their answers, too. */
    private void work(Exchange whole) {
        if (!isPrepared(whole) && !whole.isAnswered()) {
            pending = whole;
            body.keep();
            decoder.waitForTurn();
            return;
        }
        if (!whole.isAnswered()) {
            handle(whole);
        }
        whole.forgetRequest();
        end();
    }

    /** It is the turn of a request that was put off. */
    void goOn() {
        Exchange whole = pending;
        if (whole != null && large == null) {
            pending = null;
            work(whole);
        }
    }

    private void end() {
        body.free();
        port.flush();
    }

    private void tooLarge() {
        if (isRefusedByHead) {
            exchange.retract();
        }
        refuse(Problem.TOO_LARGE, "the limit is " + maxBodyBytes() + " bytes");
    }

    /** Answers the request without reading the rest of it, and closes after the answer. */
    void refuse(Problem problem, String detail) {
        exchange.problem(problem, detail);
        stop();
    }

    /** The same with an answer that was made before, where there is no memory for another. */
    void refuse(Problem.Prepared refusal) {
        if (pending != null) {
            Exchange last = pending;
            pending = null;
            leaveLarge();
            decoder.endInput();
            last.refuse(refusal);
            end();
        } else {
            exchange.refuse(refusal);
            stop();
        }
    }

    private void stop() {
        Exchange last = exchange;
        exchange = null;
        body.free();
        decoder.endInput();
        last.markLast();
        last.received(replyBeforeMs());
        port.flush();
    }

    /** The rest of the request will never come. */
    void cancel() {
        queue.cancel(exchange);
        exchange = null;
        if (pending == null) {
            body.free();
        }
    }

    /** The client is gone. */
    void abandon() {
        exchange = null;
        pending = null;
        leaveLarge();
        body.free();
    }

    private void leaveLarge() {
        if (large != null) {
            loop.bodies.remove(large);
            large = null;
        }
    }

    private int maxBodyBytes() {
        return loop.context.maxBodyBytes();
    }

    private long replyBeforeMs() {
        return HttpContext.nowMs() + loop.context.replyDeadlineMs();
    }

    private void judge(Exchange arriving) {
        Routes.Handler handler = found;
        try {
            handler.head(arriving);
        } catch (RuntimeException | Error fault) {
            failed("in the head of", arriving, handler.failure(), fault);
        }
    }

    private void judgeLong(Exchange arriving, HeadLines.TooLong fault) {
        Routes.Handler handler = found;
        try {
            handler.longHeader(arriving, fault.header(), fault.length());
        } catch (RuntimeException | Error defect) {
            failed("in the head of", arriving, handler.failure(), defect);
        }
    }

    private boolean isPrepared(Exchange whole) {
        Routes.Handler handler = found;
        try {
            return handler.prepare(whole);
        } catch (RuntimeException | Error fault) {
            failed("before", whole, handler.failure(), fault);
            return true;
        }
    }

    private void handle(Exchange whole) {
        Routes.Handler handler = found;
        try {
            handler.handle(whole);
        } catch (Throwable fault) {
            failed("in", whole, handler.failure(), fault);
        }
    }

    /** Whatever goes wrong in a handler, the client gets an answer and nothing of the fault (decisions §2). */
    private static void failed(String where, Exchange failed, Problem problem, Throwable fault) {
        LOG.error(
                LogId.REQUEST_FAULT.marker(),
                "Unexpected fault {} {} {}",
                where,
                failed.method(),
                failed.path(),
                fault);
        failed.problem(problem, null);
    }
}
