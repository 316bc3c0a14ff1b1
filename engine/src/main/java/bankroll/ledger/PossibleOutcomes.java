package bankroll.ledger;

import bankroll.ledger.rule.Decision;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.Outcome;
import bankroll.protocol.Outcome.Anomaly;
import bankroll.protocol.Outcome.Effect;
import bankroll.protocol.Outcome.OutcomeRecord;
import bankroll.protocol.TransactionType;

/**
 * Which outcome, effect and anomaly go together, by the type of what was asked: all that any release has ever decided. A new
 * combination is added here; none is ever taken out. Any thread.
 */
final class PossibleOutcomes {
    private static final PossibleOutcomes NONE = new PossibleOutcomes();
    private static final PossibleOutcomes DEBIT = debit();
    private static final PossibleOutcomes CREDIT = credit();
    private static final PossibleOutcomes ROLLBACK = rollback();
    private static final PossibleOutcomes TRANSFER = transfer();
    private static final PossibleOutcomes ACCEPTED = changed();
    private static final PossibleOutcomes SESSION = changed()
            .with(Effect.CHANGED, Anomaly.OLDEST_SESSION_CLOSED, Outcome.OK)
            .with(Effect.NONE, Outcome.OK, Outcome.INVALID_LAUNCH_CODE);
    private static final PossibleOutcomes PLAYER = new PossibleOutcomes()
            .with(Effect.CHANGED, Outcome.CREATED)
            .with(Effect.NONE, Outcome.EXISTS, Outcome.DUPLICATE_MISMATCH);
    private static final PossibleOutcomes LAUNCH_CODE =
            changed().with(Effect.NONE, Outcome.PLAYER_NOT_FOUND, Outcome.PLAYER_BLOCKED, Outcome.MALFORMED);
    private static final PossibleOutcomes CLOSING = changed().with(Effect.NONE, Outcome.SESSION_NOT_FOUND);
    private static final PossibleOutcomes CHANGE = changed().with(Effect.NONE, Outcome.PLAYER_NOT_FOUND);
    private static final PossibleOutcomes BLOCK =
            changed().with(Effect.NONE, Outcome.PLAYER_NOT_FOUND, Outcome.CONFLICT, Outcome.MALFORMED);

    private final boolean[] possible = new boolean[1 << OutcomeRecord.KIND_BITS];

    private PossibleOutcomes() {}

    /** Those of a transaction; none for a type that no platform can ask for. */
    static PossibleOutcomes of(TransactionType type) {
        return switch (type) {
            case DEBIT -> DEBIT;
            case CREDIT -> CREDIT;
            case ROLLBACK -> ROLLBACK;
            default -> NONE;
        };
    }

    /** Those of an item of another command; none for a question. No default: a new type is forgotten by nobody. */
    static PossibleOutcomes of(CommandType type) {
        return switch (type) {
            case TRANSFERS -> TRANSFER;
            case SETTINGS, WINDOWS, CONFIRM_CLOCK -> ACCEPTED;
            case AUTHENTICATE -> SESSION;
            case PLAYERS -> PLAYER;
            case LAUNCH_CODES -> LAUNCH_CODE;
            case CLOSE_SESSION -> CLOSING;
            case BLOCK, UNBLOCK -> BLOCK;
            case PROFILE, LIMITS, CLOSE_SESSIONS -> CHANGE;
            case TRANSACTIONS, BALANCE, LOOKUP, PLAYER, SESSIONS, TRIAL_BALANCE, COUNTS -> NONE;
        };
    }

    /** Whether an outcome is one of them. */
    boolean has(Decision decided) {
        return possible[decided.kind()];
    }

    private static PossibleOutcomes debit() {
        Outcome[] refusals = {
            Outcome.ROLLED_BACK,
            Outcome.SESSION_INVALID,
            Outcome.PLAYER_BLOCKED,
            Outcome.LIMIT_EXCEEDED,
            Outcome.INSUFFICIENT_FUNDS
        };
        return answered()
                .with(Effect.BOOKED, Outcome.OK)
                .with(Effect.REFUSED, refusals)
                .with(Effect.NONE, refusals);
    }

    private static PossibleOutcomes credit() {
        return answered()
                .with(Effect.BOOKED, Outcome.OK)
                .with(Effect.REFUSED, Outcome.LIMIT_EXCEEDED)
                .with(Effect.REFUSED, Anomaly.CREDIT_UNKNOWN_PLAYER, Outcome.REFERENCE_NOT_FOUND)
                .with(Effect.REFUSED, Anomaly.CREDIT_UNKNOWN_REFERENCE, Outcome.REFERENCE_NOT_FOUND);
    }

    private static PossibleOutcomes rollback() {
        return answered()
                .with(Effect.REVERSED, Outcome.OK)
                .with(Effect.REVERSED, Anomaly.ROLLBACK_AFTER_PAYOUT, Outcome.OK)
                .with(Effect.TOMBSTONED, Outcome.OK)
                .with(Effect.NOTED, Outcome.OK)
                .with(Effect.NOTED, Anomaly.ROLLBACK_OF_NON_DEBIT, Outcome.OK)
                .with(Effect.NONE, Anomaly.ROLLBACK_OF_FOREIGN_DEBIT, Outcome.DUPLICATE_MISMATCH)
                .with(Effect.NONE, Anomaly.ROLLBACK_AFTER_PAYOUT, Outcome.DUPLICATE_MISMATCH);
    }

    /** What needs no decision of the type's own. */
    private static PossibleOutcomes answered() {
        return new PossibleOutcomes()
                .with(Effect.NONE, Outcome.OK, Outcome.RETRY)
                .with(Effect.NONE, Anomaly.DUPLICATE_MISMATCH, Outcome.DUPLICATE_MISMATCH);
    }

    private static PossibleOutcomes transfer() {
        return new PossibleOutcomes()
                .with(Effect.BOOKED, Outcome.OK)
                .with(Effect.NONE, Outcome.OK, Outcome.PLAYER_NOT_FOUND, Outcome.CURRENCY_MISMATCH)
                .with(Effect.NONE, Outcome.INSUFFICIENT_FUNDS, Outcome.LIMIT_EXCEEDED)
                .with(Effect.NONE, Anomaly.DUPLICATE_MISMATCH, Outcome.DUPLICATE_MISMATCH);
    }

    private static PossibleOutcomes changed() {
        return new PossibleOutcomes().with(Effect.CHANGED, Outcome.OK);
    }

    private PossibleOutcomes with(Effect effect, Outcome... outcomes) {
        return with(effect, Anomaly.NONE, outcomes);
    }

    private PossibleOutcomes with(Effect effect, Anomaly anomaly, Outcome... outcomes) {
        for (Outcome outcome : outcomes) {
            possible[OutcomeRecord.kind(outcome, effect, anomaly)] = true;
        }
        return this;
    }
}
