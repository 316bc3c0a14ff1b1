package bankroll.engine;

import java.util.List;

/**
 * How much of what is bounded is used.
 *
 * @param tableBytes memory that the tables hold, and may hold
 * @param tables records of each table, and how many it may have
 */
public record Capacity(Use tableBytes, List<Use> tables) {
    /** No day can be told: nothing grows, or it has not been watched for long enough. */
    public static final double UNKNOWN = Double.POSITIVE_INFINITY;

    /**
     * One figure and its bound.
     *
     * @param name of a table, or of the memory
     * @param used now
     * @param allowed at most; new commands that need more are refused before it is reached
     * @param daysLeft at the rate of the last day, or since the start when that is later; {@link #UNKNOWN} when it can't be told
     */
    public record Use(String name, long used, long allowed, double daysLeft) {
        /** Used of allowed, in percent. */
        public int percent() {
            return (int) Math.min(100, used / Math.max(1.0, allowed / 100.0));
        }
    }
}
