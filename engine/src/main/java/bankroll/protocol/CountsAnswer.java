package bankroll.protocol;

/**
 * How much there is.
 *
 * @param players opened
 * @param transactions remembered: booked, refused and tombstones, transfers too
 * @param sessions open or not yet cleared away
 * @param launchCodes minted and not yet used up or cleared away
 * @param tableBytes of memory that the tables hold
 */
public record CountsAnswer(long players, long transactions, long sessions, long launchCodes, long tableBytes)
        implements Answer {}
