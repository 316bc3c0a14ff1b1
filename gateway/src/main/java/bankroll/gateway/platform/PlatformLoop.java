package bankroll.gateway.platform;

import bankroll.engine.Request;
import bankroll.gateway.auth.Caller;
import bankroll.gateway.auth.SignatureVerifier;
import bankroll.gateway.auth.SignedRequest;
import bankroll.gateway.http.Exchange;
import bankroll.gateway.reply.ReplyDispatcher;
import bankroll.gateway.reply.ReplyEncoder;
import bankroll.protocol.IdHasher;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the operations of one event loop share: signatures, hashers, requests, and the way to the engine and back. */
final class PlatformLoop {
    private static final Logger LOG = LoggerFactory.getLogger(PlatformLoop.class);

    private final PlatformContext context;
    private final SignatureVerifier signatures;
    private final RequestPool requests;
    private final ReplyEncoder encoder = new ReplyEncoder();
    private final Map<String, IdHasher> hashers = new HashMap<>();

    PlatformLoop(PlatformContext context, Executor eventLoop) {
        this.context = context;
        signatures = new SignatureVerifier(context.keys());
        requests = new RequestPool(new ReplyDispatcher(eventLoop, context.mostInFlight(), this::received));
    }

    Caller verify(SignedRequest request) {
        return signatures.verify(request, context.clockMs().getAsLong());
    }

    long secondsToWait(Caller caller) {
        return context.limits().secondsToWait(caller.name());
    }

    /** The hasher of a platform's ids. */
    IdHasher hasher(Caller caller) {
        IdHasher hasher = hashers.get(caller.name());
        return hasher != null
                ? hasher
                : hashers.computeIfAbsent(caller.name(), name -> new IdHasher(context.hashKey(), name));
    }

    ReplyEncoder encoder() {
        return encoder;
    }

    Request take() {
        return requests.take();
    }

    void give(Request request) {
        requests.give(request);
    }

    boolean submit(Request request) {
        return context.engine().test(request);
    }

    /** The engine gives a request back; its client may have had another answer meanwhile, or be gone. */
    private void received(Request request) {
        PlatformEndpoint.Pending pending = (PlatformEndpoint.Pending) request.owner();
        Exchange exchange = pending.exchange();
        try {
            if (exchange.isOpen()) {
                pending.endpoint().answer(exchange, request);
            }
        } catch (RuntimeException | Error fault) {
            LOG.error("Unexpected fault in the answer to {} {}", exchange.method(), exchange.path(), fault);
            exchange.problem(pending.endpoint().failure(), null);
        } finally {
            requests.give(request);
        }
    }
}
