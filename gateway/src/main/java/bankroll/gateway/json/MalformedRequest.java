package bankroll.gateway.json;

/**
 * The signal that the caller's bytes break a rule: {@code malformed_request}. Carries words for the caller and no stack
 * trace, because it is an answer and not a defect.
 */
public final class MalformedRequest extends Exception {
    public MalformedRequest(String detail) {
        super(detail, null, false, false);
    }

    /** The same fault, seen from further out: {@code path} stands before the words. */
    public MalformedRequest in(String path) {
        return new MalformedRequest(path + getMessage());
    }
}
