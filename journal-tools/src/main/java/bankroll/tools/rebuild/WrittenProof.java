package bankroll.tools.rebuild;

import bankroll.journal.CorruptJournalException;
import bankroll.journal.reading.JournalDirectory;
import bankroll.tools.console.CommandFailure;
import bankroll.tools.console.Progress;
import bankroll.tools.read.FrameScan;
import bankroll.tools.read.Span;
import java.io.IOException;
import java.nio.file.Path;

/** Holds what a rebuild wrote against what is read from it. Holds nothing of its own; any thread. */
record WrittenProof(Path target) {

    /** The frames must be those that were written, and readers must find the first and the last of them. */
    void requireJournal(
            Path directory, JournalReadBack readBack, FrameSum written, long first, long last, Progress shown)
            throws IOException {
        try {
            boolean isSame = readBack.has(written, first, shown);
            FrameScan found = FrameScan.of(new JournalDirectory(directory), Span.ALL);
            if (found.first() != first || found.last() != last) {
                throw notAsWritten("it has entries " + found.first() + " to " + found.last());
            }
            if (!isSame) {
                // Names the place, if that shows to readers, too.
                found.run((buffer, offset, length) -> true, Progress.none());
                throw notAsWritten("the bytes of the journal differ");
            }
        } catch (CorruptJournalException e) {
            throw notAsWritten(e.getMessage());
        }
    }

    /** What was written is not there. */
    CommandFailure notAsWritten(String reason) {
        return CommandFailure.wrong("what was written to " + target + " does not read back as it was (" + reason
                + "): check the disk, delete what is left there and call again");
    }
}
