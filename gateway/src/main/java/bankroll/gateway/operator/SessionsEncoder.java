package bankroll.gateway.operator;

import bankroll.protocol.SessionId;
import bankroll.protocol.SessionsAnswer;
import bankroll.protocol.SessionsAnswer.Session;

/** {@code GET players/{player_id}/sessions}: the open ones. */
final class SessionsEncoder implements CallEncoder {
    @Override
    public void encode(OperatorCall call, JsonWriter json) {
        encode((SessionsAnswer) call.request().answer(), json);
    }

    static void encode(SessionsAnswer answer, JsonWriter json) {
        json.begin().beginArray("sessions");
        answer.sessions().forEach(session -> encode(session, json));
        json.endArray().end();
    }

    private static void encode(Session session, JsonWriter json) {
        json.begin()
                .text("session_id", SessionId.format(session.high(), session.low()))
                .text("game_id", session.gameId())
                .text("client_ip", session.clientIp())
                .time("created_at", session.createdAtMs())
                .time("last_used_at", session.lastUsedAtMs())
                .time("expires_at", session.expiresAtMs())
                .end();
    }
}
