package bankroll.tools;

import bankroll.condition.Reason;
import bankroll.snapshot.InvalidSnapshotException;
import bankroll.tools.console.CommandFailure;
import bankroll.tools.console.OutputFailure;
import picocli.CommandLine.ParameterException;

/** What an operator is told when a command fails: the thing and the cure, no class names where they can be helped. */
final class Explanation {
    private Explanation() {}

    static String of(Throwable failure) {
        if (failure instanceof CommandFailure || failure instanceof InvalidSnapshotException) {
            return failure.getMessage();
        }
        if (failure instanceof OutputFailure) {
            return "can't write the output: " + failure.getMessage();
        }
        String reason = Reason.of(failure);
        return reason.equals(failure.toString()) ? reason + "; --debug shows where" : reason;
    }

    /** Whether the reader of our output has closed it, as {@code | head} does: no fault. */
    static boolean isEndOfOutput(Throwable failure) {
        return failure instanceof OutputFailure output && output.isReaderGone();
    }

    static int exitCode(Throwable failure) {
        if (failure instanceof CommandFailure known) {
            return known.exitCode();
        }
        if (failure instanceof ParameterException) {
            return CommandFailure.MISUSE;
        }
        return isEndOfOutput(failure) ? CommandFailure.GOOD : CommandFailure.WRONG;
    }
}
