package bankroll.ledger;

import bankroll.protocol.Outcome;
import bankroll.protocol.Outcome.OutcomeRecord;
import java.math.BigInteger;
import org.agrona.DirectBuffer;

/** What an item was answered with; null is absent. */
public record Answered(Outcome status, BigInteger balance, Long timeMs) {
    public static Answered of(DirectBuffer record, int offset) {
        BigInteger balance = OutcomeRecord.hasBalance(record, offset)
                ? new BigInteger(Long.toUnsignedString(OutcomeRecord.balance(record, offset)))
                : null;
        Long timeMs = OutcomeRecord.hasTime(record, offset) ? OutcomeRecord.timeMs(record, offset) : null;
        return new Answered(OutcomeRecord.outcome(record, offset), balance, timeMs);
    }
}
