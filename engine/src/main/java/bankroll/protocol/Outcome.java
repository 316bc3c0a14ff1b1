package bankroll.protocol;

/**
 * Every answer that a command can get. The first nine are the statuses of contract §3.1 in the order in which
 * decisions §6 to §9 give them precedence; codes are stored in the journal and never reused.
 */
public enum Outcome {
    /** Booked now or earlier, or a rollback that had nothing to reverse. */
    OK(0, "ok"),
    /** Same id, different content; nothing booked. */
    DUPLICATE_MISMATCH(1, "duplicate_mismatch"),
    /** A debit that came after its rollback; not booked. */
    ROLLED_BACK(2, "rolled_back"),
    /** The session is unknown, closed, expired or another player's; or the player or currency is. */
    SESSION_INVALID(3, "session_invalid"),
    /** The player is blocked. */
    PLAYER_BLOCKED(4, "player_blocked"),
    /** A limit of the player, or 19 digits, would be exceeded. */
    LIMIT_EXCEEDED(5, "limit_exceeded"),
    /** The balance is less than the amount. */
    INSUFFICIENT_FUNDS(6, "insufficient_funds"),
    /** A credit whose debit does not stand. */
    REFERENCE_NOT_FOUND(7, "reference_not_found"),
    /** Nothing booked and nothing remembered; send the same again. */
    RETRY(8, "retry"),

    /** Operator: the player was opened by this call. */
    CREATED(20, "created"),
    /** Operator: the player was open already, with the same content. */
    EXISTS(21, "exists"),
    /** No such player. */
    PLAYER_NOT_FOUND(22, "player_not_found"),
    /** The transfer's currency isn't the account's. */
    CURRENCY_MISMATCH(23, "currency_mismatch"),
    /** The launch code is unknown, used, expired or for another game. */
    INVALID_LAUNCH_CODE(24, "invalid_launch_code"),
    /** No such open session. */
    SESSION_NOT_FOUND(25, "session_not_found"),
    /** The state stands in the way: a self-exclusion, or there is nothing to confirm. */
    CONFLICT(26, "conflict"),
    /** The call contradicts the state in a way that makes it malformed, as a launch code in another currency. */
    MALFORMED(27, "malformed_request"),
    /** No such transaction. */
    TRANSACTION_NOT_FOUND(28, "transaction_not_found"),
    /** The request was not carried out: the service stops or cannot take it. */
    UNAVAILABLE(29, "unavailable"),
    /** What a question asks for can't be read any more; never journaled. */
    INTERNAL(30, "internal");

    private static final Codes<Outcome> BY_CODE = new Codes<>(values(), Outcome::code, "outcome");

    private final int code;
    private final String label;

    Outcome(int code, String label) {
        this.code = code;
        this.label = label;
    }

    /** The stable number, 0 to 31. */
    public int code() {
        return code;
    }

    /** The word of the contract. */
    public String label() {
        return label;
    }

    /** The outcome of a stored code. */
    public static Outcome of(int code) {
        return BY_CODE.of(code);
    }
}
