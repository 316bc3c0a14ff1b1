package bankroll.ledger.rule;

import bankroll.ledger.table.LedgerView;
import bankroll.protocol.Anomaly;
import bankroll.protocol.Effect;
import bankroll.protocol.Outcome;
import bankroll.protocol.OutcomeRecord;
import org.agrona.MutableDirectBuffer;

/**
 * The outcome being written for one item: where it stands, whose account it is about. One per ledger, used again for
 * each item; one thread.
 */
public final class Decision {
    /** No account, no record. */
    static final int NONE = -1;

    private final LedgerView view;
    private MutableDirectBuffer outcomes;
    private int offset;

    /** Decisions on this view. */
    public Decision(LedgerView view) {
        this.view = view;
    }

    /** Starts the outcome of the next item. */
    public Decision at(MutableDirectBuffer outcomes, int offset) {
        this.outcomes = outcomes;
        this.offset = offset;
        return this;
    }

    /** Books an amount; the balance is the one after it. */
    void book(Outcome outcome, Effect effect, Anomaly anomaly, long amount, long balance) {
        OutcomeRecord.start(outcomes, offset, outcome, effect, anomaly);
        OutcomeRecord.amount(outcomes, offset, amount);
        OutcomeRecord.balance(outcomes, offset, balance);
        OutcomeRecord.time(outcomes, offset, view.nowMs());
    }

    /** Moves nothing, decided now; the balance is added when the player is known. */
    void note(Outcome outcome, Effect effect, Anomaly anomaly, int account) {
        OutcomeRecord.start(outcomes, offset, outcome, effect, anomaly);
        OutcomeRecord.time(outcomes, offset, view.nowMs());
        balance(account);
    }

    /** Answers as before: the time is the first one, the balance the current one (decisions §10). */
    void again(Outcome outcome, int record, int account) {
        OutcomeRecord.start(outcomes, offset, outcome, Effect.NONE, Anomaly.NONE);
        OutcomeRecord.time(outcomes, offset, view.timeMs(record));
        balance(account);
    }

    /** Answers without a time: retry and duplicate_mismatch have none (decisions §10). */
    void untimed(Outcome outcome, Anomaly anomaly, int account) {
        OutcomeRecord.start(outcomes, offset, outcome, Effect.NONE, anomaly);
        balance(account);
    }

    /** Answers without time and balance. */
    void plain(Outcome outcome, Effect effect) {
        plain(outcome, effect, Anomaly.NONE);
    }

    /** As {@link #plain(Outcome, Effect)}, with something that an auditor should see. */
    void plain(Outcome outcome, Effect effect, Anomaly anomaly) {
        OutcomeRecord.start(outcomes, offset, outcome, effect, anomaly);
    }

    /** Accepts what the service itself says. */
    public void accept() {
        plain(Outcome.OK, Effect.CHANGED);
    }

    /** Adds a time that isn't the request's, as the end of a launch code. */
    void time(long timeMs) {
        OutcomeRecord.time(outcomes, offset, timeMs);
    }

    /** Says that the item keeps its session alive. */
    void touchSession() {
        OutcomeRecord.touchSession(outcomes, offset);
    }

    /** Where a rule may write more than the outcome: behind it. */
    MutableDirectBuffer outcomes() {
        return outcomes;
    }

    int end() {
        return offset + OutcomeRecord.BYTES;
    }

    private void balance(int account) {
        if (account != NONE) {
            OutcomeRecord.balance(outcomes, offset, view.balance(account));
        }
    }
}
