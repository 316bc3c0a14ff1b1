package bankroll.gateway.operator;

import bankroll.gateway.http.Problem;
import bankroll.protocol.Outcome;

/** Writes the answer of a call that the ledger has decided. */
@FunctionalInterface
interface CallEncoder {
    /** For calls that are answered 204. */
    CallEncoder NO_CONTENT = (call, json) -> {};

    /** Writes the one JSON object of an answer that went well; the call's request carries outcomes and answer. */
    void encode(OperatorCall call, JsonWriter json);

    /** The problem that the first outcome stands for, or null when it went well. */
    default Problem problem(Outcome first) {
        return switch (first) {
            case OK -> null;
            case PLAYER_NOT_FOUND -> Problem.PLAYER_NOT_FOUND;
            case SESSION_NOT_FOUND -> Problem.SESSION_NOT_FOUND;
            case TRANSACTION_NOT_FOUND -> Problem.TRANSACTION_NOT_FOUND;
            case CONFLICT -> Problem.CONFLICT;
            case MALFORMED -> Problem.MALFORMED_REQUEST;
            case UNAVAILABLE, RETRY -> Problem.UNAVAILABLE;
            default -> Problem.INTERNAL;
        };
    }
}
