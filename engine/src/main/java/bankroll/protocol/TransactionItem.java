package bankroll.protocol;

import java.nio.charset.StandardCharsets;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * One debit, credit or rollback as bytes, little endian, a multiple of 8 long.
 *
 * <pre>
 *    0 i32 length        4 u8 type   5 u8 flags   6 u16 zero   8 u64 amount
 *   16 hash of transaction_id (16)        32 hash of player_id (16)
 *   48 session bits (16), zero: unknown   64 content fingerprint (8)
 *   72 hash of the reference (16), zero: none
 *   88 lengths of the ten strings: nine u16, one i32 for details        110 the strings, padded
 * </pre>
 *
 * A string that is absent has length zero: "" means absent wherever a string may be absent (decisions §2).
 */
public final class TransactionItem {
    static final int HEADER = 110;
    private static final int LENGTHS = 88;
    private static final int DETAILS_LENGTH = LENGTHS + 2 * (TransactionField.COUNT - 1);
    private static final int OUR_SESSION = 1;

    private static final TransactionField[] FIELDS = TransactionField.values();

    private TransactionItem() {}

    static void start(MutableDirectBuffer target, int item, TransactionType type, long amount, boolean ourSession) {
        target.setMemory(item, HEADER, (byte) 0);
        target.putByte(item + 4, (byte) type.code());
        target.putByte(item + 5, (byte) (ourSession ? OUR_SESSION : 0));
        target.putLong(item + 8, amount);
    }

    static void session(MutableDirectBuffer target, int item, long high, long low) {
        target.putLong(item + 48, high);
        target.putLong(item + 56, low);
    }

    static void fingerprint(MutableDirectBuffer target, int item, long fingerprint) {
        target.putLong(item + 64, fingerprint);
    }

    static void length(MutableDirectBuffer target, int item, TransactionField field, int length) {
        if (field == TransactionField.DETAILS) {
            target.putInt(item + DETAILS_LENGTH, length);
        } else {
            target.putShort(item + LENGTHS + 2 * field.ordinal(), (short) length);
        }
    }

    static void end(MutableDirectBuffer target, int item, int end) {
        target.putInt(item, end - item);
    }

    static int idHashOffset(int item) {
        return item + 16;
    }

    static int playerHashOffset(int item) {
        return item + 32;
    }

    static int referenceHashOffset(int item) {
        return item + 72;
    }

    /** Bytes of the item; the next one stands behind them. */
    public static int length(DirectBuffer items, int item) {
        return items.getInt(item);
    }

    /** Debit, credit or rollback. */
    public static TransactionType type(DirectBuffer items, int item) {
        return TransactionType.of(items.getByte(item + 4));
    }

    /** The amount asked for, unsigned; zero on a rollback. */
    public static long amount(DirectBuffer items, int item) {
        return items.getLong(item + 8);
    }

    /** First half of the hash of the transaction's id. */
    public static long idHigh(DirectBuffer items, int item) {
        return items.getLong(item + 16);
    }

    /** Second half of the hash of the transaction's id. */
    public static long idLow(DirectBuffer items, int item) {
        return items.getLong(item + 24);
    }

    /** First half of the hash of the player's id. */
    public static long playerHigh(DirectBuffer items, int item) {
        return items.getLong(item + 32);
    }

    /** Second half of the hash of the player's id. */
    public static long playerLow(DirectBuffer items, int item) {
        return items.getLong(item + 40);
    }

    /** First half of the session's bits. */
    public static long sessionHigh(DirectBuffer items, int item) {
        return items.getLong(item + 48);
    }

    /** Second half of the session's bits. */
    public static long sessionLow(DirectBuffer items, int item) {
        return items.getLong(item + 56);
    }

    /** Whether the session id is the spelling of 128 bits, so that it could be one of ours. */
    public static boolean isOurSession(DirectBuffer items, int item) {
        return (items.getByte(item + 5) & OUR_SESSION) != 0;
    }

    /** The keyed hash of the content that decisions §6 compares. */
    public static long fingerprint(DirectBuffer items, int item) {
        return items.getLong(item + 64);
    }

    /** First half of the hash of the reference. */
    public static long referenceHigh(DirectBuffer items, int item) {
        return items.getLong(item + 72);
    }

    /** Second half of the hash of the reference; zero when there is none. */
    public static long referenceLow(DirectBuffer items, int item) {
        return items.getLong(item + 80);
    }

    /** Bytes of one of the strings; zero when absent. */
    public static int length(DirectBuffer items, int item, TransactionField field) {
        return field == TransactionField.DETAILS
                ? items.getInt(item + DETAILS_LENGTH)
                : items.getShort(item + LENGTHS + 2 * field.ordinal()) & 0xffff;
    }

    /** Where one of the strings starts. */
    public static int offset(DirectBuffer items, int item, TransactionField field) {
        int at = item + HEADER;
        for (int i = 0; i < field.ordinal(); i++) {
            at += length(items, item, FIELDS[i]);
        }
        return at;
    }

    /** One of the strings, or null when absent. Allocates; not for the writer. */
    public static String text(DirectBuffer items, int item, TransactionField field) {
        if (field == TransactionField.SESSION_ID && isOurSession(items, item)) {
            return SessionId.format(sessionHigh(items, item), sessionLow(items, item));
        }
        int length = length(items, item, field);
        if (length == 0) {
            return null;
        }
        byte[] bytes = new byte[length];
        items.getBytes(offset(items, item, field), bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
