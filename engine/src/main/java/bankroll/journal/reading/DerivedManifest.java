package bankroll.journal.reading;

import bankroll.journal.CorruptJournalException;
import bankroll.journal.Frame;
import bankroll.journal.OpeningWatch;
import bankroll.journal.files.ClosedFile;
import bankroll.journal.files.JournalBooks.FileTrack;
import bankroll.journal.files.JournalFile;
import bankroll.journal.files.Manifest;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The manifest as the files themselves tell it, where its own file is lost or damaged: a list that only saves reading is
 * nothing to restore from a backup.
 *
 * <p>A file is over where its last good frame is the one that the next file's first frame follows, by sequence and CRC; this
 * proves it whatever stands behind, as a torn tail that was set aside. The first file that isn't proved, and all behind it,
 * count as still being written: a reader judges them as ever. Every frame is checked.
 */
public final class DerivedManifest {
    private static final Logger LOG = LoggerFactory.getLogger(DerivedManifest.class);
    private static final long TELL_EVERY_NS = TimeUnit.SECONDS.toNanos(10);

    private static volatile Known known;

    /** What was derived last: readers of one journal ask again and again. */
    private record Known(List<JournalFile> files, Manifest manifest) {}

    private DerivedManifest() {}

    /** What the manifest of a journal says, or the files where it can't. */
    static Manifest readOr(Path journal) {
        try {
            Manifest read = Manifest.read(journal);
            return read == null ? derivedOnce(journal) : read;
        } catch (CorruptJournalException e) {
            return derivedOnce(journal);
        }
    }

    /** Why the files have to be asked; null when the manifest is good, or there is no journal yet. */
    public static String fault(Path journal) {
        try {
            boolean isMissing = Manifest.read(journal) == null;
            return isMissing && !JournalFile.all(journal).isEmpty() ? "it is missing" : null;
        } catch (CorruptJournalException e) {
            return "it is damaged";
        }
    }

    private static Manifest derivedOnce(Path journal) {
        List<JournalFile> files = JournalFile.all(journal);
        Known last = known;
        if (last == null || !last.files().equals(files)) {
            last = new Known(files, of(files));
            known = last;
        }
        return last.manifest();
    }

    /** The same, and nobody hears how far it is. */
    static Manifest of(List<JournalFile> files) {
        return of(files, OpeningWatch.NONE);
    }

    /** What these files tell: all that there are, oldest first. */
    public static Manifest of(List<JournalFile> files, OpeningWatch watch) {
        return of(files, watch, SystemNanoClock.INSTANCE);
    }

    static Manifest of(List<JournalFile> files, OpeningWatch watch, NanoClock clock) {
        Manifest manifest = files.isEmpty() ? Manifest.EMPTY : begin(files.get(0));
        long startNs = clock.nanoTime();
        long toldNs = startNs;
        for (int i = 0; i + 1 < files.size(); i++) {
            long nowNs = clock.nanoTime();
            if (nowNs - toldNs >= TELL_EVERY_NS) {
                toldNs = nowNs;
                tell(i, files.size() - 1, nowNs - startNs);
            }
            ClosedFile closed = readAll(files.get(i), manifest.lastSequence(), manifest.lastCrc());
            if (closed == null || !follows(files.get(i + 1), closed)) {
                break;
            }
            manifest = manifest.with(closed, null);
            watch.at(i + 1L, files.size());
        }
        return manifest;
    }

    private static void tell(int read, int of, long tookNs) {
        LOG.info(
                "The journal's list of files is made anew: {} of {} files are read ({} %), {} s left.",
                read, of, 100L * read / of, TimeUnit.NANOSECONDS.toSeconds(tookNs) * (of - read) / Math.max(1, read));
    }

    private static Manifest begin(JournalFile file) {
        long first = FrameCursor.firstSequence(file);
        if (first < 1) {
            return Manifest.EMPTY;
        }
        try (FrameCursor cursor = FrameCursor.from(file, first)) {
            return cursor.next() == FrameCursor.Step.FRAME
                    ? new Manifest(first, Frame.previousCrc(cursor.buffer(), cursor.framePosition()), List.of(), null)
                    : Manifest.EMPTY;
        }
    }

    /** Null when it has no good frame. */
    private static ClosedFile readAll(JournalFile file, long lastSequence, int lastCrc) {
        try (FrameCursor cursor = FrameCursor.behind(file, lastSequence, lastCrc)) {
            FileTrack track = new FileTrack(file);
            while (cursor.next() == FrameCursor.Step.FRAME) {
                cursor.addTo(track);
            }
            return track.close();
        }
    }

    private static boolean follows(JournalFile next, ClosedFile closed) {
        try (FrameCursor cursor = FrameCursor.behind(next, closed.lastSequence(), closed.lastCrc())) {
            return cursor.next() == FrameCursor.Step.FRAME;
        }
    }
}
