package bankroll.tools.console;

import java.io.IOException;
import java.io.UncheckedIOException;

/** What was written could not be: a full disk, or a reader that went away. */
public final class OutputFailure extends UncheckedIOException {
    private static final long serialVersionUID = 1L;

    OutputFailure(IOException cause) {
        super(cause.getMessage(), cause);
    }

    /** Whether the reader of our output has closed it, as {@code | head} does: no fault. */
    public boolean isReaderGone() {
        return "Broken pipe".equals(getMessage());
    }
}
