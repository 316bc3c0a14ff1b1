package bankroll.engine;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;

/**
 * By which rules nodes decide that know several: a number, which each message of the log carries. Whoever doesn't know it
 * stops, since it would decide otherwise.
 *
 * <p>A release that changes a decision knows one more than it sends; the next release sends it: so two releases that follow
 * each other can be mixed, whoever leads.
 *
 * @param sent those by which this node has the log decide while it leads, 0 or more
 * @param known the newest that it can decide by, {@code sent} or more
 */
public record LogRules(int sent, int known) {
    /** Those of this release. */
    public static final LogRules OF_RELEASE = new LogRules(0, 0);

    /** Checks them together. */
    public LogRules {
        if (sent < 0 || known < sent) {
            throw new IllegalArgumentException("rules " + sent + " can't be sent by whoever knows them up to " + known);
        }
    }

    /** A {@link ConditionException} when this node can't decide by them. */
    void requireKnown(int rules) {
        if (rules < 0 || rules > known) {
            throw new ConditionException(
                    ExitCode.DAMAGE,
                    "the node that leads has the log decide by rules " + rules + ", this release knows them up to "
                            + known,
                    "upgrade this node; releases that follow each other can be mixed, others can't");
        }
    }
}
