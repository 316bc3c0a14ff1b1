package bankroll.condition;

import java.io.PrintWriter;

/** What a process says that a failure ends, and with which code it ends: only a defect comes with a stack trace. */
public final class LastWords {
    private LastWords() {}

    /** Tells the failure; the exit code. */
    public static int say(Throwable failure, PrintWriter err) {
        int exitCode = ConditionException.exitCodeOf(failure);
        if (failure instanceof ConditionException condition) {
            condition.lines().forEach(line -> err.println("bankroll: " + line));
        } else if (exitCode == ExitCode.INTERNAL) {
            err.println("bankroll: a defect; please report it with these lines:");
            failure.printStackTrace(err);
        } else {
            err.println("bankroll: " + Reason.of(failure));
        }
        err.flush();
        return exitCode;
    }
}
