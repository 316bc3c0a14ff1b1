package bankroll.tools;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.condition.Reason;
import bankroll.snapshot.InvalidSnapshotException;
import bankroll.tools.console.OutputFailure;
import picocli.CommandLine.ParameterException;

/** What an operator is told when a command fails: the thing and the cure, no class names where they can be helped. */
final class Explanation {
    private Explanation() {}

    static String of(Throwable failure) {
        if (failure instanceof InvalidSnapshotException) {
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

    /** What only a start of the service tells apart (a lock, a full disk) is wrong here. */
    static int exitCode(Throwable failure) {
        boolean isMisuse = failure instanceof ParameterException
                || failure instanceof ConditionException known && known.exitCode() == ExitCode.USAGE;
        if (isMisuse) {
            return ExitCode.USAGE;
        }
        return isEndOfOutput(failure) ? ExitCode.OK : ExitCode.WRONG;
    }
}
