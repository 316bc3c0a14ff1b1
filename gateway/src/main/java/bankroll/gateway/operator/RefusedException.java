package bankroll.gateway.operator;

import bankroll.gateway.reply.Problem;

/**
 * A call that is answered with a problem before it reaches the ledger. Without a stack trace: it is an answer, not a
 * defect, and leaves the decoder from any depth.
 */
class RefusedException extends Exception {
    private static final long serialVersionUID = 1;

    private final Problem problem;

    RefusedException(Problem problem, String detail) {
        super(detail, null, false, false);
        this.problem = problem;
    }

    /** What to answer; the message is its detail. */
    Problem problem() {
        return problem;
    }
}
