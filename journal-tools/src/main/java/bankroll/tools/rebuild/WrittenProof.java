package bankroll.tools.rebuild;

import bankroll.condition.ConditionException;
import bankroll.journal.CorruptJournalException;
import bankroll.journal.JournalContext;
import bankroll.journal.JournalStore.RecoveredJournal;
import bankroll.journal.chronicle.ChronicleJournalStore;
import bankroll.journal.reading.JournalDirectory;
import bankroll.tools.console.Progress;
import bankroll.tools.source.FrameScan;
import bankroll.tools.source.Span;
import java.nio.file.Path;

/** Holds what a rebuild wrote against what is read from it. Holds nothing of its own; any thread. */
record WrittenProof(Path target) {

    /**
     * The service must take the journal for whole, with these entries, and the disk must have given back all frames.
     *
     * @param isWhole whether the disk gave back all frames
     */
    void requireJournal(Path directory, FrameScan written, boolean isWhole) {
        try {
            RecoveredJournal found = recovered(directory);
            if (found.firstSequence() != written.first() || found.lastSequence() != written.last()) {
                throw notAsWritten("it has entries " + found.firstSequence() + " to " + found.lastSequence());
            }
            if (!isWhole) {
                // Names the place, if that shows to readers, too.
                FrameScan.of(new JournalDirectory(directory), Span.ALL)
                        .run((buffer, offset, length) -> true, Progress.none());
                throw notAsWritten("the bytes of the journal differ");
            }
        } catch (CorruptJournalException e) {
            throw notAsWritten(e.getMessage());
        }
    }

    private static RecoveredJournal recovered(Path directory) {
        try (ChronicleJournalStore store = ChronicleJournalStore.open(
                new JournalContext().directory(directory).lowWaterBytes(0))) {
            return store.recovered();
        }
    }

    /** What was written is not there. */
    ConditionException notAsWritten(String reason) {
        return ConditionException.wrong("what was written to " + target + " does not read back as it was (" + reason
                + "): check the disk, delete what is left there and call again");
    }
}
