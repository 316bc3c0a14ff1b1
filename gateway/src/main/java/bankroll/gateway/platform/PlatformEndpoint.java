package bankroll.gateway.platform;

import bankroll.engine.Request;
import bankroll.gateway.auth.Caller;
import bankroll.gateway.auth.SignedRequest;
import bankroll.gateway.http.Exchange;
import bankroll.gateway.http.Problem;
import bankroll.gateway.http.Routes;
import bankroll.gateway.request.MalformedRequest;
import bankroll.gateway.request.MediaType;
import bankroll.protocol.OutcomeRecord;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.util.List;

/** One route of the platform: who calls, how often, in which form; then its operation (order of decisions §2). */
final class PlatformEndpoint implements Routes.Handler {
    private static final String ID = "webhook-id";
    private static final String TIMESTAMP = "webhook-timestamp";
    private static final String SIGNATURE = "webhook-signature";

    private final PlatformLoop loop;
    private final Operation operation;
    private final boolean hasBody;

    PlatformEndpoint(PlatformLoop loop, Operation operation, boolean hasBody) {
        this.loop = loop;
        this.operation = operation;
        this.hasBody = hasBody;
    }

    @Override
    public void handle(Exchange exchange) {
        Caller caller = loop.verify(signed(exchange));
        if (caller == null) {
            exchange.problem(Problem.INVALID_SIGNATURE, null);
            return;
        }
        long seconds = loop.secondsToWait(caller);
        if (seconds > 0) {
            exchange.rateLimited(seconds);
        } else if (hasBody && !isJson(exchange)) {
            exchange.problem(Problem.UNSUPPORTED_MEDIA_TYPE, null);
        } else {
            ask(exchange, caller);
        }
    }

    private SignedRequest signed(Exchange exchange) {
        return new SignedRequest(
                only(exchange, ID),
                only(exchange, TIMESTAMP),
                only(exchange, SIGNATURE),
                exchange.path(),
                hasBody ? exchange.body() : null,
                exchange.bodyLength());
    }

    /** A header that stands there exactly once: of two, nobody could say which one was signed. */
    private static String only(Exchange exchange, String name) {
        List<String> values = exchange.headers().getAll(name);
        return values.size() == 1 ? values.get(0) : null;
    }

    private static boolean isJson(Exchange exchange) {
        return MediaType.isJson(
                exchange.headers().getAll(HttpHeaderNames.CONTENT_TYPE),
                exchange.header(HttpHeaderNames.CONTENT_ENCODING));
    }

    private void ask(Exchange exchange, Caller caller) {
        Request request = loop.take();
        boolean isUnderWay = false;
        try {
            operation.ask(exchange, caller, request);
            request.owner(new Pending(this, exchange));
            isUnderWay = loop.submit(request);
            if (!isUnderWay) {
                exchange.problem(Problem.UNAVAILABLE, null);
            }
        } catch (MalformedRequest fault) {
            exchange.problem(Problem.MALFORMED_REQUEST, fault.getMessage());
        } finally {
            if (!isUnderWay) {
                loop.give(request);
            }
        }
    }

    /** The engine has answered; on the event loop again. */
    void answer(Exchange exchange, Request request) {
        Problem problem = problem(request);
        if (problem != null) {
            exchange.problem(problem, null);
            return;
        }
        operation.encode(request, loop.encoder());
        ByteBuf body = exchange.newBody(loop.encoder().length());
        loop.encoder().writeTo(body);
        exchange.ok(body);
    }

    /** What a request carries on its way through the engine. */
    record Pending(PlatformEndpoint endpoint, Exchange exchange) {}

    private Problem problem(Request request) {
        return request.isRefused()
                ? Problem.UNAVAILABLE
                : operation.problem(OutcomeRecord.outcome(request.frame(), request.outcomeOffset(0)));
    }

    @Override
    public Problem failure() {
        return operation.failure();
    }
}
