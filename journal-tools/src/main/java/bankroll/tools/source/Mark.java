package bankroll.tools.source;

import bankroll.condition.ConditionException;
import bankroll.journal.CorruptJournalException;
import bankroll.journal.files.ForcedMark;
import bankroll.journal.files.JournalFile;
import bankroll.journal.files.Manifest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/**
 * What tells how far a journal was forced: its mark, and the manifest. Where the mark is lost, the manifest of a good stop
 * tells it alone: all files are closed. That of a killed service names a file that is open, and nothing tells how much was in it.
 *
 * @param lastSequence the last entry that is known to have been on the disk; 0 when neither says one
 * @param fault what is wrong with the mark, in a word; null when nothing is
 * @param isEndTold whether nothing can have been forced behind that entry, as far as these tell
 */
public record Mark(long lastSequence, String fault, boolean isEndTold) {

    /** Of a backup, whose own manifest says all that it must hold. */
    static final Mark OF_BACKUP = new Mark(0, null, true);

    /** Reads both, in a journal's directory. */
    public static Mark of(Path journal) {
        Manifest manifest = manifest(journal);
        long closed = manifest == null ? 0 : manifest.lastSequence();
        try {
            ForcedMark.Reading mark = ForcedMark.read(journal);
            return mark == null
                    ? lost(journal, manifest, closed)
                    : new Mark(Math.max(closed, mark.forced()), null, true);
        } catch (CorruptJournalException e) {
            return new Mark(closed, "damaged", isAllClosed(journal, manifest));
        } catch (IOException e) {
            throw new UncheckedIOException("can't read the forced mark of " + journal, e);
        }
    }

    /** What is to be said of the mark; null when it is good, or nothing was begun. */
    public String text() {
        if (fault == null) {
            return null;
        }
        return isEndTold
                ? fault + "; all files are closed, and the manifest tells where the last one ends"
                : fault + "; what the last run forced behind entry " + lastSequence + " can't be told";
    }

    /** The result of reading a journal that is good and ends with this entry. */
    public String good(long last) {
        return isEndTold ? "good" : "good up to entry " + last + "; nothing tells whether more was forced";
    }

    /** What a script is to be told that reads no result: the exit code is that of a good journal. Null where it is whole. */
    public String warning(long last) {
        return isEndTold ? null : "nothing tells whether more was forced behind entry " + last;
    }

    /** Null when it is lost. */
    private static Manifest manifest(Path journal) {
        try {
            return Manifest.read(journal);
        } catch (ConditionException e) {
            return null;
        }
    }

    /** Nothing is missing where nothing was begun. */
    private static Mark lost(Path journal, Manifest manifest, long closed) {
        boolean isBegun = closed > 0 || !files(journal).isEmpty();
        return new Mark(closed, isBegun ? "missing" : null, !isBegun || isAllClosed(journal, manifest));
    }

    private static boolean isAllClosed(Path journal, Manifest manifest) {
        return manifest != null
                && manifest.open() == null
                && !manifest.closed().isEmpty()
                && files(journal).stream().allMatch(file -> file.number() <= manifest.lastNumber());
    }

    private static List<JournalFile> files(Path journal) {
        try {
            return JournalFile.all(journal);
        } catch (CorruptJournalException e) {
            return List.of(); // whoever reads the journal tells of it
        }
    }
}
