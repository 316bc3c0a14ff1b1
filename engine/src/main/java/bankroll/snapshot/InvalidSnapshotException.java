package bankroll.snapshot;

/** A file that can't be used as a snapshot; the message says why. The reader goes on with an older one. */
public final class InvalidSnapshotException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Says what is wrong with the file. */
    public InvalidSnapshotException(String message) {
        super(message);
    }
}
