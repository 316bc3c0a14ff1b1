package bankroll.tools.rebuild;

import bankroll.tools.check.Verification;
import bankroll.tools.console.Progress;
import java.io.IOException;

/** A journal in the making, whichever way the entries come into it. One thread at a time. */
interface NewJournal extends AutoCloseable {

    /** Makes it while the entries are proved; they may turn out to be bad. */
    void make(Verification verification, Progress shown);

    /** They were good: brings to the disk what isn't there yet, and tells whether the disk gave back all frames. */
    boolean end(Verification verification, Progress shown) throws IOException;

    /** What was made stays. */
    @Override
    void close();
}
