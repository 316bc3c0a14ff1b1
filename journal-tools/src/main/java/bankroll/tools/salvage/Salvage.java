package bankroll.tools.salvage;

import bankroll.condition.ConditionException;
import bankroll.journal.FrameLookup;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalSource;
import bankroll.protocol.LedgerId;
import bankroll.tools.salvage.Lineage.Piece;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;

/**
 * One journal out of several damaged copies of it. The copy that was named first is believed as far as it goes; where it is
 * damaged, the next one goes on, if its entry follows by sequence and CRC. So histories are never mixed. Takes no lock,
 * changes nothing.
 */
public final class Salvage implements JournalSource {
    private final List<GoodFrames> copies;
    /** The runs that it is put together of, in order, each from its first entry that is used. */
    private final List<Segment> segments = new ArrayList<>();

    /** Entries that no copy holds, the first and the last one. */
    public record Missing(long first, long last) {}

    private Salvage(List<GoodFrames> copies, Run beginning) {
        this.copies = copies;
        collect(beginning);
    }

    /** Puts these copies together, the most trusted one first, from the first entry that any of them holds. */
    public static Salvage of(List<GoodFrames> copies) {
        requireOneLedger(copies);
        return new Salvage(copies, earliest(copies.stream().flatMap(copy -> copy.lineage().own().stream())));
    }

    /**
     * What goes on behind entries that are in no copy. It begins in the most trusted copy: another one may be of another
     * history there. Null when that holds nothing more.
     */
    public Salvage behindGap() {
        Run next =
                earliest(copies.get(0).lineage().own().stream().filter(run -> run.firstSequence() > listedSequence()));
        return next == null ? null : new Salvage(copies, next);
    }

    private static Run earliest(Stream<Run> runs) {
        return runs.min(Comparator.comparingLong(Run::firstSequence)).orElse(null);
    }

    private static void requireOneLedger(List<GoodFrames> copies) {
        GoodFrames known = copies.stream()
                .filter(copy -> copy.ledger() != null)
                .findFirst()
                .orElseThrow(() -> ConditionException.wrong(
                        "no copy holds a whole entry of a start, so nothing tells which ledger it is: "
                                + "there is nothing to salvage"));
        for (GoodFrames copy : copies) {
            LedgerId id = copy.ledger();
            if (id != null && !id.equals(known.ledger())) {
                throw ConditionException.misuse(copy.copy() + " is of ledger " + id + ", " + known.copy()
                        + " of ledger " + known.ledger() + ": name copies of one ledger");
            }
        }
    }

    private void collect(Run first) {
        long sequence = first.firstSequence();
        int crc = first.previousCrc();
        for (Segment next = holding(sequence, crc); next != null; next = holding(sequence, crc)) {
            segments.add(next);
            sequence = next.run().lastSequence() + 1;
            crc = next.run().lastCrc();
        }
    }

    /**
     * Of the first copy that holds the entry behind the one with this CRC, the run that goes furthest; null when none does. What
     * a start has set aside was no part of its journal, and is asked last.
     */
    private Segment holding(long sequence, int previousCrc) {
        Segment own = holding(sequence, previousCrc, Lineage::own);
        return own == null ? holding(sequence, previousCrc, Lineage::setAside) : own;
    }

    private Segment holding(long sequence, int previousCrc, Function<Lineage, List<Run>> runs) {
        return copies.stream()
                .map(copy -> furthest(runs.apply(copy.lineage()), sequence, previousCrc))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private static Segment furthest(List<Run> runs, long sequence, int previousCrc) {
        Segment furthest = null;
        for (Run run : runs) {
            boolean isFurther =
                    furthest == null || run.lastSequence() > furthest.run().lastSequence();
            Segment found = run.holds(sequence) && isFurther ? within(run, sequence, previousCrc) : null;
            furthest = found == null ? furthest : found;
        }
        return furthest;
    }

    private static Segment within(Run run, long sequence, int previousCrc) {
        try (FrameSeeker frames = new FrameSeeker(run.file(), run.position())) {
            while (frames.next()) {
                if (frames.sequence() >= sequence) {
                    boolean follows = frames.sequence() == sequence && frames.previousCrc() == previousCrc;
                    return follows ? new Segment(run, sequence, frames.position()) : null;
                }
            }
            return null;
        }
    }

    /** Which entries are in no copy, of all that any copy holds or once promised to hold. */
    public List<Missing> missing() {
        long promised = copies.stream()
                .mapToLong(copy -> copy.promise().lastSequence())
                .max()
                .orElse(0);
        List<Missing> missing = new ArrayList<>();
        Stream<Piece> found = copies.stream().flatMap(copy -> copy.lineage().pieces().stream());
        Stream<Piece> taken = segments.stream().map(segment -> new Piece(segment.run(), segment.firstSequence() - 1));
        GoodFrames.walk(
                Stream.concat(found, taken).toList(),
                promised,
                (run, last) -> true,
                (first, last) -> missing.add(new Missing(first, last)));
        return missing;
    }

    /** Whether the copy that was named first tells where it ended: another one may have been made before that. */
    public boolean isEndTold() {
        return copies.get(0).isEndTold();
    }

    /** The last entry that any copy holds, whether it can be reached or not. */
    public long lastSequenceOfAll() {
        long found = copies.stream().mapToLong(GoodFrames::lastSequence).max().orElse(0);
        return Math.max(found, listedSequence());
    }

    /** Of all its frames, about. */
    public long bytes() {
        return segments.stream()
                .mapToLong(segment -> segment.run().end() - segment.position())
                .sum();
    }

    /** What was taken from where, in order: a row for each change of the copy. */
    public List<Taken> taken() {
        List<Taken> rows = new ArrayList<>();
        for (Segment segment : segments) {
            Taken last = rows.isEmpty() ? null : rows.get(rows.size() - 1);
            String copy = segment.run().copy().toString();
            if (last != null && last.copy().equals(copy)) {
                rows.set(rows.size() - 1, new Taken(last.first(), segment.run().lastSequence(), copy));
            } else {
                rows.add(new Taken(segment.firstSequence(), segment.run().lastSequence(), copy));
            }
        }
        return rows;
    }

    /** Entries that one copy gave, the first and the last one. */
    public record Taken(long first, long last, String copy) {}

    @Override
    public long firstSequence() {
        return segments.get(0).firstSequence();
    }

    @Override
    public long listedSequence() {
        return segments.get(segments.size() - 1).run().lastSequence();
    }

    @Override
    public JournalReader reader(long fromSequence) {
        return new Frames(fromSequence);
    }

    @Override
    public FrameLookup lookup() {
        return new Frames(firstSequence());
    }

    /**
     * A part of a run: from an entry to its end.
     *
     * @param run the run
     * @param firstSequence the entry
     * @param position byte of its frame
     */
    private record Segment(Run run, long firstSequence, long position) {}

    /** The frames of what was put together, in order; to the one that is asked for it walks. One thread. */
    private final class Frames implements JournalReader, FrameLookup {
        private int index;
        private FrameSeeker frames;
        private long sequence;

        private Frames(long fromSequence) {
            startAt(fromSequence);
        }

        private void startAt(long wanted) {
            sequence = wanted - 1;
            index = 0;
            while (index < segments.size() && segments.get(index).run().lastSequence() < wanted) {
                index++;
            }
        }

        @Override
        public boolean find(long wanted) {
            close();
            startAt(wanted);
            return wanted >= segments.get(0).firstSequence() && next();
        }

        @Override
        public boolean next() {
            while (index < segments.size()) {
                if (frames == null) {
                    Segment segment = segments.get(index);
                    frames = new FrameSeeker(segment.run().file(), segment.position());
                }
                while (sequence < segments.get(index).run().lastSequence() && frames.next()) {
                    if (frames.sequence() == sequence + 1) {
                        sequence++;
                        return true;
                    }
                }
                close();
                index++;
            }
            return false;
        }

        @Override
        public DirectBuffer buffer() {
            return frames.buffer();
        }

        @Override
        public int offset() {
            return frames.offset();
        }

        @Override
        public int length() {
            return frames.length();
        }

        @Override
        public long sequence() {
            return sequence;
        }

        @Override
        public String place() {
            return frames == null ? "" : segments.get(index).run().file() + " at byte " + frames.position();
        }

        @Override
        public void close() {
            if (frames != null) {
                frames.close();
                frames = null;
            }
        }
    }
}
