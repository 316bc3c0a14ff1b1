package bankroll.gateway.operator;

import bankroll.protocol.CommandType;
import bankroll.protocol.IdHasher;
import bankroll.protocol.ProfileCommand;
import bankroll.protocol.ProfileCommand.Changes;

/** {@code PATCH players/{player_id}}: changes a profile; {@code null} clears a text. */
final class ProfileDecoder implements CallDecoder {
    private final IdHasher hasher;

    ProfileDecoder(IdHasher hasher) {
        this.hasher = hasher;
    }

    @Override
    public void decode(OperatorCall call) throws MalformedException {
        String playerId = PlayerDecoder.playerId(call);
        Changes changes = ProfileFields.changes(JsonBody.object(call.body(), call.bodyLength(), ProfileFields.NAMES));
        int item = call.start(CommandType.PROFILE, 1);
        call.end(ProfileCommand.put(call.frame(), item, hasher, playerId, changes));
    }
}
