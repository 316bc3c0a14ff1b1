package bankroll.tools;

import bankroll.protocol.Outcome;
import bankroll.protocol.Outcome.Anomaly;
import bankroll.protocol.Outcome.Effect;
import bankroll.protocol.Outcome.OutcomeRecord;
import org.agrona.MutableDirectBuffer;

/**
 * An outcome that nobody decided.
 *
 * @param balance null for none
 * @param laterMs how much later than its entry it says it was decided; null when it says no time
 * @param usesSession whether it keeps a session alive
 */
public record ForgedOutcome(
        Outcome outcome, Effect effect, Anomaly anomaly, long amount, Long balance, Long laterMs, boolean usesSession) {
    /** Nothing moved. */
    public static ForgedOutcome of(Outcome outcome, Effect effect) {
        return new ForgedOutcome(outcome, effect, Anomaly.NONE, 0, null, 0L, false);
    }

    /** A credit, a transfer or a debit without its session. */
    public static ForgedOutcome booked(long amount, long balance) {
        return of(Outcome.OK, Effect.BOOKED).moved(amount).balance(balance);
    }

    /** A debit. */
    public static ForgedOutcome debited(long amount, long balance) {
        return booked(amount, balance).inSession();
    }

    /** A rollback. */
    public static ForgedOutcome reversed(long amount, long balance) {
        return of(Outcome.OK, Effect.REVERSED).moved(amount).balance(balance);
    }

    /** What an operator changed. */
    public static ForgedOutcome changed() {
        return of(Outcome.OK, Effect.CHANGED);
    }

    public ForgedOutcome moved(long value) {
        return new ForgedOutcome(outcome, effect, anomaly, value, balance, laterMs, usesSession);
    }

    public ForgedOutcome balance(Long value) {
        return new ForgedOutcome(outcome, effect, anomaly, amount, value, laterMs, usesSession);
    }

    public ForgedOutcome anomaly(Anomaly value) {
        return new ForgedOutcome(outcome, effect, value, amount, balance, laterMs, usesSession);
    }

    public ForgedOutcome later(Long ms) {
        return new ForgedOutcome(outcome, effect, anomaly, amount, balance, ms, usesSession);
    }

    ForgedOutcome inSession() {
        return new ForgedOutcome(outcome, effect, anomaly, amount, balance, laterMs, true);
    }

    public void put(MutableDirectBuffer target, int offset, long nowMs) {
        OutcomeRecord record =
                new OutcomeRecord().start(outcome, effect, anomaly).moves(amount);
        if (usesSession) {
            record.touchSession();
        }
        if (balance != null) {
            record.balance(balance);
        }
        if (laterMs != null) {
            record.time(nowMs + laterMs);
        }
        record.write(target, offset);
    }
}
