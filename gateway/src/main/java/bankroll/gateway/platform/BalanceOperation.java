package bankroll.gateway.platform;

import bankroll.engine.Request;
import bankroll.gateway.auth.Caller;
import bankroll.gateway.http.Exchange;
import bankroll.gateway.http.Problem;
import bankroll.gateway.reply.ReplyEncoder;
import bankroll.gateway.request.BalanceDecoder;
import bankroll.gateway.request.MalformedRequest;
import bankroll.protocol.BalanceAnswer;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandType;
import bankroll.protocol.Origin;
import bankroll.protocol.Outcome;
import bankroll.protocol.PlayerCommand;

/** {@code POST /players/balance}: the balance now (contract §4.3, decisions §4). */
final class BalanceOperation implements Operation {
    private final PlatformLoop loop;
    private final BalanceDecoder decoder = new BalanceDecoder();

    BalanceOperation(PlatformLoop loop) {
        this.loop = loop;
    }

    @Override
    public void ask(Exchange exchange, Caller caller, Request request) throws MalformedRequest {
        decoder.decode(exchange.body(), exchange.bodyLength());
        int item = CommandHeader.put(
                request.frame(),
                Request.COMMAND_OFFSET,
                CommandType.BALANCE,
                1,
                Origin.Kind.PLATFORM,
                caller.nameBytes());
        int end = PlayerCommand.put(
                request.frame(), item, loop.hasher(caller), decoder.body(), decoder.start(), decoder.size());
        request.commandLength(end - Request.COMMAND_OFFSET);
    }

    @Override
    public Problem problem(Outcome outcome) {
        return switch (outcome) {
            case OK -> null;
            case PLAYER_NOT_FOUND -> Problem.PLAYER_NOT_FOUND;
            case UNAVAILABLE, RETRY -> Problem.UNAVAILABLE;
            default -> Problem.INTERNAL;
        };
    }

    @Override
    public void encode(Request request, ReplyEncoder encoder) {
        encoder.balance((BalanceAnswer) request.answer());
    }
}
