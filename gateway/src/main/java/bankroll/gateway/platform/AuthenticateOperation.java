package bankroll.gateway.platform;

import bankroll.engine.Request;
import bankroll.gateway.auth.Caller;
import bankroll.gateway.http.Exchange;
import bankroll.gateway.http.Problem;
import bankroll.gateway.reply.ReplyEncoder;
import bankroll.gateway.request.AuthenticateDecoder;
import bankroll.gateway.request.AuthenticateDecoder.Authenticate;
import bankroll.gateway.request.MalformedRequest;
import bankroll.protocol.AuthenticateCommand;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandType;
import bankroll.protocol.IdentityAnswer;
import bankroll.protocol.Origin;
import bankroll.protocol.Outcome;
import java.security.SecureRandom;

/** {@code POST /players/authenticate}: a launch code for an identity and a session (contract §4.1, decisions §3). */
final class AuthenticateOperation implements Operation {
    private final PlatformLoop loop;
    private final AuthenticateDecoder decoder = new AuthenticateDecoder();
    private final SecureRandom random = new SecureRandom();

    AuthenticateOperation(PlatformLoop loop) {
        this.loop = loop;
    }

    @Override
    public void ask(Exchange exchange, Caller caller, Request request) throws MalformedRequest {
        Authenticate asked = decoder.decode(exchange.body(), exchange.bodyLength());
        int item = CommandHeader.put(
                request.frame(),
                Request.COMMAND_OFFSET,
                CommandType.AUTHENTICATE,
                1,
                Origin.Kind.PLATFORM,
                caller.nameBytes());
        AuthenticateCommand.Exchange command = new AuthenticateCommand.Exchange(
                asked.launchCode(),
                caller.hasWebhookId() ? exchange.header("webhook-id") : null,
                asked.gameId(),
                asked.clientIp(),
                random.nextLong(),
                random.nextLong());
        int end = AuthenticateCommand.put(request.frame(), item, loop.hasher(caller), command);
        request.commandLength(end - Request.COMMAND_OFFSET);
    }

    @Override
    public Problem problem(Outcome outcome) {
        return switch (outcome) {
            case OK -> null;
            case INVALID_LAUNCH_CODE -> Problem.INVALID_LAUNCH_CODE;
            case UNAVAILABLE, RETRY -> Problem.UNAVAILABLE;
            default -> Problem.INTERNAL;
        };
    }

    @Override
    public void encode(Request request, ReplyEncoder encoder) {
        encoder.identity((IdentityAnswer) request.answer());
    }
}
