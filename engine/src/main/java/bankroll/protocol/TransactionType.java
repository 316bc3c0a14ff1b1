package bankroll.protocol;

/** What kind of record stands under an id (contract §2.4). Codes are stored and never reused. */
public enum TransactionType {
    /** Only the target of a rollback so far: a tombstone. */
    TOMBSTONE(0, "tombstone"),
    /** Takes a stake. */
    DEBIT(1, "debit"),
    /** Pays a win. */
    CREDIT(2, "credit"),
    /** Gives a debit back. */
    ROLLBACK(3, "rollback"),
    /** An operator's deposit, withdrawal or adjustment. */
    TRANSFER(4, "transfer");

    private static final Codes<TransactionType> BY_CODE =
            new Codes<>(values(), TransactionType::code, "transaction type");

    private final int code;
    private final String label;

    TransactionType(int code, String label) {
        this.code = code;
        this.label = label;
    }

    /** The stable number. */
    public int code() {
        return code;
    }

    /** The word of the contract. */
    public String label() {
        return label;
    }

    /** The type of a stored code. */
    public static TransactionType of(int code) {
        return BY_CODE.of(code);
    }
}
