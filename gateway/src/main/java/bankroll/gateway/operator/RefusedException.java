package bankroll.gateway.operator;

import bankroll.gateway.http.Problem;

/**
 * A call that is answered with a problem before it reaches the ledger, though its bytes are right. Without a stack trace:
 * it is an answer, not a defect.
 */
final class RefusedException extends Exception {
    private static final long serialVersionUID = 1;

    private final Problem problem;

    RefusedException(Problem problem) {
        super(problem.code(), null, false, false);
        this.problem = problem;
    }

    /** What to answer. */
    Problem problem() {
        return problem;
    }
}
