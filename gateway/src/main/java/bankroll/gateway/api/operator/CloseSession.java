package bankroll.gateway.api.operator;

import bankroll.gateway.api.Call;
import bankroll.gateway.api.Lengths;
import bankroll.gateway.config.OperatorRole;
import bankroll.gateway.http.Problem;
import bankroll.gateway.json.MalformedRequest;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.SessionCommand;
import bankroll.protocol.SessionId;
import java.nio.charset.StandardCharsets;

/** {@code DELETE sessions/{session_id}}: closes a session. */
final class CloseSession extends OperatorOperation {
    CloseSession() {
        super("DELETE", "/sessions/{session_id}", OperatorRole.SUPPORT);
    }

    @Override
    public void ask(Call call) throws MalformedRequest {
        String sessionId = call.pathId(Lengths.SESSION_ID);
        byte[] text = sessionId.getBytes(StandardCharsets.UTF_8);
        if (!SessionId.isCanonical(text, 0, text.length)) {
            // none of ours: only we make session ids
            call.exchange().problem(Problem.SESSION_NOT_FOUND, null);
            return;
        }
        int item = call.start(CommandType.CLOSE_SESSION, 1);
        call.end(SessionCommand.put(call.frame(), item, SessionId.high(text, 0), SessionId.low(text, 0)));
    }

    @Override
    public void answer(Call call) {
        call.exchange().noContent();
    }
}
