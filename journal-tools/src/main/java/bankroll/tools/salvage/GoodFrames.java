package bankroll.tools.salvage;

import bankroll.condition.ConditionException;
import bankroll.engine.DataTree;
import bankroll.engine.EngineContext;
import bankroll.journal.Frame;
import bankroll.journal.files.ClosedFile;
import bankroll.journal.files.JournalFile;
import bankroll.journal.files.Manifest;
import bankroll.journal.recovery.TailRecovery;
import bankroll.protocol.LedgerId;
import bankroll.tools.salvage.Lineage.Piece;
import bankroll.tools.source.FrameHandler;
import bankroll.tools.source.LedgerIdentity;
import bankroll.tools.source.Location;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;

/**
 * All good frames of one copy: a data directory, a journal, a backup, or what is left of one. What was set aside is looked
 * at, too.
 *
 * @param copy as it was named
 * @param ledger which ledger it is of; null when no start of it is left
 * @param lineage which of them follow each other
 * @param promise what it says it once held
 * @param unreadable what the disk didn't give
 */
public record GoodFrames(Path copy, LedgerId ledger, Lineage lineage, Promise promise, List<Unreadable> unreadable) {
    private static final List<String> ENDINGS = List.of(JournalFile.SUFFIX, ".bkf", ".part");

    /**
     * Looks at every file.
     *
     * @param shown told how many bytes were looked at, at every frame
     */
    public static GoodFrames in(Path copy, LongConsumer shown) {
        Collected collected = new Collected(copy, journal(copy));
        long bytes = 0;
        for (Path file : files(copy)) {
            long before = bytes;
            collected.addAll(file, position -> shown.accept(before + position));
            bytes += Location.size(file);
            shown.accept(bytes);
        }
        Promise promise = Promise.of(copy, journal(copy), collected.ledger);
        Lineage lineage = Lineage.of(collected.own, collected.setAside);
        return new GoodFrames(copy, collected.ledger, lineage, promise, List.copyOf(collected.unreadable));
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

    /** The last entry of all that are of its history; 0 when there is none. */
    public long lastSequence() {
        return lineage.lastSequence();
    }

    /** Good entries that are left out, because they don't follow those of the journal's own files. */
    public List<LeftOut> leftOut() {
        return lineage.leftOut().stream()
                .map(run -> new LeftOut(run.file(), run.firstSequence(), run.lastSequence()))
                .toList();
    }

    /** These entries and all between them, in a file. */
    public record LeftOut(Path file, long first, long last) {
        /** In words. */
        public String text() {
            return "entries " + first + " to " + last + " in " + file
                    + " are left out: they don't follow the journal's own entries";
        }
    }

    /**
     * Hands over every entry once, in order, whatever is missing between two of them.
     *
     * @param gap told the first and the last entry that can't be read, before the one behind them; and at the end, what is
     *     missing of all that was promised
     */
    public void each(FrameHandler handler, Gap gap) {
        walk(lineage.pieces(), promise.lastSequence(), (run, last) -> hand(run, last, handler), gap);
    }

    /** Takes what a run adds to the entries up to this one; false: no more, please. */
    interface Taker {
        boolean take(Run run, long last);
    }

    /** Walks through pieces in their order, and tells the gaps between them, up to the last entry that was promised. */
    static void walk(List<Piece> pieces, long promised, Taker taker, Gap gap) {
        List<Piece> inOrder =
                pieces.stream().sorted(Comparator.comparingLong(Piece::behind)).toList();
        long last = inOrder.isEmpty() ? 0 : inOrder.get(0).behind();
        for (Piece piece : inOrder) {
            Run run = piece.run();
            if (piece.behind() > last) {
                gap.told(last + 1, piece.behind());
            }
            if (run.lastSequence() > last && !taker.take(run, Math.max(last, piece.behind()))) {
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
        private final Path aside;
        /** Byte of each closed file behind which nothing is the journal's; empty where the manifest can't be read. */
        private final Map<Path, Long> ends;

        private final List<Run> own = new ArrayList<>();
        private final List<Run> setAside = new ArrayList<>();
        private final List<Unreadable> unreadable = new ArrayList<>();
        private LedgerId ledger;

        private Collected(Path copy, Path journal) {
            this.copy = copy;
            aside = journal.resolve(TailRecovery.SET_ASIDE);
            ends = ends(journal);
        }

        private static Map<Path, Long> ends(Path journal) {
            try {
                Manifest manifest = Manifest.read(journal);
                List<ClosedFile> closed = manifest == null ? List.of() : manifest.closed();
                return closed.stream()
                        .collect(Collectors.toMap(file -> file.file().path(), ClosedFile::end));
            } catch (ConditionException | UncheckedIOException e) {
                return Map.of();
            }
        }

        private void addAll(Path file, LongConsumer shown) {
            long end = file.startsWith(aside) ? 0 : ends.getOrDefault(file, Long.MAX_VALUE);
            try (FrameSeeker frames = new FrameSeeker(file, 0)) {
                while (frames.next()) {
                    shown.accept(frames.end());
                    if (ledger == null) {
                        ledger = LedgerIdentity.told(frames.buffer(), frames.offset());
                    }
                    add(file, frames, frames.position() < end ? own : setAside);
                }
                unreadable.addAll(frames.unreadable());
            }
        }

        private void add(Path file, FrameSeeker frames, List<Run> runs) {
            Run before = runs.isEmpty() ? null : runs.get(runs.size() - 1);
            if (before != null && before.file().equals(file) && isNext(frames, before)) {
                runs.set(runs.size() - 1, before.upTo(frames));
            } else {
                runs.add(Run.of(copy, file, frames));
            }
        }

        private static boolean isNext(FrameSeeker frames, Run run) {
            return frames.sequence() == run.lastSequence() + 1 && frames.previousCrc() == run.lastCrc();
        }
    }
}
