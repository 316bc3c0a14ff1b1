package bankroll.protocol;

/** A command was laid out by another program than this one. */
public final class UnknownVersionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnknownVersionException(int version) {
        super("an entry has version " + version + ", this program reads version " + CommandHeader.VERSION
                + ": use the release that wrote it");
    }
}
