package bankroll.gateway.api.operator;

import bankroll.gateway.api.Call;
import bankroll.gateway.config.OperatorRole;
import bankroll.gateway.json.Json;
import bankroll.protocol.Answer;
import bankroll.protocol.Answer.Sessions.Session;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.SessionId;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/** {@code GET players/{player_id}/sessions}: the open ones. */
final class ListSessions extends PlayerOperation {
    ListSessions() {
        super("GET", PLAYER + "/sessions", OperatorRole.READ, CommandType.SESSIONS);
    }

    @Override
    public void answer(Call call) {
        call.ok(json -> sessions(call.request().answer(Answer.Sessions.class), json));
    }

    static void sessions(Answer.Sessions answer, JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("sessions");
        for (Session session : answer.sessions()) {
            session(session, json);
        }
        json.writeEndArray();
    }

    private static void session(Session session, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("session_id", SessionId.format(session.high(), session.low()));
        Json.text(json, "game_id", session.gameId());
        Json.text(json, "client_ip", session.clientIp());
        Json.time(json, "created_at", session.createdAtMs());
        Json.time(json, "last_used_at", session.lastUsedAtMs());
        Json.time(json, "expires_at", session.expiresAtMs());
        json.writeEndObject();
    }
}
