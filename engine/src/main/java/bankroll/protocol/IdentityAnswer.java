package bankroll.protocol;

/**
 * Who a launch code stands for (contract §2.3).
 *
 * @param sessionHigh first half of the session's bits
 * @param sessionLow second half
 * @param balance now, unsigned
 * @param currency the account's
 * @param profile the player's
 */
public record IdentityAnswer(long sessionHigh, long sessionLow, long balance, String currency, Profile profile)
        implements Answer {}
