package bankroll.gateway.operator;

import bankroll.engine.Request;
import bankroll.gateway.config.OperatorRole;
import bankroll.gateway.config.OperatorToken;
import bankroll.gateway.http.Exchange;
import bankroll.gateway.http.Problem;
import bankroll.gateway.http.Routes;
import bankroll.gateway.request.MalformedRequest;
import bankroll.gateway.request.MediaType;
import bankroll.protocol.Outcome;
import bankroll.protocol.OutcomeRecord;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.Locale;

/**
 * One call of the operator API, from the whole request to its answer: token, role, media type, decode, ledger, encode.
 * One instance per event loop.
 */
final class OperatorEndpoint implements Routes.Handler {
    private static final int BODY_SIZE_HINT = 1024;

    private final OperatorLoop loop;
    private final OperatorRole needed;
    private final boolean readsBody;
    private final CallDecoder decoder;
    private final CallEncoder encoder;

    OperatorEndpoint(
            OperatorLoop loop, OperatorRole needed, boolean readsBody, CallDecoder decoder, CallEncoder encoder) {
        this.loop = loop;
        this.needed = needed;
        this.readsBody = readsBody;
        this.decoder = decoder;
        this.encoder = encoder;
    }

    @Override
    public void handle(Exchange exchange) {
        OperatorToken token = loop.tokens().find(exchange.header(HttpHeaderNames.AUTHORIZATION));
        if (token == null) {
            exchange.problem(Problem.UNAUTHORIZED, null);
        } else if (token.role().compareTo(needed) > 0) {
            exchange.problem(
                    Problem.FORBIDDEN,
                    "the role " + word(needed) + " is needed; this token's is " + word(token.role()));
        } else if (readsBody && !isJson(exchange.headers())) {
            exchange.problem(Problem.UNSUPPORTED_MEDIA_TYPE, null);
        } else {
            ask(exchange, token);
        }
    }

    private void ask(Exchange exchange, OperatorToken token) {
        OperatorCall call = new OperatorCall(
                token, loop.newRequest(), exchange.pathParameter(), exchange.body(), exchange.bodyLength());
        try {
            decoder.decode(call);
        } catch (MalformedRequest malformed) {
            exchange.problem(Problem.MALFORMED_REQUEST, malformed.getMessage());
            return;
        } catch (RefusedException refused) {
            exchange.problem(refused.problem(), null);
            return;
        }
        call.request().owner(new PendingCall(this, exchange, call));
        if (!loop.submit(call.request())) {
            exchange.problem(Problem.UNAVAILABLE, null);
        }
    }

    /** The ledger has decided; on the event loop again. */
    void answer(Exchange exchange, OperatorCall call) {
        Problem problem = problem(call.request());
        if (problem != null) {
            exchange.problem(problem, null);
        } else if (encoder == CallEncoder.NO_CONTENT) {
            exchange.noContent();
        } else {
            encode(exchange, call);
        }
    }

    private Problem problem(Request request) {
        if (request.isRefused()) {
            return Problem.UNAVAILABLE;
        }
        Outcome first = OutcomeRecord.outcome(request.frame(), request.outcomeOffset(0));
        return encoder.problem(first);
    }

    private void encode(Exchange exchange, OperatorCall call) {
        ByteBuf body = exchange.newBody(BODY_SIZE_HINT);
        boolean isWritten = false;
        try {
            encoder.encode(call, new JsonWriter(body));
            isWritten = true;
        } finally {
            if (!isWritten) {
                body.release();
            }
        }
        exchange.ok(body);
    }

    private static boolean isJson(HttpHeaders headers) {
        return MediaType.isJson(
                headers.getAll(HttpHeaderNames.CONTENT_TYPE), headers.get(HttpHeaderNames.CONTENT_ENCODING));
    }

    private static String word(OperatorRole role) {
        return role.name().toLowerCase(Locale.ROOT);
    }

    /** A call that waits for the ledger; what the request carries as its owner. */
    record PendingCall(OperatorEndpoint endpoint, Exchange exchange, OperatorCall call) {}
}
