package bankroll.protocol;

import java.nio.charset.StandardCharsets;
import org.agrona.DirectBuffer;

/**
 * One debit, credit or rollback as bytes, little endian; nothing is aligned, what is absent takes no room.
 *
 * <pre>
 *    0 i32 length     4 u8 type     5 u8 flags     6 u16 the strings that are there, a bit for each     8 u64 amount
 *   16 hash of transaction_id (16)        32 hash of player_id (16)        48 content fingerprint (8)
 *   56 with flag 2: hash of the reference (16) · with flag 1: session bits (16)
 *      the strings in their order, each behind its length: a byte, or 255 and an i32
 * </pre>
 *
 * <p>A string of length zero is absent: "" means absent wherever a string may be absent (decisions §2).
 */
public final class TransactionItem {
    private static final int TYPE = 4;
    private static final int FLAGS = 5;
    private static final int STRINGS = 6;
    private static final int AMOUNT = 8;
    private static final int ID_HASH = 16;
    private static final int PLAYER_HASH = 32;
    private static final int FINGERPRINT = 48;
    private static final int FIXED = 56;
    private static final int HASH_BYTES = 16;
    private static final int OUR_SESSION = 1;
    private static final int REFERENCE = 2;
    private static final int LONG_STRING = 255;

    private static final TransactionField[] FIELDS = TransactionField.values();

    private TransactionItem() {}

    /** The most bytes of an item whose strings have so many. */
    static int mostBytes(int stringBytes) {
        return FIXED + 2 * HASH_BYTES + FIELDS.length * (1 + Integer.BYTES) + stringBytes;
    }

    /** Tells where what may be absent starts: reference, session, strings, in this order. */
    static int start(byte[] target, int item, TransactionType type, long amount) {
        Bytes.putWord(target, item, 0);
        target[item + TYPE] = (byte) type.code();
        Bytes.putWord(target, item + AMOUNT, amount);
        return item + FIXED;
    }

    /** Says that there is a reference; its hash is put by the caller. Tells where it ends. */
    static int reference(byte[] target, int item, int at) {
        target[item + FLAGS] |= REFERENCE;
        return at + HASH_BYTES;
    }

    /** Writes a session and tells where it ends. */
    static int session(byte[] target, int item, int at, long high, long low) {
        target[item + FLAGS] |= OUR_SESSION;
        Bytes.putWord(target, at, high);
        Bytes.putWord(target, at + Long.BYTES, low);
        return at + HASH_BYTES;
    }

    static void fingerprint(byte[] target, int item, long fingerprint) {
        Bytes.putWord(target, item + FINGERPRINT, fingerprint);
    }

    /** Writes the length of a string that is there, and tells where its bytes go. */
    static int startString(byte[] target, int at, int length) {
        if (length < LONG_STRING) {
            target[at] = (byte) length;
            return at + 1;
        }
        target[at] = (byte) LONG_STRING;
        Bytes.putInt(target, at + 1, length);
        return at + 1 + Integer.BYTES;
    }

    /** Ends the item; {@code strings} has the bit of each string that was written. */
    static void end(byte[] target, int item, int strings, int end) {
        target[item + STRINGS] = (byte) strings;
        target[item + STRINGS + 1] = (byte) (strings >> Byte.SIZE);
        Bytes.putInt(target, item, end - item);
    }

    static int idHashOffset(int item) {
        return item + ID_HASH;
    }

    public static int playerHashOffset(int item) {
        return item + PLAYER_HASH;
    }

    static int bit(TransactionField field) {
        return 1 << field.ordinal();
    }

    /** Debit, credit or rollback. */
    public static TransactionType type(DirectBuffer items, int item) {
        return TransactionType.of(items.getByte(item + TYPE));
    }

    /** The amount asked for, unsigned; zero on a rollback. */
    public static long amount(DirectBuffer items, int item) {
        return items.getLong(item + AMOUNT);
    }

    /** First half of the hash of the transaction's id. */
    public static long idHigh(DirectBuffer items, int item) {
        return items.getLong(item + ID_HASH);
    }

    /** Second half of the hash of the transaction's id. */
    public static long idLow(DirectBuffer items, int item) {
        return items.getLong(item + ID_HASH + 8);
    }

    /** First half of the hash of the player's id. */
    public static long playerHigh(DirectBuffer items, int item) {
        return items.getLong(item + PLAYER_HASH);
    }

    /** Second half of the hash of the player's id. */
    public static long playerLow(DirectBuffer items, int item) {
        return items.getLong(item + PLAYER_HASH + 8);
    }

    /** The keyed hash of the content that decisions §6 compares. */
    public static long fingerprint(DirectBuffer items, int item) {
        return items.getLong(item + FINGERPRINT);
    }

    /** Whether it refers to a transaction. */
    public static boolean hasReference(DirectBuffer items, int item) {
        return (items.getByte(item + FLAGS) & REFERENCE) != 0;
    }

    /** First half of the hash of the reference; zero when there is none. Without a branch, and therefore only
     * for items in a frame, where there are bytes behind them. */
    public static long referenceHigh(DirectBuffer items, int item) {
        return items.getLong(item + FIXED) & -((items.getByte(item + FLAGS) & REFERENCE) >> 1);
    }

    /** Second half of the hash of the reference; zero when there is none. */
    public static long referenceLow(DirectBuffer items, int item) {
        return hasReference(items, item) ? items.getLong(item + FIXED + 8) : 0;
    }

    /** Whether the session id is the spelling of 128 bits, so that it could be one of ours. */
    public static boolean isOurSession(DirectBuffer items, int item) {
        return (items.getByte(item + FLAGS) & OUR_SESSION) != 0;
    }

    /** First half of the session's bits; only where it {@linkplain #isOurSession could be ours}. */
    public static long sessionHigh(DirectBuffer items, int item) {
        return items.getLong(strings(items, item) - HASH_BYTES);
    }

    /** Second half of the session's bits; only where it {@linkplain #isOurSession could be ours}. */
    public static long sessionLow(DirectBuffer items, int item) {
        return items.getLong(strings(items, item) - HASH_BYTES + 8);
    }

    /** Where the first string's length stands; the next one's stands behind the string. */
    public static int strings(DirectBuffer items, int item) {
        int flags = items.getByte(item + FLAGS);
        return item + FIXED + (flags & REFERENCE) * (HASH_BYTES / 2) + (flags & OUR_SESSION) * HASH_BYTES;
    }

    /** Whether one of the strings is there. */
    public static boolean has(DirectBuffer items, int item, TransactionField field) {
        return (items.getShort(item + STRINGS) & bit(field)) != 0;
    }

    /** Bytes of the string whose length stands here. */
    public static int stringLength(DirectBuffer items, int at) {
        int length = items.getByte(at) & 0xff;
        return length < LONG_STRING ? length : items.getInt(at + 1);
    }

    /** Where the string starts whose length stands here. */
    public static int stringOffset(DirectBuffer items, int at) {
        return at + ((items.getByte(at) & 0xff) < LONG_STRING ? 1 : 5);
    }

    /** Where the length of a string that is there stands. */
    public static int string(DirectBuffer items, int item, TransactionField field) {
        int at = strings(items, item);
        for (int i = 0; i < field.ordinal(); i++) {
            if (has(items, item, FIELDS[i])) {
                at = stringOffset(items, at) + stringLength(items, at);
            }
        }
        return at;
    }

    /** Takes strings as they stand. */
    @FunctionalInterface
    public interface StringVisitor {
        /** One string that is there. */
        void string(TransactionField field, int offset, int length);
    }

    /** Shows all strings that are there, in their order. */
    public static void strings(DirectBuffer items, int item, StringVisitor visitor) {
        int at = strings(items, item);
        for (TransactionField field : FIELDS) {
            if (has(items, item, field)) {
                int offset = stringOffset(items, at);
                int length = stringLength(items, at);
                visitor.string(field, offset, length);
                at = offset + length;
            }
        }
    }

    /** One of the strings, or null when absent. Allocates; not for the writer. */
    public static String text(DirectBuffer items, int item, TransactionField field) {
        if (field == TransactionField.SESSION_ID && isOurSession(items, item)) {
            return SessionId.format(sessionHigh(items, item), sessionLow(items, item));
        }
        if (!has(items, item, field)) {
            return null;
        }
        int at = string(items, item, field);
        byte[] bytes = new byte[stringLength(items, at)];
        items.getBytes(stringOffset(items, at), bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
