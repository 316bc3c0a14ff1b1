package bankroll.journal;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;

/**
 * The journal is damaged at a place where it may not be: the start is refused, nothing is cut.
 *
 * <p>The message names file, byte, sequence, what was expected and the command that helps.
 */
public final class CorruptJournalException extends ConditionException {
    /** What helps where a frame of an unknown version stands. */
    public static final String NEWER_RELEASE = "use the release that wrote it, or a newer one";

    private static final long serialVersionUID = 1L;
    private static final String VERIFY = "\"./bankroll journal verify DIR\" says more";

    private final String file;
    private final long position;
    private final long sequence;
    private final FrameFault fault;
    private final String detail;

    /**
     * @param file name of the journal file, or of the manifest.
     * @param position byte in the file where the fault shows.
     * @param sequence the sequence that had to stand there.
     * @param fault what is wrong with the frame; {@link FrameFault#NONE} when it is the file as a whole.
     * @param detail what was expected and what was found, and the cure.
     */
    public CorruptJournalException(String file, long position, long sequence, FrameFault fault, String detail) {
        super(
                ExitCode.DAMAGE,
                "journal file " + file + " is damaged at byte " + position + ", where sequence " + sequence
                        + " must stand: " + detail);
        this.file = file;
        this.position = position;
        this.sequence = sequence;
        this.fault = fault;
        this.detail = detail;
    }

    /** Name of the damaged file. */
    public String file() {
        return file;
    }

    /** Byte in the file where the fault shows. */
    public long position() {
        return position;
    }

    /** The sequence that had to stand there. */
    public long sequence() {
        return sequence;
    }

    /** What is wrong with the frame; {@link FrameFault#NONE} when it is the file as a whole. */
    public FrameFault fault() {
        return fault;
    }

    /** What was expected and what was found, and the cure: the message without where it is. */
    public String detail() {
        return detail;
    }

    /**
     * What an operator does about damage at this sequence, part of every message that refuses a start; 0 where it is no entry that
     * is damaged.
     */
    public static String cure(long sequence) {
        return sequence < 1 ? VERIFY : cure(sequence, "DIR") + "; " + VERIFY;
    }

    /** The same by what is wrong there: a frame of a newer release is no damage, and a salvage would throw it away. */
    public static String cure(FrameFault fault, long sequence) {
        return fault == FrameFault.UNKNOWN_VERSION ? cure(fault, sequence, "DIR") : cure(sequence);
    }

    /** The same with the directory's name. */
    public static String cure(FrameFault fault, long sequence, String directory) {
        return fault == FrameFault.UNKNOWN_VERSION
                ? NEWER_RELEASE + "; " + (sequence < 2 ? "no entry before it" : goodUpTo(sequence - 1))
                : cure(sequence, directory);
    }

    /** Of damage, with the directory's name. */
    public static String cure(long sequence, String directory) {
        String salvage = "\"./bankroll journal salvage " + directory + " --with BACKUP NEW\"";
        if (sequence < 2) {
            return "no entry before it; " + salvage + " takes what a backup holds and what is good here";
        }
        return goodUpTo(sequence - 1) + "; " + salvage + " adds what a backup holds; without one"
                + " \"./bankroll journal salvage " + directory + " NEW\" keeps what is good";
    }

    private static String goodUpTo(long sequence) {
        return "entries up to " + sequence + " are good";
    }
}
