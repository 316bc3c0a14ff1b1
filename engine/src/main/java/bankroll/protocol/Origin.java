package bankroll.protocol;

/**
 * Who asks; recorded with every entry (operator API: every change records who did it).
 *
 * @param kind platform, operator or the service itself
 * @param name the platform's or the token's name
 */
public record Origin(Kind kind, String name) {
    /** The service itself. */
    public static final Origin SYSTEM = new Origin(Kind.SYSTEM, "bankroll");

    /** On which side the asker stands. */
    public enum Kind {
        /** The service itself, at its start. */
        SYSTEM,
        /** A platform, known by its signing key. */
        PLATFORM,
        /** An operator, known by its token. */
        OPERATOR
    }

    /** A platform. */
    public static Origin platform(String name) {
        return new Origin(Kind.PLATFORM, name);
    }

    /** The bearer of an operator token. */
    public static Origin operator(String name) {
        return new Origin(Kind.OPERATOR, name);
    }
}
