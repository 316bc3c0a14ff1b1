package bankroll.protocol;

import bankroll.protocol.CommandHeader.CommandType;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The whole set of a player's limits (operator API, {@code PUT limits}), item of {@link CommandType#LIMITS}: the player,
 * u8 count, for each u8 slot and u64 amount.
 */
public final class LimitsCommand {
    private LimitsCommand() {}

    /** Writes the item and tells where it ends; a slot that isn't in the map is to be removed. */
    public static int put(
            MutableDirectBuffer target, int item, IdHasher hasher, String playerId, Map<LimitSlot, Long> limits) {
        Fields fields = PlayerCommand.put(target, item, hasher, playerId).putByte(limits.size());
        new TreeMap<>(limits)
                .forEach((slot, amount) -> fields.putByte(slot.ordinal()).putLong(amount));
        return fields.position();
    }

    /** Reads the set. */
    public static Map<LimitSlot, Long> get(DirectBuffer command, int item) {
        Fields fields = PlayerCommand.rest(command, item);
        Map<LimitSlot, Long> limits = new EnumMap<>(LimitSlot.class);
        for (int i = fields.getByte(); i > 0; i--) {
            limits.put(LimitSlot.of(fields.getByte()), fields.getLong());
        }
        return limits;
    }
}
