package bankroll.journal.reading;

import bankroll.journal.files.ClosedFile;
import bankroll.journal.files.JournalFile;
import bankroll.journal.files.Manifest;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Which file holds which sequence: the manifest's closed files, and the live ones behind them. A snapshot in time; who
 * follows a journal loads a new one.
 *
 * @param manifest what is closed.
 * @param live files that the manifest does not list as closed, oldest first; mostly one.
 */
record JournalMap(Manifest manifest, List<JournalFile> live) {

    /**
     * A file with what the manifest knows about it.
     *
     * @param file the file.
     * @param closed null for a live file.
     */
    record Entry(JournalFile file, ClosedFile closed) {
        /** Sequence of the file's first frame; 0 when it has none yet. */
        long firstSequence() {
            return closed == null ? FrameCursor.firstSequence(file) : closed.firstSequence();
        }
    }

    static JournalMap load(Path journal) {
        Manifest manifest = DerivedManifest.readOr(journal);
        List<JournalFile> live = JournalFile.all(journal).stream()
                .filter(file -> file.number() > manifest.lastNumber())
                .toList();
        return new JournalMap(manifest, live);
    }

    long firstSequence() {
        return manifest.firstSequence();
    }

    /** The file that holds the sequence, or would hold it next; null when the journal has no file for it yet. */
    Entry holding(long sequence) {
        if (sequence <= manifest.lastSequence()) {
            return entry(manifest.closed().get(indexBehind(sequence - 1, ClosedFile::lastSequence)));
        }
        JournalFile found = null;
        for (JournalFile file : live) {
            long first = FrameCursor.firstSequence(file);
            if (found == null || first != 0 && first <= sequence) {
                found = file;
            }
        }
        return found == null ? null : new Entry(found, null);
    }

    /** The file behind this number; null when there is none. */
    Entry after(long number) {
        int index = indexBehind(number, JournalMap::number);
        if (index < manifest.closed().size()) {
            return entry(manifest.closed().get(index));
        }
        for (JournalFile file : live) {
            if (file.number() > number) {
                return new Entry(file, null);
            }
        }
        return null;
    }

    /** What the manifest says about a file; null while it is live. */
    ClosedFile closed(long number) {
        int index = indexBehind(number, JournalMap::number) - 1;
        if (index < 0) {
            return null;
        }
        ClosedFile file = manifest.closed().get(index);
        return file.file().number() == number ? file : null;
    }

    private static Entry entry(ClosedFile closed) {
        return new Entry(closed.file(), closed);
    }

    private static long number(ClosedFile closed) {
        return closed.file().number();
    }

    /** Index of the first closed file in which this rises above a value. */
    private int indexBehind(long value, ToLongFunction<ClosedFile> rising) {
        List<ClosedFile> files = manifest.closed();
        int low = 0;
        int high = files.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (rising.applyAsLong(files.get(middle)) <= value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
