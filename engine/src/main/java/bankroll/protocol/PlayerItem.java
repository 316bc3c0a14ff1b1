package bankroll.protocol;

import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.IdHasher.IdSpace;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A player to open, item of {@link CommandType#PLAYERS}: i32 length, hash of the player's id (16), currency, profile.
 */
public final class PlayerItem {
    private static final int PLAYER_HASH = 4;
    private static final int CURRENCY = 20;

    private PlayerItem() {}

    /** Writes an item and tells where the next one starts. */
    public static int put(MutableDirectBuffer target, int item, IdHasher hasher, String currency, Profile profile) {
        hasher.hash(IdSpace.PLAYER, profile.playerId()).put(target, item + PLAYER_HASH);
        Fields fields = new Fields().write(target, item + CURRENCY).putText(currency);
        profile.put(fields);
        target.putInt(item, fields.position() - item);
        return fields.position();
    }

    /** Bytes of the item. */
    public static int length(DirectBuffer items, int item) {
        return items.getInt(item);
    }

    /** Where the hash of the player's id stands. */
    public static int playerHashOffset(int item) {
        return item + PLAYER_HASH;
    }

    /** Where the currency stands, a text of {@link Fields}. */
    public static int currencyOffset(int item) {
        return item + CURRENCY;
    }

    /** The currency. Allocates; not for the writer. */
    public static String currency(DirectBuffer items, int item) {
        return new Fields().read(items, item + CURRENCY).getText();
    }

    /** The profile. Allocates; not for the writer. */
    public static Profile profile(DirectBuffer items, int item) {
        return Profile.get(new Fields().read(items, profileOffset(items, item)));
    }

    /** Where the profile ends; below zero when there is no currency, or no id in it. */
    static int end(DirectBuffer items, int item) {
        Fields fields = new Fields().read(items, item + CURRENCY);
        return fields.skipText() >= 0 && Profile.skip(fields) ? fields.position() : -1;
    }

    /** Where the profile's bytes stand; they reach to the item's end. */
    public static int profileOffset(DirectBuffer items, int item) {
        int currency = currencyOffset(item);
        return Fields.textOffset(currency) + Fields.textLength(items, currency);
    }
}
