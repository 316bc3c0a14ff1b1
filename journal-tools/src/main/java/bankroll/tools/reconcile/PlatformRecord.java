package bankroll.tools.reconcile;

import bankroll.protocol.Outcome;
import bankroll.protocol.TransactionType;

/**
 * One transaction as the platform has it; what its list leaves out is null.
 *
 * @param line where it stands, from 1
 * @param transactionId its id
 * @param type debit, credit or rollback
 * @param amount unsigned
 * @param currency its currency
 * @param playerId its player
 * @param status what it was answered
 */
record PlatformRecord(
        long line,
        String transactionId,
        TransactionType type,
        Long amount,
        String currency,
        String playerId,
        Outcome status) {}
