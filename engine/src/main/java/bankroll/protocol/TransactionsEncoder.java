package bankroll.protocol;

import java.util.Arrays;
import org.agrona.ExpandableArrayBuffer;

/**
 * Writes a {@link CommandType#TRANSACTIONS} command: one item after the other, each from strings that stand anywhere in
 * an array, in any order. Hashes each id once and takes the fingerprint of the content.
 *
 * <p>One per event loop; no allocation once its buffers have grown. The caller has checked the item (decisions §5).
 */
public final class TransactionsEncoder {
    private static final TransactionField[] FIELDS = TransactionField.values();
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
        int end = TransactionItem.start(out, at, type, amount());
        hash(strings, TransactionField.TRANSACTION_ID, IdSpace.TRANSACTION).put(out, TransactionItem.idHashOffset(at));
        hash(strings, TransactionField.PLAYER_ID, IdSpace.PLAYER)
                .put(out, TransactionItem.playerHashOffset(at))
                .put(content, CONTENT_PLAYER);
        end = putReference(strings, out, end);
        TransactionItem.fingerprint(out, at, fingerprint(strings));
        end = putSession(strings, out, end);
        at = putStrings(strings, out, end);
        items++;
    }

    /** The target's array, with room for the item. */
    private byte[] room() {
        int bytes = 0;
        for (int length : lengths) {
            bytes += length;
        }
        target.checkLimit(at + TransactionItem.mostBytes(bytes));
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
            return TransactionItem.reference(out, at, end);
        }
        Bytes.putWord(content, CONTENT_REFERENCE, 0);
        Bytes.putWord(content, CONTENT_REFERENCE + Long.BYTES, 0);
        return end;
    }

    /** As bits instead of a string, where it could be one of ours. */
    private int putSession(byte[] strings, byte[] out, int end) {
        int from = offset(TransactionField.SESSION_ID);
        if (SessionId.isCanonical(strings, from, length(TransactionField.SESSION_ID))) {
            text(TransactionField.SESSION_ID, 0, 0);
            return TransactionItem.session(out, at, end, SessionId.high(strings, from), SessionId.low(strings, from));
        }
        return end;
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
                there |= TransactionItem.bit(field);
                end = TransactionItem.startString(out, end, length);
                Bytes.copy(strings, offset(field), out, end, length);
                end += length;
            }
        }
        TransactionItem.end(out, at, there, end);
        return end;
    }
}
