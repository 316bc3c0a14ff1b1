package bankroll.journal.files;

import java.util.ArrayList;
import java.util.List;

/**
 * The list of the journal's files, oldest first: what must be there and how it hangs together.
 *
 * @param firstSequence the oldest sequence kept; what stood before was removed by the retention.
 * @param firstPreviousCrc CRC of the frame before it; 0 at the journal's beginning.
 * @param closed every closed file; each one follows the one before without a gap.
 * @param open the file that is being written and whose creation is on disk; null when there is none.
 */
public record Manifest(long firstSequence, int firstPreviousCrc, List<ClosedFile> closed, JournalFile open) {
    /** Name of its file in the journal directory. */
    public static final String FILE = "manifest";
    /** An empty journal. */
    public static final Manifest EMPTY = new Manifest(1, 0, List.of(), null);

    public Manifest {
        closed = List.copyOf(closed);
    }

    /** The last sequence in a closed file; one below {@link #firstSequence} when there is none. */
    public long lastSequence() {
        return closed.isEmpty() ? firstSequence - 1 : newest().lastSequence();
    }

    /** CRC of the last frame in a closed file. */
    public int lastCrc() {
        return closed.isEmpty() ? firstPreviousCrc : newest().lastCrc();
    }

    /** Time of the last frame in a closed file; 0 when there is none. */
    public long lastTimeMs() {
        return closed.isEmpty() ? 0 : newest().lastTimeMs();
    }

    /** Number of the newest closed file; 0 when there is none. */
    public long lastNumber() {
        return closed.isEmpty() ? 0 : newest().file().number();
    }

    /** Number of the oldest file kept; 0 when none is closed. Older files were removed by the retention. */
    public long firstNumber() {
        return closed.isEmpty() ? 0 : closed.get(0).file().number();
    }

    private ClosedFile newest() {
        return closed.get(closed.size() - 1);
    }

    /** With one more closed file, and this one open. */
    public Manifest with(ClosedFile next, JournalFile nowOpen) {
        List<ClosedFile> files = new ArrayList<>(closed);
        files.add(next);
        return new Manifest(firstSequence, firstPreviousCrc, files, nowOpen);
    }

    /** With this file open; null for none. */
    public Manifest withOpen(JournalFile nowOpen) {
        return new Manifest(firstSequence, firstPreviousCrc, closed, nowOpen);
    }

    /** Without the closed files that lie wholly below a sequence. */
    public Manifest from(long sequence) {
        List<ClosedFile> kept =
                closed.stream().filter(file -> file.lastSequence() >= sequence).toList();
        if (kept.isEmpty()) {
            return new Manifest(lastSequence() + 1, lastCrc(), kept, open);
        }
        return new Manifest(kept.get(0).firstSequence(), kept.get(0).previousCrc(), kept, open);
    }
}
