package bankroll.gateway.cli;

/** A command can't do its work; says why and what helps. Not a defect: shown without a stack trace. */
final class FailedStartException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    FailedStartException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    int exitCode() {
        return exitCode;
    }
}
