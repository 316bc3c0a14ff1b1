package bankroll.protocol;

import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.IdHasher.IdSpace;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A deposit, withdrawal or adjustment, item of {@link CommandType#TRANSFERS}.
 *
 * <pre>
 *   0 i32 length   4 u8 type   5 u8 takes from the player   6 u64 amount   14 u64 content fingerprint
 *   22 hash of transfer_id (16)   38 hash of player_id (16)   54 currency, transfer_id, player_id, reason
 * </pre>
 */
public final class TransferItem {
    private static final int TYPE = 4;
    private static final int TAKES = 5;
    private static final int AMOUNT = 6;
    private static final int FINGERPRINT = 14;
    private static final int ID_HASH = 22;
    private static final int PLAYER_HASH = 38;
    private static final int CURRENCY = 54;
    private static final int TEXTS = 4;

    private TransferItem() {}

    /**
     * The texts and numbers of a transfer.
     *
     * @param transferId identity for idempotency
     * @param playerId whose account
     * @param type deposit, withdrawal or adjustment
     * @param amount magnitude, unsigned
     * @param negative whether the amount was below zero: adjustments only
     * @param currency must be the account's
     * @param reason or null
     */
    public record Transfer(
            String transferId,
            String playerId,
            TransferType type,
            long amount,
            boolean negative,
            String currency,
            String reason) {
        /** Whether the player's balance goes down. */
        public boolean takes() {
            return type == TransferType.WITHDRAWAL || negative;
        }
    }

    /** Writes an item and tells where the next one starts. */
    public static int put(MutableDirectBuffer target, int item, IdHasher hasher, Transfer transfer) {
        target.putByte(item + TYPE, (byte) transfer.type().code());
        target.putByte(item + TAKES, (byte) (transfer.takes() ? 1 : 0));
        target.putLong(item + AMOUNT, transfer.amount());
        hasher.hash(IdSpace.TRANSFER, transfer.transferId()).put(target, item + ID_HASH);
        hasher.hash(IdSpace.PLAYER, transfer.playerId()).put(target, item + PLAYER_HASH);
        Fields fields = new Fields().write(target, item + CURRENCY).putText(transfer.currency());
        int contentEnd = fields.position();
        target.putLong(item + FINGERPRINT, fingerprint(target, item, hasher, contentEnd));
        fields.putText(transfer.transferId()).putText(transfer.playerId()).putText(transfer.reason());
        target.putInt(item, fields.position() - item);
        return fields.position();
    }

    /** Same content is player, type, amount, currency (operator API). */
    private static long fingerprint(MutableDirectBuffer target, int item, IdHasher hasher, int contentEnd) {
        int head = FINGERPRINT - TYPE;
        int rest = contentEnd - item - PLAYER_HASH;
        byte[] content = new byte[head + rest];
        target.getBytes(item + TYPE, content, 0, head);
        target.getBytes(item + PLAYER_HASH, content, head, rest);
        return hasher.hash(IdSpace.CONTENT, content, 0, content.length).high();
    }

    /** What is booked. */
    public static TransferType type(DirectBuffer items, int item) {
        return TransferType.of(items.getByte(item + TYPE));
    }

    /** Whether the player's balance goes down. */
    public static boolean takes(DirectBuffer items, int item) {
        return items.getByte(item + TAKES) != 0;
    }

    /** The magnitude, unsigned. */
    public static long amount(DirectBuffer items, int item) {
        return items.getLong(item + AMOUNT);
    }

    /** The keyed hash of the content. */
    public static long fingerprint(DirectBuffer items, int item) {
        return items.getLong(item + FINGERPRINT);
    }

    /** Where the hash of the transfer's id stands. */
    public static int idHashOffset(int item) {
        return item + ID_HASH;
    }

    /** Where the hash of the player's id stands. */
    public static int playerHashOffset(int item) {
        return item + PLAYER_HASH;
    }

    /** Where the currency stands, a text of {@link Fields}. */
    public static int currencyOffset(int item) {
        return item + CURRENCY;
    }

    /** Where the last text ends. */
    static int end(DirectBuffer items, int item) {
        return new Fields().read(items, item + CURRENCY).skipTexts(TEXTS).position();
    }

    /** The transfer as it was asked for. Allocates; not for the writer. */
    public static Transfer get(DirectBuffer items, int item) {
        Fields fields = new Fields().read(items, item + CURRENCY);
        String currency = fields.getText();
        String transferId = fields.getText();
        String playerId = fields.getText();
        String reason = fields.getText();
        TransferType type = type(items, item);
        boolean negative = type == TransferType.ADJUSTMENT && takes(items, item);
        return new Transfer(transferId, playerId, type, amount(items, item), negative, currency, reason);
    }
}
