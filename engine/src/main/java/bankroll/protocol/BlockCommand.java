package bankroll.protocol;

import bankroll.protocol.CommandHeader.CommandType;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A block to put on a player (decisions §11), item of {@link CommandType#BLOCK}: the player, i64 end, u8 self-excluded,
 * reason.
 */
public final class BlockCommand {
    /** The end of a block that has none. */
    public static final long FOR_EVER = Long.MAX_VALUE;

    private BlockCommand() {}

    /**
     * A block.
     *
     * @param reason why
     * @param untilMs when it ends, or {@link #FOR_EVER}
     * @param selfExcluded whether the player asked for it: then it can't be weakened before its end
     */
    public record Block(String reason, long untilMs, boolean selfExcluded) {}

    /** Writes the item and tells where it ends. */
    public static int put(MutableDirectBuffer target, int item, IdHasher hasher, String playerId, Block block) {
        return PlayerCommand.put(target, item, hasher, playerId)
                .putLong(block.untilMs())
                .putByte(block.selfExcluded() ? 1 : 0)
                .putText(block.reason())
                .position();
    }

    /** Reads the block. */
    public static Block get(DirectBuffer command, int item) {
        Fields fields = PlayerCommand.rest(command, item);
        long untilMs = fields.getLong();
        boolean selfExcluded = fields.getByte() != 0;
        return new Block(fields.getText(), untilMs, selfExcluded);
    }
}
