package bankroll.gateway.operator;

import bankroll.gateway.request.MalformedRequest;
import bankroll.protocol.BlockCommand;
import bankroll.protocol.BlockCommand.Block;
import bankroll.protocol.CommandType;
import bankroll.protocol.IdHasher;
import java.util.Set;
import java.util.function.LongSupplier;

/** {@code PUT players/{player_id}/block}: blocks a player, or excludes one at their own wish (decisions §11). */
final class BlockDecoder implements CallDecoder {
    private static final String REASON = "reason";
    private static final String UNTIL = "until";
    private static final String SELF_EXCLUDED = "self_excluded";
    private static final Set<String> NAMES = Set.of(REASON, UNTIL, SELF_EXCLUDED);

    private final BodyReader bodies;
    private final IdHasher hasher;
    private final LongSupplier clockMs;

    BlockDecoder(BodyReader bodies, IdHasher hasher, LongSupplier clockMs) {
        this.bodies = bodies;
        this.hasher = hasher;
        this.clockMs = clockMs;
    }

    @Override
    public void decode(OperatorCall call) throws MalformedRequest {
        String playerId = PlayerDecoder.playerId(call);
        Members members = bodies.object(call, NAMES);
        Block block = new Block(members.required(REASON, Lengths.REASON), until(members), members.flag(SELF_EXCLUDED));
        int item = call.start(CommandType.BLOCK, 1);
        call.end(BlockCommand.put(call.frame(), item, hasher, playerId, block));
    }

    private long until(Members members) throws MalformedRequest {
        String text = members.optional(UNTIL, Integer.MAX_VALUE);
        if (text == null) {
            return BlockCommand.FOR_EVER;
        }
        if (!DateTimes.isDateTime(text)) {
            throw members.refused(UNTIL, "must be an RFC 3339 date-time");
        }
        long untilMs = DateTimes.parse(text);
        if (untilMs <= clockMs.getAsLong()) {
            throw members.refused(UNTIL, "must not be in the past");
        }
        if (untilMs >= DateTimes.YEAR_10000_MS) {
            throw members.refused(UNTIL, "must be before the year 10000 in UTC");
        }
        return untilMs;
    }
}
