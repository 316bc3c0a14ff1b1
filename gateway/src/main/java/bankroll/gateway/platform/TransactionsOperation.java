package bankroll.gateway.platform;

import bankroll.engine.Request;
import bankroll.gateway.auth.Caller;
import bankroll.gateway.http.Exchange;
import bankroll.gateway.http.Problem;
import bankroll.gateway.reply.ReplyEncoder;
import bankroll.gateway.request.MalformedRequest;
import bankroll.gateway.request.TransactionsDecoder;
import bankroll.protocol.Outcome;

/** {@code POST /transactions}: books a batch (contract §4.2); every item has its own status in a 200. */
final class TransactionsOperation implements Operation {
    private final PlatformLoop loop;
    private final TransactionsDecoder decoder = new TransactionsDecoder();

    TransactionsOperation(PlatformLoop loop) {
        this.loop = loop;
    }

    @Override
    public void ask(Exchange exchange, Caller caller, Request request) throws MalformedRequest {
        request.commandLength(decoder.decode(
                exchange.body(),
                exchange.bodyLength(),
                request.frame(),
                Request.COMMAND_OFFSET,
                caller.nameBytes(),
                loop.hasher(caller)));
    }

    @Override
    public Problem problem(Outcome first) {
        return null;
    }

    @Override
    public void encode(Request request, ReplyEncoder encoder) {
        encoder.results(request);
    }

    /** Whatever happens inside a batch, its outcome is unknown and it can be sent again. */
    @Override
    public Problem failure() {
        return Problem.UNAVAILABLE;
    }
}
