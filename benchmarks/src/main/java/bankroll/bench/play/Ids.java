package bankroll.bench.play;

import java.nio.charset.StandardCharsets;

/** How the workload's numbers are spelled as ids; every id of a kind has the same length. Stateless; any thread. */
public final class Ids {
    /** Bytes of a transaction id: run, stream, number. */
    public static final int TRANSACTION_BYTES = 24;
    /** Bytes of a player id: run, number. */
    public static final int PLAYER_BYTES = 19;
    /** Games that are played. */
    public static final int GAMES = 20;

    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private Ids() {}

    /** Writes a transaction id and tells where it ends. */
    public static int putTransaction(byte[] target, int at, byte[] run, int stream, long number) {
        System.arraycopy(run, 0, target, at, 8);
        target[at + 8] = '-';
        putHex(target, at + 9, stream, 4);
        target[at + 13] = '-';
        putHex(target, at + 14, number, 10);
        return at + TRANSACTION_BYTES;
    }

    /** Writes a player id and tells where it ends. */
    public static int putPlayer(byte[] target, int at, byte[] run, int player) {
        target[at] = 'p';
        System.arraycopy(run, 0, target, at + 1, 8);
        target[at + 9] = '-';
        int rest = player;
        for (int i = at + PLAYER_BYTES - 1; i > at + 9; i--) {
            target[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        return at + PLAYER_BYTES;
    }

    /** A player id as text. Allocates. */
    public static String player(String run, int player) {
        byte[] text = new byte[PLAYER_BYTES];
        putPlayer(text, 0, run.getBytes(StandardCharsets.US_ASCII), player);
        return new String(text, StandardCharsets.US_ASCII);
    }

    /** Writes a number in hexadecimal, leading zeros included. */
    public static void putHex(byte[] target, int at, long number, int digits) {
        for (int i = 0; i < digits; i++) {
            target[at + i] = HEX[(int) (number >>> 4 * (digits - 1 - i)) & 15];
        }
    }
}
