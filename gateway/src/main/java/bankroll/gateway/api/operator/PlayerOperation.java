package bankroll.gateway.api.operator;

import bankroll.gateway.api.Call;
import bankroll.gateway.api.Lengths;
import bankroll.gateway.config.OperatorRole;
import bankroll.gateway.json.Json;
import bankroll.gateway.json.MalformedRequest;
import bankroll.protocol.Answer;
import bankroll.protocol.Answer.Player.Limit;
import bankroll.protocol.Answer.Player.Pending;
import bankroll.protocol.Answer.Sessions.Session;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.Outcome;
import bankroll.protocol.PlayerCommand;
import bankroll.protocol.PlayerCommand.Block;
import bankroll.protocol.Profile;
import bankroll.protocol.SessionId;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * The calls that name a player in their path. Used as it is where the command holds only the player's id; calls with a body
 * extend it, and answer the player as {@code GET players/{player_id}} does.
 */
class PlayerOperation extends OperatorOperation {
    private final CommandType type;
    private final Consumer<Call> answer;

    PlayerOperation(String method, String path, OperatorRole needed, CommandType type) {
        this(method, path, needed, type, PlayerOperation::player);
    }

    private PlayerOperation(String method, String path, OperatorRole needed, CommandType type, Consumer<Call> answer) {
        super(method, path, needed);
        this.type = type;
        this.answer = answer;
    }

    /** {@code GET players/{player_id}}. */
    static PlayerOperation show() {
        return new PlayerOperation("GET", PLAYER, OperatorRole.READ, CommandType.PLAYER);
    }

    /** {@code DELETE players/{player_id}/block}. */
    static PlayerOperation unblock() {
        return new PlayerOperation("DELETE", PLAYER + "/block", OperatorRole.SUPPORT, CommandType.UNBLOCK);
    }

    /** {@code GET players/{player_id}/sessions}: the open ones. */
    static PlayerOperation listSessions() {
        return new PlayerOperation(
                "GET",
                PLAYER + "/sessions",
                OperatorRole.READ,
                CommandType.SESSIONS,
                call -> call.ok(json -> sessions(call.request().answer(Answer.Sessions.class), json)));
    }

    /** {@code DELETE players/{player_id}/sessions}: closes all of them. */
    static PlayerOperation closeSessions() {
        return new PlayerOperation(
                "DELETE",
                PLAYER + "/sessions",
                OperatorRole.SUPPORT,
                CommandType.CLOSE_SESSIONS,
                call -> call.exchange().noContent());
    }

    @Override
    public final void ask(Call call) throws MalformedRequest {
        String playerId = call.pathId(Lengths.PLAYER_ID);
        ask(call, playerId);
    }

    /** Writes the command about the player. */
    void ask(Call call, String playerId) throws MalformedRequest {
        int item = call.start(type, 1);
        call.end(PlayerCommand.put(call.frame(), item, call.hasher(), playerId).position());
    }

    @Override
    public String detail(Outcome first) {
        return first == Outcome.CONFLICT
                ? "the player is self-excluded; GET /operator/v1/players/{player_id} says until when"
                : null;
    }

    @Override
    public final void answer(Call call) {
        answer.accept(call);
    }

    private static void player(Call call) {
        call.ok(json -> player(call.request().answer(Answer.Player.class), json));
    }

    static void player(Answer.Player player, JsonGenerator json) throws IOException {
        Profile profile = player.profile();
        json.writeStringField("player_id", profile.playerId());
        json.writeStringField("currency", player.currency());
        Json.amount(json, "balance", player.balance());
        Json.text(json, ProfileFields.DISPLAY_NAME, profile.displayName());
        Json.text(json, ProfileFields.AVATAR_URL, profile.avatarUrl());
        Json.text(json, ProfileFields.LANGUAGE, profile.language());
        Json.text(json, ProfileFields.COUNTRY, profile.country());
        if (player.block() != null) {
            blocked(player.block(), json);
        }
        json.writeArrayFieldStart("limits");
        for (Limit limit : player.limits()) {
            limit(limit, json);
        }
        json.writeEndArray();
        json.writeNumberField("open_sessions", player.openSessions());
        Json.time(json, "created_at", player.createdAtMs());
    }

    private static void blocked(Block block, JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("blocked");
        json.writeStringField("reason", block.reason());
        if (block.untilMs() != PlayerCommand.FOR_EVER) {
            Json.time(json, "until", block.untilMs());
        }
        json.writeBooleanField("self_excluded", block.selfExcluded());
        json.writeEndObject();
    }

    private static void limit(Limit limit, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("kind", limit.slot().kind());
        json.writeStringField("window", limit.slot().window());
        Json.amount(json, "amount", limit.amount());
        Json.text(json, "used", limit.used());
        if (limit.pending() != null) {
            pending(limit.pending(), json);
        }
        json.writeEndObject();
    }

    private static void pending(Pending pending, JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("pending");
        if (!pending.isRemoval()) {
            Json.amount(json, "amount", pending.amount());
        }
        Json.time(json, "effective_at", pending.effectiveAtMs());
        json.writeEndObject();
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
