package bankroll.ledger.rule;

/**
 * The records that one item of a batch names, found once for the rule and for the applier; {@link Decision#NONE} where
 * there is none. One per ledger, used again for each item; one thread.
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

    /** The account of the item's player. */
    public int account() {
        return account;
    }

    /** The session, whosever it is and whether it is open or over. */
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
