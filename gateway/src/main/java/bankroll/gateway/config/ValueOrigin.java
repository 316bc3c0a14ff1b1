package bankroll.gateway.config;

/**
 * Where a value comes from; the later kinds win over the earlier ones.
 *
 * @param kind the layer
 * @param place the flag, the variable, or file and line; empty for a default
 */
public record ValueOrigin(Kind kind, String place) {
    /** A layer of the configuration, weakest first. */
    public enum Kind {
        /** Nobody said otherwise. */
        DEFAULT,
        /** The configuration file, or a file that it names. */
        FILE,
        /** A variable of the environment. */
        ENVIRONMENT,
        /** An option on the command line. */
        FLAG
    }

    /** Nobody said otherwise. */
    public static final ValueOrigin DEFAULT = new ValueOrigin(Kind.DEFAULT, "");

    /** From the file at this place. */
    public static ValueOrigin file(String place) {
        return new ValueOrigin(Kind.FILE, place);
    }

    /** From a variable. */
    public static ValueOrigin environment(String variable) {
        return new ValueOrigin(Kind.ENVIRONMENT, variable);
    }

    /** From an option. */
    public static ValueOrigin flag(String option) {
        return new ValueOrigin(Kind.FLAG, option);
    }

    @Override
    public String toString() {
        return switch (kind) {
            case DEFAULT -> "default";
            case FILE -> "file " + place;
            case ENVIRONMENT -> "environment " + place;
            case FLAG -> "flag " + place;
        };
    }
}
