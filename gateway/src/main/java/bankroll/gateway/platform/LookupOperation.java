package bankroll.gateway.platform;

import bankroll.engine.Request;
import bankroll.gateway.auth.Caller;
import bankroll.gateway.http.Exchange;
import bankroll.gateway.http.Problem;
import bankroll.gateway.reply.ReplyEncoder;
import bankroll.gateway.request.LookupPath;
import bankroll.gateway.request.MalformedRequest;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandType;
import bankroll.protocol.LookupAnswer;
import bankroll.protocol.LookupCommand;
import bankroll.protocol.Origin;
import bankroll.protocol.Outcome;

/** {@code GET /transactions/{transaction_id}}: a transaction as it was booked (contract §4.4, decisions §4). */
final class LookupOperation implements Operation {
    private static final int MAX_ID = 128;

    private final PlatformLoop loop;

    LookupOperation(PlatformLoop loop) {
        this.loop = loop;
    }

    @Override
    public void ask(Exchange exchange, Caller caller, Request request) throws MalformedRequest {
        String id = LookupPath.id(exchange.pathParameter(), MAX_ID);
        int item = CommandHeader.put(
                request.frame(),
                Request.COMMAND_OFFSET,
                CommandType.LOOKUP,
                1,
                Origin.Kind.PLATFORM,
                caller.nameBytes());
        int end = LookupCommand.put(request.frame(), item, loop.hasher(caller), id);
        request.commandLength(end - Request.COMMAND_OFFSET);
    }

    @Override
    public Problem problem(Outcome outcome) {
        return switch (outcome) {
            case OK -> null;
            case TRANSACTION_NOT_FOUND -> Problem.TRANSACTION_NOT_FOUND;
            case UNAVAILABLE, RETRY -> Problem.UNAVAILABLE;
            default -> Problem.INTERNAL;
        };
    }

    @Override
    public void encode(Request request, ReplyEncoder encoder) {
        encoder.record((LookupAnswer) request.answer());
    }
}
