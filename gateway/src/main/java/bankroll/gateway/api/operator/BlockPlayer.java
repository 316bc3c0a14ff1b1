package bankroll.gateway.api.operator;

import bankroll.gateway.api.Call;
import bankroll.gateway.api.Lengths;
import bankroll.gateway.config.OperatorRole;
import bankroll.gateway.json.JsonObject;
import bankroll.gateway.json.MalformedRequest;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.Outcome;
import bankroll.protocol.PlayerCommand;
import bankroll.protocol.PlayerCommand.Block;
import bankroll.protocol.Rfc3339;
import java.util.Set;

/**
 * {@code PUT players/{player_id}/block}: blocks a player, or excludes one at their own wish (decisions §11). The ledger says
 * whether an end is past, by the time that bookings carry: the machine's clock may be wrong.
 */
final class BlockPlayer extends PlayerOperation {
    private static final String REASON = "reason";
    private static final String UNTIL = "until";
    private static final String SELF_EXCLUDED = "self_excluded";
    private static final Set<String> MEMBERS = Set.of(REASON, UNTIL, SELF_EXCLUDED);

    BlockPlayer() {
        super("PUT", PLAYER + "/block", OperatorRole.SUPPORT, CommandType.BLOCK);
    }

    @Override
    void ask(Call call, String playerId) throws MalformedRequest {
        JsonObject body = call.body(MEMBERS);
        Block block = new Block(body.required(REASON, Lengths.REASON), until(body), body.flag(SELF_EXCLUDED));
        int item = call.start(CommandType.BLOCK, 1);
        call.end(PlayerCommand.putBlock(call.frame(), item, call.hasher(), playerId, block));
    }

    private long until(JsonObject body) throws MalformedRequest {
        String text = body.optional(UNTIL, Lengths.TIME);
        if (text == null) {
            return PlayerCommand.FOR_EVER;
        }
        if (!Rfc3339.isDateTime(text)) {
            throw body.refused(UNTIL, "must be an RFC 3339 date-time");
        }
        long untilMs = Rfc3339.toEpochMs(text);
        if (untilMs >= Rfc3339.YEAR_10000_MS) {
            throw body.refused(UNTIL, "must be before the year 10000 in UTC");
        }
        return untilMs;
    }

    @Override
    public String detail(Outcome first) {
        return first == Outcome.MALFORMED ? UNTIL + " must not be in the past" : super.detail(first);
    }
}
