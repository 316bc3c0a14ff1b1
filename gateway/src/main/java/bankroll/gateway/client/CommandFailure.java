package bankroll.gateway.client;

/** A command can't do its work; says why and what helps. Not a defect: shown without a stack trace. */
public final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    /** Says what failed and what helps. */
    public CommandFailure(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /** How the process ends. */
    public int exitCode() {
        return exitCode;
    }
}
