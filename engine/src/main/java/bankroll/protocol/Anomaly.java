package bankroll.protocol;

/** What an auditor wants to see, recorded with the entry (decisions §12). Codes are never reused. */
public enum Anomaly {
    /** Nothing odd. */
    NONE(0, "none"),
    /** A rollback of a debit that a credit has paid out already. */
    ROLLBACK_AFTER_PAYOUT(1, "rollback_after_payout"),
    /** A rollback whose target is a credit or a rollback. */
    ROLLBACK_OF_NON_DEBIT(2, "rollback_of_non_debit"),
    /** A rollback whose target is another player's debit. */
    ROLLBACK_OF_FOREIGN_DEBIT(3, "rollback_of_foreign_debit"),
    /** A credit for a player that does not exist or in another currency. */
    CREDIT_UNKNOWN_PLAYER(4, "credit_unknown_player"),
    /** A credit whose referenced debit does not stand. */
    CREDIT_UNKNOWN_REFERENCE(5, "credit_unknown_reference"),
    /** The same id with different content. */
    DUPLICATE_MISMATCH(6, "duplicate_mismatch"),
    /** A session that was opened at the bound on them: the player's oldest one was closed for it. */
    OLDEST_SESSION_CLOSED(7, "oldest_session_closed");

    private static final Codes<Anomaly> BY_CODE = new Codes<>(values(), Anomaly::code, "anomaly");

    private final int code;
    private final String label;

    Anomaly(int code, String label) {
        this.code = code;
        this.label = label;
    }

    /** The stable number. */
    public int code() {
        return code;
    }

    /** The word shown to people. */
    public String label() {
        return label;
    }

    /** The anomaly of a stored code. */
    public static Anomaly of(int code) {
        return BY_CODE.of(code);
    }
}
