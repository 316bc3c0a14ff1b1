package bankroll.journal;

/**
 * What a number among the options may be.
 *
 * @param least the smallest that is taken
 * @param most the largest that is taken
 */
public record Range(long least, long most) {
    /** Refuses what lies outside. */
    public void require(String name, long value) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + " must be " + least + " to " + most + ", not " + value);
        }
    }
}
