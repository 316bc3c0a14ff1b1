package bankroll.ledger.rule;

import bankroll.ledger.table.LedgerView;
import bankroll.protocol.Outcome;
import bankroll.protocol.Outcome.Anomaly;
import bankroll.protocol.Outcome.Effect;
import bankroll.protocol.Outcome.OutcomeRecord;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * What is decided about one item: a rule makes it, or it is read from an entry; the applier carries it out. Decoded once
 * for proof and applier. With it go the records that the item names, found once for rule, proof and applier: each its
 * number, or {@link #NONE}. One per ledger, used again for each item; one thread.
 */
public final class Decision {
    /** No account, no record. */
    static final int NONE = -1;

    private final LedgerView view;
    private MutableDirectBuffer outcomes;
    private int offset;
    private long head;
    private long amount;
    private long balance;
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

    /** The item names nothing. */
    public void namesNothing() {
        names(NONE, NONE, NONE, NONE);
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

    /** Starts the outcome of the item. */
    public Decision at(MutableDirectBuffer outcomes, int offset) {
        this.outcomes = outcomes;
        this.offset = offset;
        return this;
    }

    /** Writes what was decided to where it was started. */
    public void write() {
        OutcomeRecord.put(outcomes, offset, head, amount, balance);
    }

    /** Reads what was decided once. */
    public void read(DirectBuffer entry, int outcome) {
        head = OutcomeRecord.head(entry, outcome);
        amount = OutcomeRecord.amount(entry, outcome);
        balance = OutcomeRecord.balance(entry, outcome);
    }

    /** Books an amount; the balance is the one after it. */
    void book(Outcome outcome, Effect effect, Anomaly anomaly, long amount, long balance) {
        plain(outcome, effect, anomaly);
        this.amount = amount;
        this.balance = balance;
        head = OutcomeRecord.withBalance(head);
        time(view.nowMs());
    }

    /** Moves nothing, decided now; the balance is added when the player is known. */
    void note(Outcome outcome, Effect effect, Anomaly anomaly, int account) {
        plain(outcome, effect, anomaly);
        time(view.nowMs());
        balance(account);
    }

    /** Answers as before: the time is the first one, the balance the current one (decisions §10). */
    void again(Outcome outcome, int record, int account) {
        plain(outcome, Effect.NONE);
        time(view.timeMs(record));
        balance(account);
    }

    /** Answers without a time: retry and duplicate_mismatch have none (decisions §10). */
    void untimed(Outcome outcome, Anomaly anomaly, int account) {
        plain(outcome, Effect.NONE, anomaly);
        balance(account);
    }

    /** Answers without time and balance. */
    void plain(Outcome outcome, Effect effect) {
        plain(outcome, effect, Anomaly.NONE);
    }

    /** As {@link #plain(Outcome, Effect)}, with something that an auditor should see. */
    void plain(Outcome outcome, Effect effect, Anomaly anomaly) {
        head = OutcomeRecord.kind(outcome, effect, anomaly);
        amount = 0;
        balance = 0;
    }

    /** Accepts what the service itself says. */
    void accept() {
        plain(Outcome.OK, Effect.CHANGED);
    }

    /** Adds a time that isn't the request's, as the end of a launch code. */
    void time(long timeMs) {
        head = OutcomeRecord.withTime(head, timeMs);
    }

    /** Says that the item keeps its session alive. */
    void touchSession() {
        head = OutcomeRecord.withSession(head);
    }

    /** Where a rule may write more than the outcome: behind it. */
    MutableDirectBuffer outcomes() {
        return outcomes;
    }

    int end() {
        return offset + OutcomeRecord.BYTES;
    }

    /** Outcome, effect and anomaly as one number, whether they have a meaning or not. */
    public int kind() {
        return OutcomeRecord.kind(head);
    }

    /** The answer. */
    public Outcome outcome() {
        return OutcomeRecord.outcome(head);
    }

    /** What it does to the tables. */
    public Effect effect() {
        return OutcomeRecord.effect(head);
    }

    /** What an auditor should see. */
    public Anomaly anomaly() {
        return OutcomeRecord.anomaly(head);
    }

    /** Whether the item must be journaled. */
    public boolean isRecorded() {
        return OutcomeRecord.isRecorded(head);
    }

    /** Whether the item keeps its session alive. */
    public boolean touchesSession() {
        return OutcomeRecord.touchesSession(head);
    }

    /** The amount that moves, unsigned. */
    public long amount() {
        return amount;
    }

    /** Whether {@link #balance()} means something. */
    public boolean hasBalance() {
        return OutcomeRecord.hasBalance(head);
    }

    /** The balance after the item, unsigned. */
    public long balance() {
        return balance;
    }

    /** Whether {@link #timeMs()} means something. */
    public boolean hasTime() {
        return OutcomeRecord.hasTime(head);
    }

    /** The time in milliseconds since the epoch. */
    public long timeMs() {
        return OutcomeRecord.timeMs(head);
    }

    private void balance(int account) {
        if (account != NONE) {
            head = OutcomeRecord.withBalance(head);
            balance = view.balance(account);
        }
    }
}
