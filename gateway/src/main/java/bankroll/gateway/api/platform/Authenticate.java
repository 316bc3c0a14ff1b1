package bankroll.gateway.api.platform;

import bankroll.gateway.api.Call;
import bankroll.gateway.api.Endpoint.Operation;
import bankroll.gateway.api.Lengths;
import bankroll.gateway.json.Json;
import bankroll.gateway.json.JsonObject;
import bankroll.gateway.json.MalformedRequest;
import bankroll.protocol.Answer;
import bankroll.protocol.AuthenticateCommand;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.Profile;
import bankroll.protocol.SessionId;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.Set;

/** {@code POST /players/authenticate}: a launch code for an identity and a session (contract §4.1, decisions §3). */
final class Authenticate extends Operation {
    private static final String LAUNCH_CODE = "launch_code";
    private static final String GAME_ID = "game_id";
    private static final String CLIENT_IP = "client_ip";
    private static final Set<String> MEMBERS = Set.of(LAUNCH_CODE, GAME_ID, CLIENT_IP);
    private static final int MAX_LAUNCH_CODE = 4096;
    private static final int MAX_CLIENT_IP = 256;

    private final SecureRandom random = new SecureRandom();

    Authenticate() {
        super("POST", "/players/authenticate");
    }

    @Override
    public void ask(Call call) throws MalformedRequest {
        JsonObject body = call.body(MEMBERS);
        AuthenticateCommand.Exchange command = new AuthenticateCommand.Exchange(
                launchCode(body),
                call.caller().hasWebhookId() ? call.exchange().header("webhook-id") : null,
                body.required(GAME_ID, Lengths.GAME_ID),
                body.optionalId(CLIENT_IP, MAX_CLIENT_IP),
                random.nextLong(),
                random.nextLong());
        int item = call.start(CommandType.AUTHENTICATE, 1);
        call.end(AuthenticateCommand.put(call.frame(), item, call.hasher(), command));
    }

    /** As it came; may be empty, which no code is. */
    private static String launchCode(JsonObject body) throws MalformedRequest {
        String code = body.optional(LAUNCH_CODE, MAX_LAUNCH_CODE);
        if (code == null) {
            throw body.refused(LAUNCH_CODE, "is missing");
        }
        return code;
    }

    @Override
    public void answer(Call call) {
        call.ok(json -> identity(call.request().answer(Answer.Identity.class), json));
    }

    private static void identity(Answer.Identity answer, JsonGenerator json) throws IOException {
        Profile profile = answer.profile();
        Json.text(json, "player_id", profile.playerId());
        Json.text(json, "session_id", SessionId.format(answer.sessionHigh(), answer.sessionLow()));
        Json.text(json, "display_name", profile.displayName());
        Json.text(json, "avatar_url", profile.avatarUrl());
        Json.text(json, "language", profile.language());
        Json.text(json, "country", profile.country());
        Json.text(json, "currency", answer.currency());
        Json.amount(json, "balance", answer.balance());
    }
}
