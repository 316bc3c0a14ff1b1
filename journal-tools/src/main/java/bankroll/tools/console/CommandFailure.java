package bankroll.tools.console;

/** A command ends here; the message names the thing and the cure, and is all that the operator sees. */
public final class CommandFailure extends RuntimeException {
    /** The command did what was asked, and all is well. */
    public static final int GOOD = 0;
    /** Something is wrong with what was looked at, or the work could not be finished. */
    public static final int WRONG = 1;
    /** Options or arguments are wrong. */
    public static final int MISUSE = 2;

    private static final long serialVersionUID = 1L;

    private final int exitCode;

    private CommandFailure(int exitCode, String message, Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    /** Options or arguments are wrong: exit code 2. */
    public static CommandFailure misuse(String message) {
        return new CommandFailure(MISUSE, message, null);
    }

    /** Something is wrong, or the work could not be finished: exit code 1. */
    public static CommandFailure wrong(String message) {
        return new CommandFailure(WRONG, message, null);
    }

    /** Something went wrong on the way: exit code 1. */
    public static CommandFailure wrong(String message, Throwable cause) {
        return new CommandFailure(WRONG, message, cause);
    }

    /** What the process answers. */
    public int exitCode() {
        return exitCode;
    }
}
