package bankroll.protocol;

import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.IdHasher.IdSpace;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A command or question about one player: hash of the player's id (16), player_id. Alone it is the item of
 * {@link CommandType#UNBLOCK}, {@link CommandType#CLOSE_SESSIONS}, {@link CommandType#BALANCE},
 * {@link CommandType#PLAYER} and {@link CommandType#SESSIONS}; three put their own fields behind it:
 *
 * <pre>
 *   BLOCK     i64 end, u8 self-excluded, reason (decisions §11)
 *   LIMITS    u8 count, for each u8 slot and u64 amount: the whole set (operator API, PUT limits)
 *   PROFILE   for each of the four texts u8 whether it is set, and the text, absent to clear it (operator API, PATCH)
 * </pre>
 */
public final class PlayerCommand {
    /** The end of a block that has none. */
    public static final long FOR_EVER = Long.MAX_VALUE;

    private static final int PLAYER_ID = 16;
    private static final int PLAYER_ID_TEXT = 18;
    private static final int CHANGES = 4;

    private PlayerCommand() {}

    /**
     * A block to put on a player.
     *
     * @param reason why
     * @param untilMs when it ends, or {@link #FOR_EVER}
     * @param selfExcluded whether the player asked for it: then it can't be weakened before its end
     */
    public record Block(String reason, long untilMs, boolean selfExcluded) {}

    /**
     * One text of a profile in a change.
     *
     * @param isSet whether the call names it
     * @param text the new text; null clears it
     */
    public record Change(boolean isSet, String text) {
        /** Leaves the text as it is. */
        public static final Change UNCHANGED = new Change(false, null);

        private static Change get(Fields fields) {
            return new Change(fields.getByte() != 0, fields.getText());
        }

        private String over(String old) {
            return isSet ? text : old;
        }
    }

    /**
     * The four changes of one call.
     *
     * @param displayName {@code display_name}
     * @param avatarUrl {@code avatar_url}
     * @param language {@code language}
     * @param country {@code country}
     */
    public record Changes(Change displayName, Change avatarUrl, Change language, Change country) {
        /** The profile after the change. */
        public Profile applyTo(Profile old) {
            return new Profile(
                    old.playerId(),
                    displayName.over(old.displayName()),
                    avatarUrl.over(old.avatarUrl()),
                    language.over(old.language()),
                    country.over(old.country()));
        }
    }

    /** Writes the item; the fields stand behind it. */
    public static Fields put(MutableDirectBuffer target, int item, IdHasher hasher, String playerId) {
        hasher.hash(IdSpace.PLAYER, playerId);
        return new Fields().write(target, item).putHash(hasher).putText(playerId);
    }

    /** Writes the item from a text that stands as bytes, without allocation, and tells where it ends. */
    public static int put(
            MutableDirectBuffer target, int item, IdHasher hasher, byte[] playerId, int offset, int length) {
        hasher.hash(IdSpace.PLAYER, playerId, offset, length).put(target, item);
        target.putShort(item + PLAYER_ID, (short) length);
        target.putBytes(item + PLAYER_ID_TEXT, playerId, offset, length);
        return item + PLAYER_ID_TEXT + length;
    }

    /** Writes the item with a block and tells where it ends. */
    public static int putBlock(MutableDirectBuffer target, int item, IdHasher hasher, String playerId, Block block) {
        return put(target, item, hasher, playerId)
                .putLong(block.untilMs())
                .putByte(block.selfExcluded() ? 1 : 0)
                .putText(block.reason())
                .position();
    }

    /** Writes the item with a set of limits and tells where it ends; a slot that isn't in the map is to be removed. */
    public static int putLimits(
            MutableDirectBuffer target, int item, IdHasher hasher, String playerId, Map<LimitSlot, Long> limits) {
        Fields fields = put(target, item, hasher, playerId).putByte(limits.size());
        new TreeMap<>(limits)
                .forEach((slot, amount) -> fields.putByte(slot.ordinal()).putLong(amount));
        return fields.position();
    }

    /** Writes the item with changes of the profile and tells where it ends. */
    public static int putProfile(
            MutableDirectBuffer target, int item, IdHasher hasher, String playerId, Changes changes) {
        Fields fields = put(target, item, hasher, playerId);
        for (Change change : new Change[] {changes.displayName, changes.avatarUrl, changes.language, changes.country}) {
            fields.putByte(change.isSet() ? 1 : 0).putText(change.text());
        }
        return fields.position();
    }

    /** Where the hash of the player's id stands. */
    public static int playerHashOffset(int item) {
        return item;
    }

    /** The player's id. Allocates. */
    public static String playerId(DirectBuffer command, int item) {
        return new Fields().read(command, item + PLAYER_ID).getText();
    }

    /** The fields behind the player. */
    static Fields rest(DirectBuffer command, int item) {
        Fields fields = new Fields().read(command, item + PLAYER_ID);
        fields.skipText();
        return fields;
    }

    /** Where what the type puts behind the player ends. */
    static int end(CommandType type, DirectBuffer command, int item) {
        Fields fields = rest(command, item);
        switch (type) {
            case BLOCK -> {
                fields.getLong();
                fields.getByte();
                fields.skipText();
            }
            case LIMITS -> {
                for (int i = fields.getByte(); i > 0; i--) {
                    fields.getByte();
                    fields.getLong();
                }
            }
            case PROFILE -> {
                for (int i = 0; i < CHANGES; i++) {
                    fields.getByte();
                    fields.skipText();
                }
            }
            default -> {}
        }
        return fields.position();
    }

    /** Reads the block. */
    public static Block block(DirectBuffer command, int item) {
        Fields fields = rest(command, item);
        long untilMs = fields.getLong();
        boolean selfExcluded = fields.getByte() != 0;
        return new Block(fields.getText(), untilMs, selfExcluded);
    }

    /** Reads the set of limits. */
    public static Map<LimitSlot, Long> limits(DirectBuffer command, int item) {
        Fields fields = rest(command, item);
        Map<LimitSlot, Long> limits = new EnumMap<>(LimitSlot.class);
        for (int i = fields.getByte(); i > 0; i--) {
            limits.put(LimitSlot.of(fields.getByte()), fields.getLong());
        }
        return limits;
    }

    /** Reads the changes of the profile. */
    public static Changes changes(DirectBuffer command, int item) {
        Fields fields = rest(command, item);
        return new Changes(Change.get(fields), Change.get(fields), Change.get(fields), Change.get(fields));
    }
}
