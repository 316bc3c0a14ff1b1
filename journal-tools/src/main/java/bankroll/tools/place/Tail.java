package bankroll.tools.place;

import bankroll.journal.CorruptJournalException;
import bankroll.journal.FrameFault;
import bankroll.journal.files.ForcedMark;
import bankroll.journal.reading.ForcedProof;
import bankroll.journal.reading.JournalDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * What is known about the end of a journal besides its frames: how far it was forced to disk. It tells a torn tail,
 * which a power cut leaves behind what was promised, from damage.
 *
 * @param forcedSequence the highest sequence known to have been on disk, at the time of the look
 * @param journal the journal's directory, or null for a backup
 */
public record Tail(long forcedSequence, Path journal) {

    /** Looks; to be done before the journal is read, because a live one moves on. */
    public static Tail of(final Location location) {
        if (location.isBackup()) {
            return new Tail(0, null);
        }
        final long closed =
                new JournalDirectory(location.directory()).manifest().lastSequence();
        try {
            final ForcedMark.Reading mark = ForcedMark.read(location.directory());
            return new Tail(mark == null ? closed : Math.max(closed, mark.forced()), location.directory());
        } catch (final IOException e) {
            throw new UncheckedIOException("can't read the forced mark of " + location.directory(), e);
        }
    }

    /** Whether the fault is only a torn tail: behind everything known to have been on disk, and no whole frame. */
    public boolean isTorn(final CorruptJournalException damage) {
        return damage.sequence() > forcedSequence && isTearing(damage.fault()) && damage.sequence() > proof(damage);
    }

    /** What later frames say had been forced. */
    private long proof(final CorruptJournalException damage) {
        return journal == null ? 0 : ForcedProof.behind(journal, damage.file(), damage.position());
    }

    /** What to do about it. */
    public String cure(final CorruptJournalException damage) {
        if (isTorn(damage)) {
            return "the next start of the service sets the torn tail aside by itself, as does \"./bankroll journal"
                    + " repair --yes\"; entries up to " + (damage.sequence() - 1) + " are good";
        }
        return "entries up to " + (damage.sequence() - 1) + " are good; restore a backup, or rebuild up to there with"
                + " \"./bankroll journal replay\"; the service does not start on this journal";
    }

    private static boolean isTearing(final FrameFault fault) {
        return switch (fault) {
            case NONE, UNKNOWN_VERSION, WRONG_SEQUENCE, WRONG_PREVIOUS_CRC -> false;
            default -> true;
        };
    }
}
