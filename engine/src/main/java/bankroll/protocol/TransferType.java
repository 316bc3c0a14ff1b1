package bankroll.protocol;

/** What an operator may book (operator API, {@code transfers}). Codes are stored and never reused. */
public enum TransferType {
    /** Cash to player. */
    DEPOSIT(1, "deposit"),
    /** Player to cash. */
    WITHDRAWAL(2, "withdrawal"),
    /** Adjustments to player, or back when negative. */
    ADJUSTMENT(3, "adjustment");

    private static final Codes<TransferType> BY_CODE = new Codes<>(values(), TransferType::code, "transfer type");

    private final int code;
    private final String label;

    TransferType(int code, String label) {
        this.code = code;
        this.label = label;
    }

    /** The stable number. */
    public int code() {
        return code;
    }

    /** The word of the operator API. */
    public String label() {
        return label;
    }

    /** The type of a stored code. */
    public static TransferType of(int code) {
        return BY_CODE.of(code);
    }
}
