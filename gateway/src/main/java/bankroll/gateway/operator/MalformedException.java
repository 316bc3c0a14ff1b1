package bankroll.gateway.operator;

import bankroll.gateway.reply.Problem;

/**
 * The caller's bytes are not what the operator API asks for. The detail names the member and the rule, never the value.
 */
final class MalformedException extends RefusedException {
    private static final long serialVersionUID = 1;

    MalformedException(String detail) {
        super(Problem.MALFORMED_REQUEST, detail);
    }
}
