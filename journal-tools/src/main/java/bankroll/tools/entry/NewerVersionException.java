package bankroll.tools.entry;

import bankroll.protocol.CommandHeader;

/** An entry was written by a newer program than this one. */
public final class NewerVersionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NewerVersionException(long sequence, int version) {
        super("entry " + sequence + " has version " + version + ", this program knows up to " + CommandHeader.VERSION
                + ": use the journal tool of the release that wrote it");
    }
}
