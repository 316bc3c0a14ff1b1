package bankroll.gateway.backup;

/** A backup, or the hook behind it, did not do what it should; the message says which and why. */
final class BackupFailure extends Exception {
    private static final long serialVersionUID = 1L;

    BackupFailure(String message) {
        super(message);
    }
}
