package bankroll.gateway.operator;

import bankroll.gateway.request.MalformedRequest;
import bankroll.protocol.CommandType;
import bankroll.protocol.IdHasher;
import bankroll.protocol.ProfileCommand;
import bankroll.protocol.ProfileCommand.Changes;

/** {@code PATCH players/{player_id}}: changes a profile; {@code null} clears a text. */
final class ProfileDecoder implements CallDecoder {
    private final BodyReader bodies;
    private final IdHasher hasher;

    ProfileDecoder(BodyReader bodies, IdHasher hasher) {
        this.bodies = bodies;
        this.hasher = hasher;
    }

    @Override
    public void decode(OperatorCall call) throws MalformedRequest {
        String playerId = PlayerDecoder.playerId(call);
        Changes changes = ProfileFields.changes(bodies.object(call, ProfileFields.NAMES));
        int item = call.start(CommandType.PROFILE, 1);
        call.end(ProfileCommand.put(call.frame(), item, hasher, playerId, changes));
    }
}
