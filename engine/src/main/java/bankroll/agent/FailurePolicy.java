package bankroll.agent;

import bankroll.condition.Degradation;
import bankroll.condition.Degradation.Part;
import org.agrona.ErrorHandler;

/**
 * What it means when a turn of an agent fails, and how its end is awaited. An agent between memory and journal is final:
 * its failure stops the process, and whatever it is at, a slow force above all, is waited for and never interrupted.
 * Any other agent gets its next turn, and what it failed at is told.
 */
public final class FailurePolicy implements ErrorHandler {
    private final ErrorHandler handler;
    private final boolean isFinal;

    private FailurePolicy(ErrorHandler handler, boolean isFinal) {
        this.handler = handler;
        this.isFinal = isFinal;
    }

    /** Memory may be ahead of the journal: {@code stop} ends the process. */
    public static FailurePolicy stop(ErrorHandler stop) {
        return new FailurePolicy(stop, true);
    }

    /** This part does less than it should, until the next start. */
    public static FailurePolicy degrade(Degradation degradation, Part part) {
        return new FailurePolicy(
                failure -> degradation.begin(part, "a defect; please report it: " + failure, failure), false);
    }

    /** Nothing depends on one turn: the next one may go better, and {@code told} says what was wrong with this one. */
    public static FailurePolicy goOn(ErrorHandler told) {
        return new FailurePolicy(told, false);
    }

    /** Told what a turn threw, on the agent's thread. */
    @Override
    public void onError(Throwable failure) {
        handler.onError(failure);
    }

    /** Whether the agent's failure ends the process, and its work must not be interrupted. */
    public boolean isFinal() {
        return isFinal;
    }
}
