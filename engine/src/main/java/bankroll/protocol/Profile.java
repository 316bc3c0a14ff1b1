package bankroll.protocol;

/**
 * What is known of a player besides money (operator API, {@code players}); kept as bytes with the account.
 *
 * @param playerId the operator's id of the player
 * @param displayName or null
 * @param avatarUrl absolute URI, or null
 * @param language BCP 47, or null
 * @param country ISO 3166-1 alpha-2, or null
 */
public record Profile(String playerId, String displayName, String avatarUrl, String language, String country) {
    private static final int TEXTS = 5;

    /** Writes the profile. */
    public void put(Fields fields) {
        fields.putText(playerId)
                .putText(displayName)
                .putText(avatarUrl)
                .putText(language)
                .putText(country);
    }

    /** Passes over a profile, which ends at {@link Fields#position}; tells whether it has an id. Allocates nothing. */
    static boolean skip(Fields fields) {
        boolean hasId = fields.skipText() >= 0;
        fields.skipTexts(TEXTS - 1);
        return hasId;
    }

    /** Reads a profile. */
    public static Profile get(Fields fields) {
        return new Profile(fields.getText(), fields.getText(), fields.getText(), fields.getText(), fields.getText());
    }
}
