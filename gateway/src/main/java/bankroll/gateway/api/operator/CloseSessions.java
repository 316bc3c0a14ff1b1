package bankroll.gateway.api.operator;

import bankroll.gateway.api.Call;
import bankroll.gateway.config.OperatorRole;
import bankroll.protocol.CommandHeader.CommandType;

/** {@code DELETE players/{player_id}/sessions}: closes all sessions of a player. */
final class CloseSessions extends PlayerOperation {
    CloseSessions() {
        super("DELETE", PLAYER + "/sessions", OperatorRole.SUPPORT, CommandType.CLOSE_SESSIONS);
    }

    @Override
    public void answer(Call call) {
        call.exchange().noContent();
    }
}
