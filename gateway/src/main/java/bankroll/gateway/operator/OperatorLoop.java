package bankroll.gateway.operator;

import bankroll.engine.ReplyPublisher;
import bankroll.engine.Request;
import bankroll.gateway.http.HttpExchange;
import bankroll.gateway.operator.OperatorEndpoint.PendingCall;
import bankroll.gateway.reply.Problem;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The way of the operator's calls into the engine, and back to the event loop that waits for them. */
final class OperatorLoop implements ReplyPublisher {
    private static final Logger LOG = LoggerFactory.getLogger(OperatorLoop.class);

    private final Executor eventLoop;
    private final Predicate<Request> engine;
    private final Supplier<OperatorTokens> tokens;

    OperatorLoop(Executor eventLoop, Predicate<Request> engine, Supplier<OperatorTokens> tokens) {
        this.eventLoop = eventLoop;
        this.engine = engine;
        this.tokens = tokens;
    }

    /** The tokens that are live now. */
    OperatorTokens tokens() {
        return tokens.get();
    }

    /** Hands the request to the engine; false when it takes none. */
    boolean submit(Request request) {
        return engine.test(request);
    }

    @Override
    public void publish(Request request) {
        try {
            eventLoop.execute(() -> answer((PendingCall) request.owner()));
        } catch (RejectedExecutionException e) {
            LOG.debug("An answer came after its event loop had ended");
        }
    }

    private void answer(PendingCall pending) {
        HttpExchange exchange = pending.exchange();
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
