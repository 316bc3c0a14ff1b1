package bankroll.tools.entry;

import java.util.Locale;

/** A text of an item, named as in the contract and the operator API. */
public enum ItemField {
    /** A debit's, credit's or rollback's own id. */
    TRANSACTION_ID,
    /** A deposit's, withdrawal's or adjustment's own id. */
    TRANSFER_ID,
    /** Whose account. */
    PLAYER_ID,
    /** The account's currency. */
    CURRENCY,
    /** The game. */
    GAME_ID,
    /** The round, which groups transactions. */
    ROUND_ID,
    /** The room. */
    ROOM_ID,
    /** The debit that is paid out or reversed. */
    REFERENCE_TRANSACTION_ID,
    /** The session. */
    SESSION_ID,
    /** The platform's own time, as it came. */
    CREATED_AT,
    /** Why: of a transfer or a block. */
    REASON,
    /** The player's address as the platform saw it. */
    CLIENT_IP,
    /** A player's name. */
    DISPLAY_NAME,
    /** A player's picture. */
    AVATAR_URL,
    /** A player's language. */
    LANGUAGE,
    /** A player's country. */
    COUNTRY,
    /** Raw JSON, as it came. */
    DETAILS;

    static final int COUNT = values().length;

    private final String label = name().toLowerCase(Locale.ROOT);

    /** The contract's name of it. */
    public String label() {
        return label;
    }
}
