package bankroll.protocol;

/**
 * The strings of a transaction item, in the order in which they stand in its bytes (contract §2.4). What the
 * writer and every answer read comes first.
 */
public enum TransactionField {
    /** {@code currency}. */
    CURRENCY,
    /** {@code transaction_id}. */
    TRANSACTION_ID,
    /** {@code player_id}. */
    PLAYER_ID,
    /** {@code game_id}. */
    GAME_ID,
    /** {@code round_id}. */
    ROUND_ID,
    /** {@code session_id}, only where it isn't the spelling of one of ours: else its bits stand in the item. */
    SESSION_ID,
    /** {@code room_id}. */
    ROOM_ID,
    /** {@code reference_transaction_id}. */
    REFERENCE_TRANSACTION_ID,
    /** {@code created_at}, as it came. */
    CREATED_AT,
    /** {@code details}, byte for byte as it came. */
    DETAILS;

    static final int COUNT = values().length;
}
