package bankroll.protocol;

import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Writes a {@link CommandType#TRANSACTIONS} command: one item after the other, each from strings that stand anywhere in
 * a scratch buffer, in any order. Hashes each id once and takes the fingerprint of the content.
 *
 * <p>One per event loop; no allocation once its buffers have grown. The caller has checked the item (decisions §5).
 */
public final class TransactionsEncoder {
    private static final TransactionField[] FIELDS = TransactionField.values();
    private static final int CONTENT_REFERENCE = 24;
    private static final TransactionField[] CONTENT = {
        TransactionField.CURRENCY, TransactionField.GAME_ID, TransactionField.ROUND_ID
    };

    private final int[] offsets = new int[TransactionField.COUNT];
    private final int[] lengths = new int[TransactionField.COUNT];
    private final ExpandableArrayBuffer content = new ExpandableArrayBuffer(512);
    private MutableDirectBuffer target;
    private IdHasher hasher;
    private int start;
    private int at;
    private int items;
    private TransactionType type;
    private long amount;

    /** Starts a command of one platform; {@code hasher} is that platform's. */
    public void begin(MutableDirectBuffer target, int offset, byte[] platform, IdHasher hasher) {
        this.target = target;
        this.hasher = hasher;
        start = offset;
        items = 0;
        at = CommandHeader.put(target, offset, CommandType.TRANSACTIONS, 0, Origin.Kind.PLATFORM, platform);
    }

    /** Starts the next item: no strings, amount zero. An offset of a larger item before could lie beyond the strings. */
    public void beginItem() {
        Arrays.fill(offsets, 0);
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

    /** Says where one of the strings stands: in the strings given to {@link #endItem}, details in the body. */
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

    /** Where one of the strings stands. */
    public int offset(TransactionField field) {
        return offsets[field.ordinal()];
    }

    /** Writes the item. */
    public void endItem(DirectBuffer strings, DirectBuffer body) {
        TransactionItem.start(target, at, type, type == TransactionType.ROLLBACK ? 0 : amount);
        hash(strings, TransactionField.TRANSACTION_ID, IdSpace.TRANSACTION)
                .put(target, TransactionItem.idHashOffset(at));
        hash(strings, TransactionField.PLAYER_ID, IdSpace.PLAYER).put(target, TransactionItem.playerHashOffset(at));
        putReference(strings);
        TransactionItem.fingerprint(target, at, fingerprint(strings));
        putSession(strings);
        at = putStrings(strings, body);
        items++;
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

    private IdHasher hash(DirectBuffer strings, TransactionField field, IdSpace space) {
        return hasher.hash(space, strings, offset(field), length(field));
    }

    /** Its hash goes into the item, if there is one, and into the content. */
    private void putReference(DirectBuffer strings) {
        if (has(TransactionField.REFERENCE_TRANSACTION_ID)) {
            hash(strings, TransactionField.REFERENCE_TRANSACTION_ID, IdSpace.TRANSACTION)
                    .put(content, CONTENT_REFERENCE);
            TransactionItem.reference(target, at, content, CONTENT_REFERENCE);
        } else {
            content.setMemory(CONTENT_REFERENCE, 2 * Long.BYTES, (byte) 0);
        }
    }

    /** As bits instead of a string, where it could be one of ours. */
    private void putSession(DirectBuffer strings) {
        int from = offset(TransactionField.SESSION_ID);
        if (SessionId.isCanonical(strings, from, length(TransactionField.SESSION_ID))) {
            TransactionItem.session(target, at, SessionId.high(strings, from), SessionId.low(strings, from));
            text(TransactionField.SESSION_ID, 0, 0);
        }
    }

    /** Decisions §6: type, player, amount, currency, game, round, reference; no amount and currency on a rollback. */
    private long fingerprint(DirectBuffer strings) {
        content.putLong(0, type.code());
        content.putBytes(8, target, TransactionItem.playerHashOffset(at), 16);
        content.putLong(40, type == TransactionType.ROLLBACK ? 0 : amount);
        int end = 48;
        for (TransactionField field : CONTENT) {
            boolean ignored = type == TransactionType.ROLLBACK && field == TransactionField.CURRENCY;
            int length = ignored ? 0 : length(field);
            content.putInt(end, length);
            content.putBytes(end + 4, strings, offset(field), length);
            end += 4 + length;
        }
        return hasher.hash(IdSpace.CONTENT, content, 0, end).high();
    }

    private int putStrings(DirectBuffer strings, DirectBuffer body) {
        int end = TransactionItem.strings(target, at);
        int there = 0;
        for (TransactionField field : FIELDS) {
            int length = length(field);
            if (length > 0) {
                there |= TransactionItem.bit(field);
                end = TransactionItem.startString(target, end, length);
                target.putBytes(end, field == TransactionField.DETAILS ? body : strings, offset(field), length);
                end += length;
            }
        }
        TransactionItem.end(target, at, there, end);
        return end;
    }
}
