package bankroll.protocol;

import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.IdHasher.IdSpace;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A launch code to mint, item of {@link CommandType#LAUNCH_CODES}. The code itself never reaches the journal, only its
 * keyed hash.
 *
 * <pre>
 *   0 i32 length   4 hash of the code (16)   20 hash of player_id (16)   36 hash of game_id (16), zero: any game
 *   52 i64 time to live in ms   60 u8 reusable   61 currency (absent: not checked), player_id, game_id
 * </pre>
 */
public final class LaunchCodeItem {
    private static final int CODE_HASH = 4;
    private static final int PLAYER_HASH = 20;
    private static final int GAME_HASH = 36;
    private static final int TTL = 52;
    private static final int REUSABLE = 60;
    private static final int CURRENCY = 61;
    private static final int TEXTS = 3;

    private LaunchCodeItem() {}

    /**
     * What is asked for.
     *
     * @param code the secret that goes to the game page; minted by the gateway
     * @param playerId whose code
     * @param currency must be the account's, or null
     * @param gameId the only game it is good for, or null
     * @param ttlMs how long it lives
     * @param reusable whether it can be exchanged more than once
     */
    public record LaunchCode(
            String code, String playerId, String currency, String gameId, long ttlMs, boolean reusable) {
        /** A week: none lives longer (operator API). */
        public static final int MAX_TTL_SECONDS = 604_800;

        /** Says nothing of the code. */
        @Override
        public String toString() {
            return "LaunchCode[secret, playerId=" + playerId + "]";
        }
    }

    /** Writes an item and tells where the next one starts. */
    public static int put(MutableDirectBuffer target, int item, IdHasher hasher, LaunchCode code) {
        hasher.hash(IdSpace.LAUNCH_CODE, code.code()).put(target, item + CODE_HASH);
        hasher.hash(IdSpace.PLAYER, code.playerId()).put(target, item + PLAYER_HASH);
        target.setMemory(item + GAME_HASH, 16, (byte) 0);
        if (code.gameId() != null) {
            hasher.hash(IdSpace.GAME, code.gameId()).put(target, item + GAME_HASH);
        }
        target.putLong(item + TTL, code.ttlMs());
        target.putByte(item + REUSABLE, (byte) (code.reusable() ? 1 : 0));
        Fields fields = new Fields().write(target, item + CURRENCY);
        fields.putText(code.currency()).putText(code.playerId()).putText(code.gameId());
        target.putInt(item, fields.position() - item);
        return fields.position();
    }

    /** Where the hash of the code stands. */
    public static int codeHashOffset(int item) {
        return item + CODE_HASH;
    }

    /** Where the hash of the player's id stands. */
    public static int playerHashOffset(int item) {
        return item + PLAYER_HASH;
    }

    /** Where the hash of the game stands; zero: any game. */
    public static int gameHashOffset(int item) {
        return item + GAME_HASH;
    }

    /** How long the code lives. */
    public static long ttlMs(DirectBuffer items, int item) {
        return items.getLong(item + TTL);
    }

    /** Whether the code can be exchanged more than once. */
    public static boolean isReusable(DirectBuffer items, int item) {
        return items.getByte(item + REUSABLE) != 0;
    }

    /** Whether a currency was given. */
    public static boolean hasCurrency(DirectBuffer items, int item) {
        return Fields.textLength(items, item + CURRENCY) >= 0;
    }

    /** Where the currency stands, a text of {@link Fields}. */
    public static int currencyOffset(int item) {
        return item + CURRENCY;
    }

    /** Where the last text ends. */
    static int end(DirectBuffer items, int item) {
        return new Fields().read(items, item + CURRENCY).skipTexts(TEXTS).position();
    }

    /** Reads player_id and game_id for printing; the code can't be read back. Allocates. */
    public static LaunchCode get(DirectBuffer items, int item) {
        Fields fields = new Fields().read(items, item + CURRENCY);
        String currency = fields.getText();
        String playerId = fields.getText();
        String gameId = fields.getText();
        return new LaunchCode(null, playerId, currency, gameId, ttlMs(items, item), isReusable(items, item));
    }
}
