package bankroll.protocol;

import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.CommandHeader.Origin;
import bankroll.protocol.IdHasher.IdSpace;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

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

    /** Where the hash of the player's id stands. */
    public static int playerHashOffset(int item) {
        return item + PLAYER_HASH;
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

    /** Where the last string ends; below zero when one of them ends behind {@code limit}. On the way of every replayed booking. */
    static int end(DirectBuffer items, int item, int limit) {
        int at = strings(items, item);
        for (int there = items.getShort(item + STRINGS) & 0xffff; there != 0 && at >= 0; there &= there - 1) {
            int length = stringLength(items, at);
            at = length < 0 || length > limit - at ? -1 : stringOffset(items, at) + length;
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

    private static int bit(TransactionField field) {
        return 1 << field.ordinal();
    }

    /**
     * Writes a {@link CommandType#TRANSACTIONS} command: one item after the other, each from strings that stand anywhere in
     * an array, in any order. Hashes each id once and takes the fingerprint of the content.
     *
     * <p>One per event loop; no allocation once its buffers have grown. The caller has checked the item (decisions §5).
     */
    public static final class Encoder {
        /** Type, player's hash, reference's hash, amount; the strings follow, each behind its length. */
        private static final int CONTENT_PLAYER = 8;

        private static final int CONTENT_REFERENCE = 24;
        private static final int CONTENT_AMOUNT = 40;
        private static final int CONTENT_STRINGS = 48;
        private static final TransactionField[] CONTENT = {
            TransactionField.CURRENCY, TransactionField.GAME_ID, TransactionField.ROUND_ID
        };

        private final int[] offsets = new int[TransactionField.COUNT];
        private final int[] lengths = new int[TransactionField.COUNT];
        private byte[] content = new byte[512];
        private ExpandableArrayBuffer target;
        private IdHasher hasher;
        private int start;
        private int at;
        private int items;
        private TransactionType type;
        private long amount;

        /** Starts a command of one platform; {@code hasher} is that platform's. */
        public void begin(ExpandableArrayBuffer target, int offset, byte[] platform, IdHasher hasher) {
            this.target = target;
            this.hasher = hasher;
            start = offset;
            items = 0;
            at = CommandHeader.put(target, offset, CommandType.TRANSACTIONS, 0, Origin.Kind.PLATFORM, platform);
        }

        /** Starts the next item: no strings, amount zero. */
        public void beginItem() {
            Arrays.fill(lengths, 0);
            type = TransactionType.TOMBSTONE;
            amount = 0;
        }

        /** Says what the item is. */
        public void type(TransactionType type) {
            this.type = type;
        }

        /** Sets the amount, unsigned; ignored on a rollback. */
        public void amount(long amount) {
            this.amount = amount;
        }

        /** Says where one of the strings stands in the array given to {@link #endItem}. */
        public void text(TransactionField field, int offset, int length) {
            offsets[field.ordinal()] = offset;
            lengths[field.ordinal()] = length;
        }

        /** Whether one of the strings was given and isn't empty. */
        public boolean has(TransactionField field) {
            return lengths[field.ordinal()] > 0;
        }

        /** Bytes of one of the strings. */
        public int length(TransactionField field) {
            return lengths[field.ordinal()];
        }

        /** Where one of the strings stands, if it was given. */
        public int offset(TransactionField field) {
            return offsets[field.ordinal()];
        }

        /** Writes the item, whose strings stand in this array. */
        public void endItem(byte[] strings) {
            byte[] out = room();
            putHead(out);
            hash(strings, TransactionField.TRANSACTION_ID, IdSpace.TRANSACTION).put(out, at + ID_HASH);
            hash(strings, TransactionField.PLAYER_ID, IdSpace.PLAYER)
                    .put(out, at + PLAYER_HASH)
                    .put(content, CONTENT_PLAYER);
            int end = putReference(strings, out, at + FIXED);
            Bytes.putWord(out, at + FINGERPRINT, fingerprint(strings));
            end = putSession(strings, out, end);
            end = putStrings(strings, out, end);
            Bytes.putInt(out, at, end - at);
            at = end;
            items++;
        }

        /** Type and amount; length, flags and strings are zero until they are known. */
        private void putHead(byte[] out) {
            Bytes.putWord(out, at, 0);
            out[at + TYPE] = (byte) type.code();
            Bytes.putWord(out, at + AMOUNT, amount());
        }

        /** The target's array, with room for the item. */
        private byte[] room() {
            int bytes = 0;
            for (int length : lengths) {
                bytes += length;
            }
            target.checkLimit(at + mostBytes(bytes));
            return target.byteArray();
        }

        private long amount() {
            return type == TransactionType.ROLLBACK ? 0 : amount;
        }

        /** Ends the command and tells its length in bytes. */
        public int end() {
            CommandHeader.putItems(target, start, items);
            return at - start;
        }

        /** Items written so far. */
        public int items() {
            return items;
        }

        private IdHasher hash(byte[] strings, TransactionField field, IdSpace space) {
            return hasher.hash(space, strings, offset(field), length(field));
        }

        /** Its hash goes into the item, if there is one, and into the content. */
        private int putReference(byte[] strings, byte[] out, int end) {
            if (has(TransactionField.REFERENCE_TRANSACTION_ID)) {
                hash(strings, TransactionField.REFERENCE_TRANSACTION_ID, IdSpace.TRANSACTION)
                        .put(out, end)
                        .put(content, CONTENT_REFERENCE);
                out[at + FLAGS] |= REFERENCE;
                return end + HASH_BYTES;
            }
            Bytes.putWord(content, CONTENT_REFERENCE, 0);
            Bytes.putWord(content, CONTENT_REFERENCE + Long.BYTES, 0);
            return end;
        }

        /** As bits instead of a string, where it could be one of ours. */
        private int putSession(byte[] strings, byte[] out, int end) {
            int from = offset(TransactionField.SESSION_ID);
            if (!SessionId.isCanonical(strings, from, length(TransactionField.SESSION_ID))) {
                return end;
            }
            text(TransactionField.SESSION_ID, 0, 0);
            out[at + FLAGS] |= OUR_SESSION;
            Bytes.putWord(out, end, SessionId.high(strings, from));
            Bytes.putWord(out, end + Long.BYTES, SessionId.low(strings, from));
            return end + HASH_BYTES;
        }

        /** Decisions §6: type, player, amount, currency, game, round, reference; no amount and currency on a rollback. */
        private long fingerprint(byte[] strings) {
            Bytes.putWord(content, 0, type.code());
            Bytes.putWord(content, CONTENT_AMOUNT, amount());
            int end = CONTENT_STRINGS;
            for (TransactionField field : CONTENT) {
                boolean ignored = type == TransactionType.ROLLBACK && field == TransactionField.CURRENCY;
                int length = ignored ? 0 : length(field);
                int from = end + Integer.BYTES;
                if (from + length > content.length) {
                    content = Arrays.copyOf(content, 2 * (from + length));
                }
                Bytes.putInt(content, end, length);
                Bytes.copy(strings, offset(field), content, from, length);
                end = from + length;
            }
            return hasher.hash(IdSpace.CONTENT, content, 0, end).high();
        }

        private int putStrings(byte[] strings, byte[] out, int from) {
            int end = from;
            int there = 0;
            for (TransactionField field : FIELDS) {
                int length = length(field);
                if (length > 0) {
                    there |= bit(field);
                    end = putLength(out, end, length);
                    Bytes.copy(strings, offset(field), out, end, length);
                    end += length;
                }
            }
            out[at + STRINGS] = (byte) there;
            out[at + STRINGS + 1] = (byte) (there >> Byte.SIZE);
            return end;
        }

        private static int putLength(byte[] out, int end, int length) {
            if (length < LONG_STRING) {
                out[end] = (byte) length;
                return end + 1;
            }
            out[end] = (byte) LONG_STRING;
            Bytes.putInt(out, end + 1, length);
            return end + 1 + Integer.BYTES;
        }
    }
}
