package bankroll.protocol;

import bankroll.protocol.CommandHeader.CommandType;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * What to change in a player's profile (operator API, {@code PATCH}), item of {@link CommandType#PROFILE}: the player,
 * then for each of the four texts u8 whether it is set, and the text, absent to clear it.
 */
public final class ProfileCommand {
    private ProfileCommand() {}

    /**
     * One text of a profile in a change.
     *
     * @param isSet whether the call names it
     * @param text the new text; null clears it
     */
    public record Change(boolean isSet, String text) {
        /** Leaves the text as it is. */
        public static final Change UNCHANGED = new Change(false, null);

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

    /** Writes the item and tells where it ends. */
    public static int put(MutableDirectBuffer target, int item, IdHasher hasher, String playerId, Changes changes) {
        Fields fields = PlayerCommand.put(target, item, hasher, playerId);
        put(fields, changes.displayName());
        put(fields, changes.avatarUrl());
        put(fields, changes.language());
        put(fields, changes.country());
        return fields.position();
    }

    /** Reads the changes. */
    public static Changes get(DirectBuffer command, int item) {
        Fields fields = PlayerCommand.rest(command, item);
        return new Changes(change(fields), change(fields), change(fields), change(fields));
    }

    private static void put(Fields fields, Change change) {
        fields.putByte(change.isSet() ? 1 : 0).putText(change.text());
    }

    private static Change change(Fields fields) {
        return new Change(fields.getByte() != 0, fields.getText());
    }
}
