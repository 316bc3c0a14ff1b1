package bankroll.protocol;

import java.util.List;

/**
 * A transaction as it was booked (contract §2.6 and the operator's record), read back from the journal.
 *
 * @param platform whose transaction
 * @param type debit, credit or rollback
 * @param outcome as first decided
 * @param amount asked for; of a rollback what it returned, unsigned
 * @param balance after that decision, unsigned
 * @param hasBalance whether the player was known then
 * @param rolledBack whether it has been reversed, or came after its rollback
 * @param processedAtMs when it was decided
 * @param sequence of its entry
 * @param texts the strings of the item, by field; null where absent
 * @param details raw JSON as it came, or null
 * @param rolledBackBy ids of the rollbacks that reversed it or came before it; empty when a platform asks
 * @param creditedBy ids of the credits that paid it out; empty when a platform asks
 */
public record LookupAnswer(
        String platform,
        TransactionType type,
        Outcome outcome,
        long amount,
        long balance,
        boolean hasBalance,
        boolean rolledBack,
        long processedAtMs,
        long sequence,
        Texts texts,
        String details,
        List<String> rolledBackBy,
        List<String> creditedBy)
        implements Answer {
    /** Most ids in the two lists together, the newest ones: a bound for the writer and the answer, not for the play. */
    public static final int MAX_IDS = 100_000;

    /**
     * The strings of the item; null where absent.
     *
     * @param transactionId {@code transaction_id}
     * @param playerId {@code player_id}
     * @param sessionId {@code session_id}
     * @param currency {@code currency}
     * @param gameId {@code game_id}
     * @param roundId {@code round_id}
     * @param roomId {@code room_id}
     * @param referenceTransactionId {@code reference_transaction_id}
     * @param createdAt {@code created_at}
     */
    public record Texts(
            String transactionId,
            String playerId,
            String sessionId,
            String currency,
            String gameId,
            String roundId,
            String roomId,
            String referenceTransactionId,
            String createdAt) {}
}
