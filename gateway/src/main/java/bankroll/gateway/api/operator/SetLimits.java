package bankroll.gateway.api.operator;

import bankroll.gateway.api.Call;
import bankroll.gateway.config.OperatorRole;
import bankroll.gateway.json.JsonObject;
import bankroll.gateway.json.MalformedRequest;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.LimitSlot;
import bankroll.protocol.PlayerCommand;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code PUT players/{player_id}/limits}: the whole set of a player's limits (decisions §11). */
final class SetLimits extends PlayerOperation {
    private static final String LIMITS = "limits";
    private static final String KIND = "kind";
    private static final String WINDOW = "window";
    private static final String AMOUNT = "amount";
    private static final Set<String> MEMBERS = Set.of(LIMITS, KIND, WINDOW, AMOUNT);
    private static final Set<String> KINDS = words(LimitSlot::kind);
    private static final Set<String> WINDOWS = words(LimitSlot::window);

    SetLimits() {
        super("PUT", PLAYER + "/limits", OperatorRole.ADMIN, CommandType.LIMITS);
    }

    @Override
    void ask(Call call, String playerId) throws MalformedRequest {
        Map<LimitSlot, Long> limits = new EnumMap<>(LimitSlot.class);
        for (JsonObject limit : call.body(MEMBERS).list(LIMITS, 0, LimitSlot.COUNT)) {
            LimitSlot slot = slot(limit);
            if (limits.put(slot, MinorUnits.notNegative(limit, AMOUNT)) != null) {
                throw limit.refused(WINDOW, "is given twice for this kind");
            }
        }
        int item = call.start(CommandType.LIMITS, 1);
        call.end(PlayerCommand.putLimits(call.frame(), item, call.hasher(), playerId, limits));
    }

    private static Set<String> words(Function<LimitSlot, String> word) {
        return Stream.of(LimitSlot.values()).map(word).collect(Collectors.toUnmodifiableSet());
    }

    private static LimitSlot slot(JsonObject limit) throws MalformedRequest {
        LimitSlot slot = LimitSlot.of(limit.word(KIND, KINDS), limit.word(WINDOW, WINDOWS));
        if (slot == null) {
            throw limit.refused(WINDOW, "does not go with this kind: stake goes with transaction only");
        }
        return slot;
    }
}
