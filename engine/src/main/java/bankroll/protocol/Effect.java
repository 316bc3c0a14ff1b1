package bankroll.protocol;

/**
 * What an outcome does to the tables: the part of a decision that replay applies without deciding again. Codes are
 * stored in the journal and never reused.
 */
public enum Effect {
    /** Nothing changes: a re-send, a mismatch, a retry, a question. */
    NONE(0),
    /** Money moved and the transaction or transfer is remembered as booked. */
    BOOKED(1),
    /** Nothing moved; the refusal is remembered under its id. */
    REFUSED(2),
    /** A rollback that gave a debit's amount back. */
    REVERSED(3),
    /** A rollback whose target isn't booked: the target's id is marked so that it never will be. */
    TOMBSTONED(4),
    /** A rollback that is remembered but reversed nothing. */
    NOTED(5),
    /** An operator's or system's change, or an opened session. */
    CHANGED(6);

    private static final Codes<Effect> BY_CODE = new Codes<>(values(), Effect::code, "effect");

    private final int code;

    Effect(int code) {
        this.code = code;
    }

    /** The stable number. */
    public int code() {
        return code;
    }

    /** The effect of a stored code. */
    public static Effect of(int code) {
        return BY_CODE.of(code);
    }
}
