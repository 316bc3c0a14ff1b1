package bankroll.tools.source;

import bankroll.condition.ShellWord;
import bankroll.engine.EngineContext;
import bankroll.journal.CorruptJournalException;
import bankroll.journal.FrameFault;
import bankroll.journal.files.ForcedMark;
import bankroll.journal.reading.DerivedManifest;
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
 * @param journal the journal's directory; null for a backup, which must hold all that its manifest says
 * @param isNothingKnown whether nothing tells how far it was forced behind that: then nothing is called a torn tail
 */
public record Tail(long forcedSequence, Path journal, boolean isNothingKnown) {
    private static final String OTHER_COPY = "use another copy of the backup";

    /** With a good mark, or none. */
    Tail(long forcedSequence, Path journal) {
        this(forcedSequence, journal, false);
    }

    /** Looks; to be done before the journal is read, because a live one moves on. */
    static Tail of(Path directory, boolean isBackup) {
        if (isBackup) {
            return new Tail(BackupManifest.load(directory).lastSequence(), null);
        }
        long closed = new JournalDirectory(directory).manifest().lastSequence();
        try {
            ForcedMark.Reading mark = ForcedMark.read(directory);
            return mark == null
                    ? new Tail(closed, directory, DerivedManifest.fault(directory) != null)
                    : new Tail(Math.max(closed, mark.forced()), directory);
        } catch (CorruptJournalException e) {
            return new Tail(closed, directory, true);
        } catch (IOException e) {
            throw new UncheckedIOException("can't read the forced mark of " + directory, e);
        }
    }

    /** Whether the fault is only a torn tail: behind everything known to have been on disk, and no whole frame. */
    public boolean isTorn(CorruptJournalException damage) {
        return !isNothingKnown
                && damage.sequence() > forcedSequence
                && isTearing(damage.fault())
                && damage.sequence() > proof(damage);
    }

    /** What later frames say had been forced. */
    private long proof(CorruptJournalException damage) {
        CorruptJournalException met = damage.getCause() instanceof CorruptJournalException first ? first : damage;
        return journal == null ? 0 : ForcedProof.behind(journal, met.file(), met.position());
    }

    /** What is wrong, without what helps. */
    public String what(CorruptJournalException damage) {
        return withoutCure(damage, damage.getMessage());
    }

    /** The same without where it is. */
    String detail(CorruptJournalException damage) {
        return withoutCure(damage, damage.detail());
    }

    private String withoutCure(CorruptJournalException damage, String said) {
        String withoutOurs = without("; " + cure(damage), said);
        String engines = CorruptJournalException.cure(damage.fault(), damage.sequence());
        return without("; " + OTHER_COPY, without("; " + engines, withoutOurs));
    }

    /** What to do about it. */
    public String cure(CorruptJournalException damage) {
        long good = damage.sequence() - 1;
        if (isTorn(damage)) {
            return "it is a torn tail, behind all that was promised: the next start of the service sets it aside, as"
                    + " does \"./bankroll journal repair " + directory() + " --yes\"; " + goodUpTo(good);
        }
        return journal == null && damage.fault() != FrameFault.UNKNOWN_VERSION
                ? goodUpTo(good) + "; " + OTHER_COPY
                : CorruptJournalException.cure(damage.fault(), damage.sequence(), directory());
    }

    /** What to do when the journal ends here, although more had been forced. */
    public String cureOfLoss(long lastSequence) {
        return CorruptJournalException.cure(lastSequence + 1, directory());
    }

    /** As it is named on the command line: the data directory, where there is one. */
    private String directory() {
        if (journal == null) {
            return "DIR";
        }
        boolean isInside = journal.getParent() != null && journal.endsWith(EngineContext.JOURNAL);
        return ShellWord.of(isInside ? journal.getParent() : journal);
    }

    private static String goodUpTo(long good) {
        return good == 0 ? "no entry before it" : "entries up to " + good + " are good";
    }

    private static String without(String end, String text) {
        return text.endsWith(end) ? text.substring(0, text.length() - end.length()) : text;
    }

    private static boolean isTearing(FrameFault fault) {
        return switch (fault) {
            case NONE, UNKNOWN_VERSION, WRONG_SEQUENCE, WRONG_PREVIOUS_CRC -> false;
            default -> true;
        };
    }
}
