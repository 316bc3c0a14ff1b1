package bankroll.protocol;

import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.IdHasher.IdSpace;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A launch code to exchange for a session (contract §4.1): hash of the code (16), hash of the exchange (16, zero: never
 * a copy), bits of the session that would be opened (16), hash of the game (16), game_id, client_ip. The one item of
 * {@link CommandType#AUTHENTICATE}.
 */
public final class AuthenticateCommand {
    private static final int EXCHANGE_HASH = 16;
    private static final int SESSION = 32;
    private static final int GAME_HASH = 48;
    private static final int TEXTS = 64;

    private AuthenticateCommand() {}

    /**
     * What is asked.
     *
     * @param launchCode the code as it came; only its hash is stored
     * @param webhookId the request's own id, or null under a scheme that has none (decisions §3)
     * @param gameId the game
     * @param clientIp or null
     * @param sessionHigh first half of 128 fresh random bits
     * @param sessionLow second half
     */
    public record Exchange(
            String launchCode, String webhookId, String gameId, String clientIp, long sessionHigh, long sessionLow) {
        /** Says nothing of the code or the session. */
        @Override
        public String toString() {
            return "Exchange[secret, gameId=" + gameId + "]";
        }
    }

    /** Writes the item and tells where it ends. */
    public static int put(MutableDirectBuffer target, int item, IdHasher hasher, Exchange exchange) {
        hasher.hash(IdSpace.LAUNCH_CODE, exchange.launchCode()).put(target, item);
        target.setMemory(item + EXCHANGE_HASH, 16, (byte) 0);
        if (exchange.webhookId() != null) {
            // ids hold no control characters, so the separators can't be part of one
            String copy = exchange.webhookId() + '\n' + exchange.launchCode() + '\n' + exchange.gameId();
            hasher.hash(IdSpace.EXCHANGE, copy).put(target, item + EXCHANGE_HASH);
        }
        Bits128.put(target, item + SESSION, exchange.sessionHigh(), exchange.sessionLow());
        hasher.hash(IdSpace.GAME, exchange.gameId()).put(target, item + GAME_HASH);
        return new Fields()
                .write(target, item + TEXTS)
                .putText(exchange.gameId())
                .putText(exchange.clientIp())
                .position();
    }

    /** Where the hash of the code stands. */
    public static int codeHashOffset(int item) {
        return item;
    }

    /** Where the hash of the exchange stands; zero: never a copy. */
    public static int exchangeHashOffset(int item) {
        return item + EXCHANGE_HASH;
    }

    /** Where the session that would be opened stands. */
    public static int sessionOffset(int item) {
        return item + SESSION;
    }

    /** Where the hash of the game stands. */
    public static int gameHashOffset(int item) {
        return item + GAME_HASH;
    }

    /** Where the last text ends. */
    static int end(DirectBuffer command, int item) {
        return new Fields().read(command, item + TEXTS).skipTexts(2).position();
    }

    /** The game's id. Allocates. */
    public static String gameId(DirectBuffer command, int item) {
        return new Fields().read(command, item + TEXTS).getText();
    }

    /** The player's address as the platform saw it, or null. Allocates. */
    public static String clientIp(DirectBuffer command, int item) {
        Fields fields = new Fields().read(command, item + TEXTS);
        fields.skipText();
        return fields.getText();
    }
}
