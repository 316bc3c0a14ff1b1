package bankroll.gateway.client;

/** How a command ends; the numbers are those of sysexits where it has one. */
public final class ExitCode {
    /** Done; for {@code serve}: drained and closed. */
    public static final int OK = 0;
    /** {@code call}: the answer was not 2xx. */
    public static final int REFUSED = 1;
    /** Misuse, or a configuration that can't be used. */
    public static final int USAGE = 2;
    /** A port is taken, or nobody answers. */
    public static final int UNAVAILABLE = 69;
    /** A defect. */
    public static final int INTERNAL = 70;
    /** Another process works on the data directory. */
    public static final int IN_USE = 73;
    /** The journal is damaged, or can't be written. */
    public static final int JOURNAL = 74;
    /** The machine lacks what the journal needs: data of a time zone. */
    public static final int CONFIGURATION = 78;

    private ExitCode() {}
}
