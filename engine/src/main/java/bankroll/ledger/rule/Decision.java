package bankroll.ledger.rule;

import bankroll.ledger.table.LedgerView;
import bankroll.protocol.Outcome;
import bankroll.protocol.Outcome.Anomaly;
import bankroll.protocol.Outcome.Effect;
import bankroll.protocol.Outcome.OutcomeRecord;

/**
 * What is decided about one item: a rule makes it, or it is read from an entry; the applier carries it out. Decoded once
 * for proof and applier. With it go the records that the item names, found once for rule, proof and applier: each its
 * number, or {@link #NONE}. One per ledger, used again for each item; one thread.
 */
public final class Decision extends OutcomeRecord {
    /** No account, no record. */
    static final int NONE = -1;

    private final LedgerView view;
    private int account;
    private int session;
    private int record;
    private int reference;

    /** Decisions on this view. */
    public Decision(LedgerView view) {
        this.view = view;
    }

    /** Sets which records the item names. */
    public void names(int account, int session, int record, int reference) {
        this.account = account;
        this.session = session;
        this.record = record;
        this.reference = reference;
    }

    /** The item names a player only. */
    public void namesAccount(int account) {
        names(account, NONE, NONE, NONE);
    }

    /** The item names a session only. */
    public void namesSession(int session) {
        names(NONE, session, NONE, NONE);
    }

    /** The account of the item's player. */
    public int account() {
        return account;
    }

    /** The session, whosever it is and whether it is open or over; of an exchange the one that it was answered with. */
    public int session() {
        return session;
    }

    /** What is remembered under the item's own id. */
    public int record() {
        return record;
    }

    /** What is remembered under the id that the item refers to. */
    public int reference() {
        return reference;
    }

    /** Books an amount; the balance is the one after it. */
    void book(Outcome outcome, Effect effect, Anomaly anomaly, long amount, long balance) {
        start(outcome, effect, anomaly).moves(amount).balance(balance).time(view.nowMs());
    }

    /** Moves nothing, decided now; the balance is added when the player is known. */
    void note(Outcome outcome, Effect effect, Anomaly anomaly, int account) {
        start(outcome, effect, anomaly).time(view.nowMs());
        balanceOf(account);
    }

    /** Answers as before: the time is the first one, the balance the current one (decisions §10). */
    void again(Outcome outcome, int recorded, int account) {
        start(outcome, Effect.NONE, Anomaly.NONE).time(view.timeMs(recorded));
        balanceOf(account);
    }

    /** Answers without a time: retry and duplicate_mismatch have none (decisions §10). */
    void untimed(Outcome outcome, Anomaly anomaly, int account) {
        start(outcome, Effect.NONE, anomaly);
        balanceOf(account);
    }

    /** Answers without time and balance. */
    void plain(Outcome outcome, Effect effect) {
        start(outcome, effect, Anomaly.NONE);
    }

    private void balanceOf(int account) {
        if (account != NONE) {
            balance(view.balance(account));
        }
    }
}
