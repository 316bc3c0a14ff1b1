package bankroll.tools.salvage;

import bankroll.condition.ConditionException;
import bankroll.engine.DataDirectory;
import bankroll.engine.DataTree;
import bankroll.engine.EngineContext;
import bankroll.journal.Frame;
import bankroll.journal.files.JournalFile;
import bankroll.journal.recovery.TailRecovery;
import bankroll.protocol.LedgerId;
import bankroll.tools.source.FrameHandler;
import bankroll.tools.source.LedgerIdentity;
import bankroll.tools.source.Location;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * All good frames of one copy: a data directory, a journal, a backup, or what is left of one. What was set aside is looked
 * at, too.
 *
 * @param copy as it was named
 * @param ledger which ledger it is of; null when no start of it is left
 * @param runs those of one file behind each other
 * @param promise what it says it once held
 * @param unreadable what the disk didn't give
 */
public record GoodFrames(Path copy, LedgerId ledger, List<Run> runs, Promise promise, List<Unreadable> unreadable) {
    private static final List<String> ENDINGS = List.of(JournalFile.SUFFIX, ".bkf", ".part");

    /**
     * Looks at every file.
     *
     * @param shown told how many bytes were looked at, at every frame
     */
    public static GoodFrames in(Path copy, LongConsumer shown) {
        Collected collected = new Collected(copy);
        long bytes = 0;
        for (Path file : files(copy)) {
            long before = bytes;
            collected.addAll(file, position -> shown.accept(before + position));
            bytes += Location.size(file);
            shown.accept(bytes);
        }
        Promise promise = Promise.of(copy, journal(copy), collected.ledger);
        return new GoodFrames(
                copy, collected.ledger, List.copyOf(collected.runs), promise, List.copyOf(collected.unreadable));
    }

    private static Path journal(Path copy) {
        Path inside = copy.resolve(EngineContext.JOURNAL);
        return Files.isDirectory(inside) ? inside : copy;
    }

    /** What there is to look at, in bytes. */
    public static long bytes(Path copy) {
        return files(copy).stream().mapToLong(Location::size).sum();
    }

    /** Whether it held no more than it says or has, as far as its mark and its manifest tell. */
    public boolean isEndTold() {
        return promise.isEndTold();
    }

    /** The last entry of all; 0 when there is none. */
    public long lastSequence() {
        return runs.stream().mapToLong(Run::lastSequence).max().orElse(0);
    }

    /**
     * Hands over every entry once, in order, whatever is missing between two of them.
     *
     * @param gap told the first and the last entry that can't be read, before the one behind them; and at the end, what is
     *     missing of all that was promised
     */
    public void each(FrameHandler handler, Gap gap) {
        walk(runs, promise.lastSequence(), (run, last) -> hand(run, last, handler), gap);
    }

    /** Takes what a run adds to the entries up to this one; false: no more, please. */
    interface Taker {
        boolean take(Run run, long last);
    }

    /** Walks through runs in their order, and tells the gaps between them, up to the last entry that was promised. */
    static void walk(List<Run> runs, long promised, Taker taker, Gap gap) {
        long last = runs.stream().mapToLong(Run::firstSequence).min().orElse(1) - 1;
        List<Run> inOrder = runs.stream()
                .sorted(Comparator.comparingLong(Run::firstSequence))
                .toList();
        for (Run run : inOrder) {
            if (run.firstSequence() > last + 1) {
                gap.told(last + 1, run.firstSequence() - 1);
            }
            if (run.lastSequence() > last && !taker.take(run, last)) {
                return;
            }
            last = Math.max(last, run.lastSequence());
        }
        if (promised > last) {
            gap.told(last + 1, promised);
        }
    }

    private static boolean hand(Run run, long behind, FrameHandler handler) {
        try (FrameSeeker frames = new FrameSeeker(run.file(), run.position())) {
            while (frames.next()) {
                long sequence = frames.sequence();
                if (sequence > behind && !handler.onFrame(frames.buffer(), frames.offset(), frames.length())) {
                    return false;
                }
                if (sequence == run.lastSequence()) {
                    return true;
                }
            }
            return true;
        }
    }

    /** Told of entries that are in no file. */
    @FunctionalInterface
    public interface Gap {
        /** These and all between them. */
        void told(long first, long last);
    }

    /** The files that may hold frames. */
    private static List<Path> files(Path copy) {
        List<Path> files = new ArrayList<>();
        try {
            DataTree.walk(journal(copy), (file, attributes) -> {
                if (attributes.isRegularFile() && attributes.size() >= Frame.MIN_LENGTH && isNamedSo(file)) {
                    files.add(file);
                }
            });
            return files.stream().sorted().toList();
        } catch (IOException e) {
            throw ConditionException.misuse(copy + " can't be read: " + e.getMessage());
        }
    }

    private static boolean isNamedSo(Path file) {
        String name = file.getFileName().toString();
        return ENDINGS.stream().anyMatch(name::endsWith) || name.contains(TailRecovery.FROM_BYTE);
    }

    /** Puts frames together to runs. */
    private static final class Collected {
        private final Path copy;
        private final List<Run> runs = new ArrayList<>();
        private final List<Unreadable> unreadable = new ArrayList<>();
        private LedgerId ledger;

        private Collected(Path copy) {
            this.copy = copy;
        }

        private void addAll(Path file, LongConsumer shown) {
            int others = runs.size();
            try (FrameSeeker frames = new FrameSeeker(file, 0)) {
                while (frames.next()) {
                    shown.accept(frames.end());
                    if (ledger == null) {
                        ledger = LedgerIdentity.told(frames.buffer(), frames.offset());
                    }
                    Run before = runs.size() > others ? runs.get(runs.size() - 1) : null;
                    if (before != null && isNext(frames, before)) {
                        runs.set(runs.size() - 1, before.upTo(frames));
                    } else {
                        runs.add(Run.of(copy, file, frames));
                    }
                }
                unreadable.addAll(frames.unreadable());
            }
        }

        private static boolean isNext(FrameSeeker frames, Run run) {
            return frames.sequence() == run.lastSequence() + 1 && frames.previousCrc() == run.lastCrc();
        }
    }

    /**
     * Good frames of one file, each of which follows the one before by sequence and CRC.
     *
     * @param copy the copy that the file is of, as it was named
     * @param file where they stand
     * @param position byte of the first one
     * @param end byte behind the last one
     * @param firstSequence its sequence
     * @param previousCrc CRC of the frame that it follows
     * @param lastSequence sequence of the last one
     * @param lastCrc its CRC
     */
    record Run(
            Path copy,
            Path file,
            long position,
            long end,
            long firstSequence,
            int previousCrc,
            long lastSequence,
            int lastCrc) {
        /** Of one frame, at which these stand. */
        static Run of(Path copy, Path file, FrameSeeker at) {
            long sequence = at.sequence();
            return new Run(copy, file, at.position(), at.end(), sequence, at.previousCrc(), sequence, at.crc());
        }

        /** With the frame at which these stand, which follows. */
        Run upTo(FrameSeeker at) {
            return new Run(copy, file, position, at.end(), firstSequence, previousCrc, at.sequence(), at.crc());
        }

        /** Whether an entry is in it. */
        boolean holds(long sequence) {
            return firstSequence <= sequence && sequence <= lastSequence;
        }
    }
}
