package bankroll.gateway.api.operator;

import bankroll.gateway.api.Call;
import bankroll.gateway.config.OperatorRole;
import bankroll.gateway.json.MalformedRequest;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.PlayerCommand;
import bankroll.protocol.PlayerCommand.Changes;

/** {@code PATCH players/{player_id}}: changes a profile; {@code null} clears a text. */
final class ChangeProfile extends PlayerOperation {
    ChangeProfile() {
        super("PATCH", PLAYER, OperatorRole.ADMIN, CommandType.PROFILE);
    }

    @Override
    void ask(Call call, String playerId) throws MalformedRequest {
        Changes changes = ProfileFields.changes(call.body(ProfileFields.NAMES));
        int item = call.start(CommandType.PROFILE, 1);
        call.end(PlayerCommand.putProfile(call.frame(), item, call.hasher(), playerId, changes));
    }
}
