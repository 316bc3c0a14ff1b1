package bankroll.gateway.config;

/**
 * Where a value comes from.
 *
 * @param words the layer, and the flag, the variable, or file and line
 */
public record ValueOrigin(String words) {
    /** Nobody said otherwise. */
    public static final ValueOrigin DEFAULT = new ValueOrigin("default");

    /** From the file at this place, or a file that it names. */
    public static ValueOrigin file(String place) {
        return new ValueOrigin("file " + place);
    }

    /** From a variable. */
    public static ValueOrigin environment(String variable) {
        return new ValueOrigin("environment " + variable);
    }

    /** From an option. */
    public static ValueOrigin flag(String option) {
        return new ValueOrigin("flag " + option);
    }

    @Override
    public String toString() {
        return words;
    }
}
