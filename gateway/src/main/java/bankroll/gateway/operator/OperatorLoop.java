package bankroll.gateway.operator;

import bankroll.engine.ReplyPublisher;
import bankroll.engine.Request;
import bankroll.gateway.http.Exchange;
import bankroll.gateway.http.Problem;
import bankroll.gateway.operator.OperatorEndpoint.PendingCall;
import bankroll.gateway.reply.ReplyDispatcher;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The way of the operator's calls into the engine, and back to the event loop that waits for them. */
final class OperatorLoop {
    private static final Logger LOG = LoggerFactory.getLogger(OperatorLoop.class);

    /** Answers that wait for one wake-up of the loop; more still come through, one wake-up each. */
    private static final int QUEUED_ANSWERS = 1024;

    private final Predicate<Request> engine;
    private final Supplier<OperatorTokens> tokens;
    private final ReplyPublisher replies;

    OperatorLoop(Executor eventLoop, Predicate<Request> engine, Supplier<OperatorTokens> tokens) {
        this.engine = engine;
        this.tokens = tokens;
        this.replies = new ReplyDispatcher(eventLoop, QUEUED_ANSWERS, OperatorLoop::answer);
    }

    /** The tokens that are live now. */
    OperatorTokens tokens() {
        return tokens.get();
    }

    /** A request that comes back to this loop; not pooled, the operator's calls are few. */
    Request newRequest() {
        return new Request(replies);
    }

    /** Hands the request to the engine; false when it takes none. */
    boolean submit(Request request) {
        return engine.test(request);
    }

    private static void answer(Request request) {
        PendingCall pending = (PendingCall) request.owner();
        Exchange exchange = pending.exchange();
        if (!exchange.isOpen()) {
            return;
        }
        try {
            pending.endpoint().answer(exchange, pending.call());
        } catch (RuntimeException e) {
            LOG.error("Unexpected fault in the answer to a call of the operator API", e);
            exchange.problem(Problem.INTERNAL, null);
        }
    }
}
