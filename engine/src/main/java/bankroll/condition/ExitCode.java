package bankroll.condition;

import java.util.Set;

/** How the service or a command ends; the numbers are those of sysexits where it has one. */
public final class ExitCode {
    /** Done; for {@code serve}: drained and closed. */
    public static final int OK = 0;
    /** {@code call}: the answer was not 2xx. {@code journal}: something is wrong, or could not be finished. */
    public static final int WRONG = 1;
    /** Misuse, or a configuration that can't be used. */
    public static final int USAGE = 2;
    /** {@code call}: the service answered, but did not book all that it was asked to. */
    public static final int NOT_BOOKED = 3;
    /** The data is damaged, or of another program; found at a start. */
    public static final int DAMAGE = 65;
    /** A port is taken, or no service answers. */
    public static final int UNAVAILABLE = 69;
    /** A defect. */
    public static final int INTERNAL = 70;
    /** Another process works on the data directory. */
    public static final int IN_USE = 73;
    /**
     * A file can't be read or written. The running service stops by itself with it, because an append or a force failed: the
     * next start replays what the disk has.
     */
    public static final int IO = 74;
    /** Something that the machine lacks for now, as room on the disk: start again when it is there. */
    public static final int TEMPORARY = 75;
    /** The data directory is not what was asked for, or the machine lacks what the journal needs: data of a time zone. */
    public static final int CONFIGURATION = 78;

    /** What a supervisor need not start again after: only a person can cure it. */
    public static final Set<Integer> FOR_A_PERSON = Set.of(USAGE, DAMAGE, CONFIGURATION);

    private ExitCode() {}
}
