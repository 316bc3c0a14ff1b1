package bankroll.journal;

/** The journal can't promise anything any more: an append or a force failed. The caller halts the process. */
public final class JournalFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public JournalFailure(String message) {
        super(message);
    }

    public JournalFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
