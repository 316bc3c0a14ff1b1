package bankroll.gateway.operator;

import bankroll.gateway.http.Problem;
import bankroll.gateway.request.MalformedRequest;
import bankroll.protocol.CommandType;
import bankroll.protocol.SessionCommand;
import bankroll.protocol.SessionId;
import java.nio.charset.StandardCharsets;
import org.agrona.concurrent.UnsafeBuffer;

/** {@code DELETE sessions/{session_id}}: closes a session. */
final class SessionDecoder implements CallDecoder {
    @Override
    public void decode(OperatorCall call) throws MalformedRequest, RefusedException {
        String sessionId = call.pathId(Lengths.SESSION_ID);
        UnsafeBuffer text = new UnsafeBuffer(sessionId.getBytes(StandardCharsets.UTF_8));
        if (!SessionId.isCanonical(text, 0, text.capacity())) {
            // none of ours: only we make session ids
            throw new RefusedException(Problem.SESSION_NOT_FOUND);
        }
        int item = call.start(CommandType.CLOSE_SESSION, 1);
        call.end(SessionCommand.put(call.frame(), item, SessionId.high(text, 0), SessionId.low(text, 0)));
    }
}
