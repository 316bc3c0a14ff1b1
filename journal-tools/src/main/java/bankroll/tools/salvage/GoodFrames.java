package bankroll.tools.salvage;

import bankroll.condition.ConditionException;
import bankroll.journal.Frame;
import bankroll.journal.files.ForcedMark;
import bankroll.protocol.LedgerId;
import bankroll.tools.source.BackupManifest;
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
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * All good frames of one copy: a data directory, a journal, a backup, or what is left of one. What was set aside is looked
 * at, too.
 *
 * @param copy as it was named
 * @param ledger which ledger it is of; null when no start of it is left
 * @param runs those of one file behind each other
 * @param promised the last entry that it says it once held, by the mark of what was forced or the backup's manifest; 0 when
 *     neither can be read
 */
public record GoodFrames(Path copy, LedgerId ledger, List<GoodRun> runs, long promised) {
    private static final List<String> ENDINGS = List.of(".cq4", ".bkf", ".part");
    private static final String SET_ASIDE = "-from-byte-";

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
            bytes += size(file);
            shown.accept(bytes);
        }
        return new GoodFrames(copy, collected.ledger, List.copyOf(collected.runs), promised(copy));
    }

    private static long promised(Path copy) {
        try {
            if (Files.exists(copy.resolve(BackupManifest.FILE))) {
                return BackupManifest.load(copy).lastSequence();
            }
            ForcedMark.Reading mark = ForcedMark.read(journal(copy));
            return mark == null ? 0 : mark.forced();
        } catch (ConditionException | IOException e) {
            return 0;
        }
    }

    private static Path journal(Path copy) {
        Path inside = copy.resolve(Location.JOURNAL);
        return Files.isDirectory(inside) ? inside : copy;
    }

    /** What there is to look at, in bytes. */
    public static long bytes(Path copy) {
        return files(copy).stream().mapToLong(GoodFrames::size).sum();
    }

    /** The last entry of all; 0 when there is none. */
    long lastSequence() {
        return runs.stream().mapToLong(GoodRun::lastSequence).max().orElse(0);
    }

    /**
     * Hands over every entry once, in order, whatever is missing between two of them.
     *
     * @param gap told the first and the last entry that can't be read, before the one behind them; and at the end, what is
     *     missing of all that was promised
     */
    public void each(FrameHandler handler, Gap gap) {
        long last = runs.stream().mapToLong(GoodRun::firstSequence).min().orElse(1) - 1;
        List<GoodRun> inOrder = runs.stream()
                .sorted(Comparator.comparingLong(GoodRun::firstSequence))
                .toList();
        for (GoodRun run : inOrder) {
            if (run.firstSequence() > last + 1) {
                gap.told(last + 1, run.firstSequence() - 1);
            }
            if (run.lastSequence() > last && !hand(run, last, handler)) {
                return;
            }
            last = Math.max(last, run.lastSequence());
        }
        if (promised > last) {
            gap.told(last + 1, promised);
        }
    }

    private static boolean hand(GoodRun run, long behind, FrameHandler handler) {
        try (FrameSeeker frames = new FrameSeeker(run.file(), run.position())) {
            while (frames.next()) {
                long sequence = frames.sequence();
                if (sequence > behind
                        && !handler.onFrame(
                                frames.buffer(), frames.offset(), Frame.length(frames.buffer(), frames.offset()))) {
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

    private static List<Path> files(Path copy) {
        try (Stream<Path> all = Files.walk(journal(copy))) {
            return all.filter(GoodFrames::mayHoldFrames).sorted().toList();
        } catch (IOException | UncheckedIOException e) {
            throw ConditionException.misuse(copy + " can't be read: " + e.getMessage());
        }
    }

    private static boolean mayHoldFrames(Path file) {
        String name = file.getFileName().toString();
        boolean isNamedSo = ENDINGS.stream().anyMatch(name::endsWith) || name.contains(SET_ASIDE);
        return isNamedSo && Files.isRegularFile(file) && size(file) >= Frame.MIN_LENGTH;
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException("can't read the size of " + file, e);
        }
    }

    /** Puts frames together to runs. */
    private static final class Collected {
        private final Path copy;
        private final List<GoodRun> runs = new ArrayList<>();
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
                    GoodRun before = runs.size() > others ? runs.get(runs.size() - 1) : null;
                    if (before != null && isNext(frames, before)) {
                        runs.set(runs.size() - 1, before.upTo(frames));
                    } else {
                        runs.add(GoodRun.of(copy, file, frames));
                    }
                }
            }
        }

        private static boolean isNext(FrameSeeker frames, GoodRun run) {
            return frames.sequence() == run.lastSequence() + 1 && frames.previousCrc() == run.lastCrc();
        }
    }
}
