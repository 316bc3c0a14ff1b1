package bankroll.tools.report;

import bankroll.journal.Frame;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalSource;
import bankroll.tools.console.Progress;
import bankroll.tools.console.Summary;
import java.util.List;
import org.agrona.DirectBuffer;

/** Walks two journals side by side to the first entry at which they part. One use, one thread. */
public final class Comparison {
    private final boolean contentsOnly;
    private long equal;
    private long partedAt;
    private List<Summary> differences = List.of();
    private boolean hasMoreA;
    private boolean hasMoreB;

    /**
     * Prepares.
     *
     * @param contentsOnly whether links (previous CRC, chain) do not matter, only time, command and outcomes
     */
    public Comparison(boolean contentsOnly) {
        this.contentsOnly = contentsOnly;
    }

    /** Compares from this sequence on. */
    public Comparison run(JournalSource a, JournalSource b, long from, Progress progress) {
        try (JournalReader left = a.reader(from);
                JournalReader right = b.reader(from)) {
            while (partedAt == 0 && step(left, right)) {
                progress.at(equal);
            }
        }
        return this;
    }

    /** Entries that are the same in both, before they part. */
    public long equal() {
        return equal;
    }

    /** The first entry that differs; 0 when none does. */
    public long partedAt() {
        return partedAt;
    }

    /** What differs there. */
    public List<Summary> differences() {
        return differences;
    }

    /** Whether the first goes on where the second ends. */
    public boolean hasMoreA() {
        return hasMoreA;
    }

    /** Whether the second goes on where the first ends. */
    public boolean hasMoreB() {
        return hasMoreB;
    }

    private boolean step(JournalReader left, JournalReader right) {
        hasMoreA = left.next();
        hasMoreB = right.next();
        if (!hasMoreA || !hasMoreB) {
            return false;
        }
        if (contentsOnly ? isSameContent(left, right) : isSame(left, right)) {
            equal++;
        } else {
            partedAt = left.sequence();
            differences = new EntryDifference().of(left, right);
        }
        return true;
    }

    private static boolean isSame(JournalReader left, JournalReader right) {
        return left.length() == right.length()
                && isSame(left.buffer(), left.offset(), right.buffer(), right.offset(), left.length());
    }

    private static boolean isSameContent(JournalReader left, JournalReader right) {
        int length = left.length() - Frame.HEADER_LENGTH - Frame.TRAILER_LENGTH;
        return left.length() == right.length()
                && Frame.timeMs(left.buffer(), left.offset()) == Frame.timeMs(right.buffer(), right.offset())
                && Frame.commandLength(left.buffer(), left.offset())
                        == Frame.commandLength(right.buffer(), right.offset())
                && isSame(
                        left.buffer(),
                        left.offset() + Frame.HEADER_LENGTH,
                        right.buffer(),
                        right.offset() + Frame.HEADER_LENGTH,
                        length);
    }

    /** Frames are a multiple of 8 long. */
    private static boolean isSame(DirectBuffer a, int aOffset, DirectBuffer b, int bOffset, int length) {
        for (int i = 0; i < length; i += Long.BYTES) {
            if (a.getLong(aOffset + i) != b.getLong(bOffset + i)) {
                return false;
            }
        }
        return true;
    }
}
