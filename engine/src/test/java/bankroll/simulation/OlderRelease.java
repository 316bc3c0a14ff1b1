package bankroll.simulation;

import bankroll.journal.Frame;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.Items;
import bankroll.protocol.Outcome;
import bankroll.protocol.Outcome.Anomaly;
import bankroll.protocol.Outcome.Effect;
import bankroll.protocol.Outcome.OutcomeRecord;
import bankroll.protocol.TransactionItem;
import bankroll.protocol.TransactionType;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Makes the journal's last entry one that a release with another rule has written: it refused what today's rule books.
 * Replay must follow it, since a changed rule can't change the past (ARCHITECTURE.md, What always holds, 1).
 */
final class OlderRelease {
    /** The refusal that no rule of today would give here. */
    static final Outcome REFUSAL = Outcome.LIMIT_EXCEEDED;

    private OlderRelease() {}

    /** Whether the last item of a frame is a debit that was booked. */
    static boolean couldRefuse(byte[] bytes) {
        UnsafeBuffer frame = new UnsafeBuffer(bytes);
        if (CommandHeader.type(frame, Frame.HEADER_LENGTH) != CommandType.TRANSACTIONS) {
            return false;
        }
        Items items = new Items().wrap(frame, Frame.HEADER_LENGTH, 0);
        int item = items.skipTo(items.count() - 1).item();
        return TransactionItem.type(frame, item) == TransactionType.DEBIT
                && OutcomeRecord.effect(frame, lastOutcome(frame)) == Effect.BOOKED;
    }

    /** The same frame with its last item refused. */
    static byte[] refuse(byte[] bytes) {
        UnsafeBuffer frame = new UnsafeBuffer(bytes.clone());
        int outcome = lastOutcome(frame);
        long balance = OutcomeRecord.balance(frame, outcome) + OutcomeRecord.amount(frame, outcome);
        long timeMs = OutcomeRecord.timeMs(frame, outcome);
        new OutcomeRecord()
                .start(REFUSAL, Effect.REFUSED, Anomaly.NONE)
                .touchSession()
                .balance(balance)
                .time(timeMs)
                .write(frame, outcome);
        Frame.Sealer sealer = new Frame.Sealer();
        sealer.continueAfter(Frame.sequence(frame, 0) - 1, Frame.previousCrc(frame, 0));
        sealer.seal(frame, 0, Frame.commandLength(frame, 0), Frame.outcomesLength(frame, 0), Frame.timeMs(frame, 0));
        return frame.byteArray();
    }

    private static int lastOutcome(UnsafeBuffer frame) {
        return frame.capacity() - Frame.TRAILER_LENGTH - OutcomeRecord.BYTES;
    }
}
