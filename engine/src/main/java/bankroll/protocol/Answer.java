package bankroll.protocol;

import bankroll.protocol.Items.Position;
import java.util.List;

/** What a request asked for besides outcomes, on its way from the writer to the one who asked. */
public sealed interface Answer {
    /** Whether the journal has to be read before it is whole: by the lookup thread, never by the writer. */
    default boolean needsJournal() {
        return false;
    }

    /**
     * A player's balance (contract §2.7).
     *
     * @param balance unsigned
     * @param currency the account's
     */
    record Balance(long balance, String currency) implements Answer {}

    /**
     * Who a launch code stands for (contract §2.3).
     *
     * @param sessionHigh first half of the session's bits
     * @param sessionLow second half
     * @param balance now, unsigned
     * @param currency the account's
     * @param profile the player's
     */
    record Identity(long sessionHigh, long sessionLow, long balance, String currency, Profile profile)
            implements Answer {}

    /**
     * A transaction as it was booked (contract §2.6 and the operator's record), read back from the journal.
     *
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
    record Lookup(
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
        public static final int MAX_IDS = 10_000;

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

    /**
     * Where to read in the journal what was asked about a transaction: the tables know the positions, the lookup thread
     * reads them.
     *
     * @param position of its own entry, a {@link Position}
     * @param isRolledBack whether it was given back, or came after its rollback
     * @param referrers positions of the credits and effective rollbacks that name it, newest first; none when a platform asks
     */
    record LookupPlan(long position, boolean isRolledBack, long[] referrers) implements Answer {
        @Override
        public boolean needsJournal() {
            return true;
        }
    }

    /**
     * All about a player (operator API, {@code GET players}).
     *
     * @param profile id and profile
     * @param currency the account's
     * @param balance unsigned
     * @param block the block in force, or null
     * @param limits in the order of {@link LimitSlot}
     * @param openSessions how many sessions are open
     * @param createdAtMs when the player was opened
     */
    record Player(
            Profile profile,
            String currency,
            long balance,
            PlayerCommand.Block block,
            List<Limit> limits,
            int openSessions,
            long createdAtMs)
            implements Answer {
        /**
         * A limit as it stands.
         *
         * @param slot kind and window
         * @param amount in force, unsigned
         * @param used so far in the window, an exact integer; "0" for a stake
         * @param pending what waits, or null
         */
        public record Limit(LimitSlot slot, long amount, String used, Pending pending) {}

        /**
         * A raise or removal that waits.
         *
         * @param isRemoval whether the limit goes; then the amount means nothing
         * @param amount the raised limit, unsigned
         * @param effectiveAtMs when it takes effect
         */
        public record Pending(boolean isRemoval, long amount, long effectiveAtMs) {}
    }

    /**
     * The open sessions of a player (operator API, {@code GET sessions}), oldest first.
     *
     * @param sessions at most {@link LedgerSettings#sessionsPerPlayer()}
     */
    record Sessions(List<Session> sessions) implements Answer {
        /**
         * An open session.
         *
         * @param high first half of its bits
         * @param low second half
         * @param gameId the game it was opened for
         * @param clientIp the player's address as the platform saw it, or null
         * @param createdAtMs when it was opened
         * @param lastUsedAtMs when it was last kept alive
         * @param expiresAtMs when it ends unless it is used again
         * @param sequence of the entry that opened it
         */
        public record Session(
                long high,
                long low,
                String gameId,
                String clientIp,
                long createdAtMs,
                long lastUsedAtMs,
                long expiresAtMs,
                long sequence) {
            /** The same session with what its entry says. */
            public Session opened(String game, String ip) {
                return new Session(high, low, game, ip, createdAtMs, lastUsedAtMs, expiresAtMs, sequence);
            }
        }

        @Override
        public boolean needsJournal() {
            return true;
        }
    }

    /**
     * The trial balance (operator API): what players own is positive, and every currency sums to zero.
     *
     * @param sequence of the last entry in it
     * @param currencies in the order in which they were first used
     */
    record TrialBalance(long sequence, List<Line> currencies) implements Answer {
        /**
         * One currency; all are exact integers.
         *
         * @param currency its code
         * @param players what players own
         * @param house what play brought in, negative: owed by the house to players
         * @param cash what was paid in, negative
         * @param adjustments what was given away, negative
         * @param sum zero
         */
        public record Line(
                String currency, String players, String house, String cash, String adjustments, String sum) {}
    }

    /**
     * How much there is.
     *
     * @param players opened
     * @param transactions remembered: booked, refused and tombstones, transfers too
     * @param sessions open or not yet cleared away
     * @param launchCodes minted and not yet used up or cleared away
     * @param tableBytes of memory that the tables hold
     */
    record Counts(long players, long transactions, long sessions, long launchCodes, long tableBytes)
            implements Answer {}
}
