package bankroll.gateway.http;

/** A rule of HTTP that the bytes of a head break, in words for the client; a value, not thrown by a defect. */
final class HeadFault extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    HeadFault(String words) {
        super(words);
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
