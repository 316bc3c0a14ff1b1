package bankroll.protocol;

import java.util.List;

/**
 * All about a player (operator API, {@code GET players}).
 *
 * @param profile id and profile
 * @param currency the account's
 * @param balance unsigned
 * @param block the block in force, or null
 * @param limits in the order of {@link LimitSlot}
 * @param openSessions how many sessions are open
 * @param createdAtMs when the player was opened
 */
public record PlayerAnswer(
        Profile profile,
        String currency,
        long balance,
        BlockCommand.Block block,
        List<Limit> limits,
        int openSessions,
        long createdAtMs)
        implements Answer {
    /**
     * A limit as it stands.
     *
     * @param slot kind and window
     * @param amount in force, unsigned
     * @param used so far in the window, an exact integer; "0" for a stake
     * @param pending what waits, or null
     */
    public record Limit(LimitSlot slot, long amount, String used, Pending pending) {}

    /**
     * A raise or removal that waits.
     *
     * @param isRemoval whether the limit goes; then the amount means nothing
     * @param amount the raised limit, unsigned
     * @param effectiveAtMs when it takes effect
     */
    public record Pending(boolean isRemoval, long amount, long effectiveAtMs) {}
}
