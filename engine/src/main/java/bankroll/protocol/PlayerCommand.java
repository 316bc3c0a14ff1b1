package bankroll.protocol;

import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.IdHasher.IdSpace;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A command or question about one player: hash of the player's id (16), player_id. Alone it is the item of
 * {@link CommandType#UNBLOCK}, {@link CommandType#CLOSE_SESSIONS}, {@link CommandType#BALANCE},
 * {@link CommandType#PLAYER} and {@link CommandType#SESSIONS}; the others put their own fields behind it.
 */
public final class PlayerCommand {
    private static final int PLAYER_ID = 16;
    private static final int PLAYER_ID_TEXT = 18;

    private PlayerCommand() {}

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

    /** Where the hash of the player's id stands. */
    public static int playerHashOffset(int item) {
        return item;
    }

    /** The player's id. Allocates. */
    public static String playerId(DirectBuffer command, int item) {
        return new Fields().read(command, item + PLAYER_ID).getText();
    }

    /** The fields behind the player. */
    public static Fields rest(DirectBuffer command, int item) {
        Fields fields = new Fields().read(command, item + PLAYER_ID);
        fields.skipText();
        return fields;
    }
}
