package bankroll.gateway.operator;

import bankroll.gateway.request.MalformedRequest;
import bankroll.protocol.CommandType;
import bankroll.protocol.IdHasher;
import bankroll.protocol.LimitSlot;
import bankroll.protocol.LimitsCommand;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/** {@code PUT players/{player_id}/limits}: the whole set of a player's limits (decisions §11). */
final class LimitsDecoder implements CallDecoder {
    private static final String KIND = "kind";
    private static final String WINDOW = "window";
    private static final String AMOUNT = "amount";
    private static final Set<String> KINDS = Set.of("stake", "wager", "loss");
    private static final Set<String> WINDOWS = Set.of("transaction", "day", "week", "month");
    private static final ListShape LIMITS = new ListShape("limits", 0, LimitSlot.COUNT, Set.of(KIND, WINDOW, AMOUNT));

    private final BodyReader bodies;
    private final IdHasher hasher;

    LimitsDecoder(BodyReader bodies, IdHasher hasher) {
        this.bodies = bodies;
        this.hasher = hasher;
    }

    @Override
    public void decode(OperatorCall call) throws MalformedRequest {
        String playerId = PlayerDecoder.playerId(call);
        Map<LimitSlot, Long> limits = new EnumMap<>(LimitSlot.class);
        for (Members limit : bodies.list(call, LIMITS)) {
            LimitSlot slot = slot(limit);
            if (limits.put(slot, limit.amountNotNegative(AMOUNT)) != null) {
                throw limit.refused(WINDOW, "stands twice for this kind");
            }
        }
        int item = call.start(CommandType.LIMITS, 1);
        call.end(LimitsCommand.put(call.frame(), item, hasher, playerId, limits));
    }

    private static LimitSlot slot(Members limit) throws MalformedRequest {
        LimitSlot slot = LimitSlot.of(limit.word(KIND, KINDS), limit.word(WINDOW, WINDOWS));
        if (slot == null) {
            throw limit.refused(WINDOW, "does not go with this kind: stake goes with transaction only");
        }
        return slot;
    }
}
