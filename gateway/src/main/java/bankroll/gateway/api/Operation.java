package bankroll.gateway.api;

import bankroll.gateway.http.Problem;
import bankroll.gateway.json.MalformedRequest;
import bankroll.protocol.Outcome;
import java.util.Set;

/**
 * One call of an API: its route, how it is asked of the engine, and how it is answered. One instance per event loop.
 */
public abstract class Operation {
    private static final Set<String> WITH_BODY = Set.of("POST", "PUT", "PATCH");

    private final String method;
    private final String path;

    /** An operation at a path below its API's root. */
    protected Operation(String method, String path) {
        this.method = method;
        this.path = path;
    }

    /** The method of its route. */
    public final String method() {
        return method;
    }

    /** The path of its route, below its API's root. */
    public final String path() {
        return path;
    }

    /** Whether it has a body, which then must be JSON. */
    public final boolean hasBody() {
        return WITH_BODY.contains(method);
    }

    /**
     * Writes the command into the call's request, from {@link Call#start} to {@link Call#end}; or answers the exchange
     * where no state is needed to know the answer.
     *
     * @throws MalformedRequest when the call breaks a rule that needs no state
     */
    public abstract void ask(Call call) throws MalformedRequest;

    /** The problem that the first outcome stands for; null when the call went well. */
    public Problem problem(Outcome first) {
        return switch (first) {
            case OK -> null;
            case INVALID_LAUNCH_CODE -> Problem.INVALID_LAUNCH_CODE;
            case PLAYER_NOT_FOUND -> Problem.PLAYER_NOT_FOUND;
            case SESSION_NOT_FOUND -> Problem.SESSION_NOT_FOUND;
            case TRANSACTION_NOT_FOUND -> Problem.TRANSACTION_NOT_FOUND;
            case CONFLICT -> Problem.CONFLICT;
            case MALFORMED -> Problem.MALFORMED_REQUEST;
            case UNAVAILABLE, RETRY -> Problem.UNAVAILABLE;
            default -> Problem.INTERNAL;
        };
    }

    /** Answers a call that went well. */
    public abstract void answer(Call call);

    /** What an unexpected failure is answered with (decisions §2). */
    public Problem failure() {
        return Problem.INTERNAL;
    }
}
