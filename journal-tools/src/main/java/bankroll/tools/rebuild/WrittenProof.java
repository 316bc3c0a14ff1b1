package bankroll.tools.rebuild;

import bankroll.journal.CorruptJournalException;
import bankroll.journal.files.ClosedFile;
import bankroll.journal.reading.JournalDirectory;
import bankroll.snapshot.CheckedSnapshot;
import bankroll.snapshot.InvalidSnapshotException;
import bankroll.snapshot.SnapshotStore;
import bankroll.tools.console.CommandFailure;
import bankroll.tools.console.Progress;
import bankroll.tools.read.FrameScan;
import bankroll.tools.read.Span;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Holds what a rebuild wrote against what is read from it: first as every reader will be told, then, where the file
 * system lets us, as the disk itself has it. Holds nothing of its own; any thread.
 *
 * @param target the directory that is being made
 * @param asksTheDisk whether the disk itself can be asked
 */
record WrittenProof(Path target, boolean asksTheDisk) {

    /** The frames of the journal must be those that were written. */
    void requireJournal(Path directory, FrameSum written, Progress shown) throws IOException {
        JournalDirectory journal = new JournalDirectory(directory);
        FrameSum found = new FrameSum();
        try {
            FrameScan.of(journal, Span.ALL).run(found, shown);
        } catch (CorruptJournalException e) {
            throw notAsWritten(e.getMessage());
        }
        if (!found.isSame(written)) {
            throw notAsWritten("the bytes of the journal differ");
        }
        for (ClosedFile file : journal.manifest().closed()) {
            requireOnDisk(file.file().path(), file.end());
        }
    }

    /** The state that is read from the snapshot must have the digest that the ledger had. */
    CheckedSnapshot requireSnapshot(SnapshotStore store, Path snapshot) throws IOException {
        try {
            CheckedSnapshot proved = store.prove(snapshot);
            requireOnDisk(snapshot, Files.size(snapshot));
            return proved;
        } catch (InvalidSnapshotException e) {
            throw notAsWritten("a snapshot " + e.getMessage());
        }
    }

    private void requireOnDisk(Path file, long length) throws IOException {
        if (asksTheDisk && !new DiskRead(target).has(file, length)) {
            throw notAsWritten("the disk did not take " + file);
        }
    }

    private CommandFailure notAsWritten(String reason) {
        return CommandFailure.wrong("what was written to " + target + " does not read back as it was (" + reason
                + "): check the disk, delete what is left there and call again");
    }
}
