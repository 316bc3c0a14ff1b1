package bankroll.gateway.operator;

import bankroll.gateway.request.MalformedRequest;
import bankroll.protocol.CommandType;
import bankroll.protocol.IdHasher;
import bankroll.protocol.PlayerItem;
import bankroll.protocol.Profile;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** {@code POST players}: opens 1 to 500 players. */
final class PlayersDecoder implements CallDecoder {
    private static final String PLAYER_ID = "player_id";
    private static final String CURRENCY = "currency";
    private static final ListShape PLAYERS = ListShape.bulk("players", names());

    private final BodyReader bodies;
    private final IdHasher hasher;

    PlayersDecoder(BodyReader bodies, IdHasher hasher) {
        this.bodies = bodies;
        this.hasher = hasher;
    }

    @Override
    public void decode(OperatorCall call) throws MalformedRequest {
        List<Members> players = bodies.list(call, PLAYERS);
        List<String> ids = new ArrayList<>(players.size());
        int at = call.start(CommandType.PLAYERS, players.size());
        for (Members player : players) {
            String playerId = player.required(PLAYER_ID, Lengths.PLAYER_ID);
            String currency = player.required(CURRENCY, Lengths.CURRENCY);
            Profile profile = ProfileFields.profile(playerId, player);
            at = PlayerItem.put(call.frame(), at, hasher, currency, profile);
            ids.add(playerId);
        }
        call.ids(ids);
        call.end(at);
    }

    private static Set<String> names() {
        Set<String> names = new HashSet<>(ProfileFields.NAMES);
        names.add(PLAYER_ID);
        names.add(CURRENCY);
        return names;
    }
}
