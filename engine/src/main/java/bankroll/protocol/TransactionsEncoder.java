package bankroll.protocol;

import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Writes a {@link CommandType#TRANSACTIONS} command: one item after the other, each from strings that stand anywhere in
 * a scratch buffer, in any order. Hashes each id once and takes the fingerprint of the content.
 *
 * <p>One per event loop; no allocation once its buffers have grown. Whoever calls has checked the item (decisions §5).
 */
public final class TransactionsEncoder {
    private static final TransactionField[] FIELDS = TransactionField.values();

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

    /** Starts the next item: no strings, amount zero. */
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
        int session = TransactionField.SESSION_ID.ordinal();
        boolean ours = SessionId.isCanonical(strings, offsets[session], lengths[session]);
        TransactionItem.start(target, at, type, type == TransactionType.ROLLBACK ? 0 : amount, ours);
        if (ours) {
            int from = offsets[session];
            TransactionItem.session(target, at, SessionId.high(strings, from), SessionId.low(strings, from));
            lengths[session] = 0;
        }
        putHash(strings, TransactionField.TRANSACTION_ID, IdSpace.TRANSACTION, TransactionItem.idHashOffset(at));
        putHash(strings, TransactionField.PLAYER_ID, IdSpace.PLAYER, TransactionItem.playerHashOffset(at));
        int reference = TransactionItem.referenceHashOffset(at);
        putHash(strings, TransactionField.REFERENCE_TRANSACTION_ID, IdSpace.TRANSACTION, reference);
        TransactionItem.fingerprint(target, at, fingerprint(strings));
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

    private void putHash(DirectBuffer strings, TransactionField field, IdSpace space, int targetOffset) {
        int length = lengths[field.ordinal()];
        if (length > 0) {
            hasher.hash(space, strings, offsets[field.ordinal()], length).put(target, targetOffset);
        }
    }

    /** Decisions §6: type, player, amount, currency, game, round, reference; no amount and currency on a rollback. */
    private long fingerprint(DirectBuffer strings) {
        content.putLong(0, type.code());
        content.putBytes(8, target, TransactionItem.playerHashOffset(at), 16);
        content.putBytes(24, target, TransactionItem.referenceHashOffset(at), 16);
        content.putLong(40, type == TransactionType.ROLLBACK ? 0 : amount);
        int end = 48;
        for (int i = 0; i <= TransactionField.ROUND_ID.ordinal(); i++) {
            boolean ignored = type == TransactionType.ROLLBACK && i == TransactionField.CURRENCY.ordinal();
            int length = ignored ? 0 : lengths[i];
            content.putInt(end, length);
            content.putBytes(end + 4, strings, offsets[i], length);
            end += 4 + length;
        }
        return hasher.hash(IdSpace.CONTENT, content, 0, end).high();
    }

    private int putStrings(DirectBuffer strings, DirectBuffer body) {
        int end = at + TransactionItem.HEADER;
        for (int i = 0; i < FIELDS.length; i++) {
            TransactionItem.length(target, at, FIELDS[i], lengths[i]);
            if (lengths[i] > 0) {
                target.putBytes(end, FIELDS[i] == TransactionField.DETAILS ? body : strings, offsets[i], lengths[i]);
                end += lengths[i];
            }
        }
        int aligned = at + (end - at + 7 & ~7);
        target.setMemory(end, aligned - end, (byte) 0);
        TransactionItem.end(target, at, aligned);
        return aligned;
    }
}
