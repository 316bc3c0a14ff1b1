package bankroll.ledger.rule;

/**
 * The records that one item names, found once for its rule, its proof and its applier; {@link Decision#NONE} where there
 * is none. One per ledger, used again for each item; one thread.
 */
public final class Found {
    private int account;
    private int session;
    private int record;
    private int reference;

    /** Sets what was found. */
    public Found set(int account, int session, int record, int reference) {
        this.account = account;
        this.session = session;
        this.record = record;
        this.reference = reference;
        return this;
    }

    /** An item that names nothing. */
    public Found nothing() {
        return set(Decision.NONE, Decision.NONE, Decision.NONE, Decision.NONE);
    }

    /** An item that names a player only. */
    public Found ofAccount(int account) {
        return set(account, Decision.NONE, Decision.NONE, Decision.NONE);
    }

    /** An item that names a session only. */
    public Found ofSession(int session) {
        return set(Decision.NONE, session, Decision.NONE, Decision.NONE);
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
}
