package bankroll.protocol;

import java.util.List;

/**
 * The open sessions of a player (operator API, {@code GET sessions}), oldest first.
 *
 * @param sessions at most {@link LedgerSettings#sessionsPerPlayer()}
 */
public record SessionsAnswer(List<Session> sessions) implements Answer {
    /**
     * An open session.
     *
     * @param high first half of its bits
     * @param low second half
     * @param gameId the game it was opened for
     * @param clientIp the player's address as the platform saw it, or null
     * @param createdAtMs when it was opened
     * @param lastUsedAtMs when it was last kept alive
     * @param expiresAtMs when it ends unless it is used again
     * @param sequence of the entry that opened it
     */
    public record Session(
            long high,
            long low,
            String gameId,
            String clientIp,
            long createdAtMs,
            long lastUsedAtMs,
            long expiresAtMs,
            long sequence) {
        /** The same session with what its entry says. */
        public Session opened(String game, String ip) {
            return new Session(high, low, game, ip, createdAtMs, lastUsedAtMs, expiresAtMs, sequence);
        }
    }

    @Override
    public boolean needsJournal() {
        return true;
    }
}
