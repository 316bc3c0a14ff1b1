package bankroll.gateway.operator;

import bankroll.gateway.request.MalformedRequest;
import bankroll.protocol.CommandType;
import bankroll.protocol.IdHasher;
import bankroll.protocol.PlayerCommand;

/** The calls that name a player in their path and say nothing more. */
final class PlayerDecoder implements CallDecoder {
    private final CommandType type;
    private final IdHasher hasher;

    PlayerDecoder(CommandType type, IdHasher hasher) {
        this.type = type;
        this.hasher = hasher;
    }

    @Override
    public void decode(OperatorCall call) throws MalformedRequest {
        String playerId = playerId(call);
        int item = call.start(type, 1);
        call.end(PlayerCommand.put(call.frame(), item, hasher, playerId).position());
    }

    /** The player in the path. */
    static String playerId(OperatorCall call) throws MalformedRequest {
        return call.pathId(Lengths.PLAYER_ID);
    }
}
