package bankroll.gateway.api.operator;

import bankroll.gateway.api.Call;
import bankroll.gateway.api.Lengths;
import bankroll.gateway.json.JsonObject;
import bankroll.gateway.json.MalformedRequest;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.PlayerItem;
import bankroll.protocol.Profile;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** {@code POST players}: opens 1 to 500 players. */
final class OpenPlayers extends BulkOperation<String> {
    private static final String PLAYERS = "players";
    private static final String PLAYER_ID = "player_id";
    private static final String CURRENCY = "currency";

    OpenPlayers() {
        super(CommandType.PLAYERS, "/players", PLAYERS, PLAYER_ID, members());
    }

    private static Set<String> members() {
        Set<String> members = new HashSet<>(ProfileFields.NAMES);
        members.addAll(Set.of(PLAYERS, PLAYER_ID, CURRENCY));
        return members;
    }

    @Override
    int put(Call call, int at, JsonObject player, List<String> ids) throws MalformedRequest {
        String playerId = player.required(PLAYER_ID, Lengths.PLAYER_ID);
        String currency = player.required(CURRENCY, Lengths.CURRENCY);
        Profile profile = ProfileFields.profile(playerId, player);
        ids.add(playerId);
        return PlayerItem.put(call.frame(), at, call.hasher(), currency, profile);
    }

    @Override
    String id(String playerId) {
        return playerId;
    }
}
