package bankroll.simulation;

/** The end of the process in the middle of what it was doing: no handler of the product may stop it on its way up. */
final class Crash extends Error {
    private static final long serialVersionUID = 1L;

    /** How a process ends without having been asked. */
    enum Kind {
        /** SIGKILL: what was appended stays. */
        KILL,
        /** What wasn't forced may be lost, torn or reordered. */
        POWER_CUT,
        /** The product stopped itself, since an append or a force failed; what wasn't forced may be lost. */
        FAIL_STOP
    }

    private final Kind kind;

    Crash(Kind kind, String where) {
        super(kind + " " + where, null, false, false);
        this.kind = kind;
    }

    Kind kind() {
        return kind;
    }
}
