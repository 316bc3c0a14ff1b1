package bankroll.bench.play;

/** What is played; {@link Mix} says how often. */
public enum PlayKind {
    /** A stake that is covered. */
    DEBIT,
    /** A win that names its stake. */
    CREDIT,
    /** Takes a stake back. */
    ROLLBACK,
    /** An item that was sent before, unchanged. */
    RESEND,
    /** An item that must be refused: funds, session, reference, other content, debit after its rollback. */
    REFUSED
}
