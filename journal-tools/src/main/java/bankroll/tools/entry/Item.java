package bankroll.tools.entry;

import bankroll.journal.Frame;
import bankroll.protocol.Bits128;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.CommandHeader.Origin;
import bankroll.protocol.Items;
import bankroll.protocol.Outcome;
import bankroll.protocol.Outcome.Anomaly;
import bankroll.protocol.Outcome.Effect;
import bankroll.protocol.Outcome.OutcomeRecord;
import bankroll.protocol.PlayerItem;
import bankroll.protocol.TransactionItem;
import bankroll.protocol.TransferItem;
import java.util.Arrays;
import org.agrona.DirectBuffer;

/**
 * One item of an entry with its outcome, read where it lies in the frame: {@link #wrap} a frame, then {@link #next}
 * from item to item. Good as long as the frame's buffer is. One thread; allocates nothing for transactions.
 */
public final class Item {
    private final Items items = new Items();
    private final ItemTexts texts = new ItemTexts();
    private byte[] asking = new byte[0];
    private byte[] lastAsking = new byte[0];
    private Origin origin = Origin.SYSTEM;
    private DirectBuffer buffer;
    private int frame;
    private int at;
    private int outcome;
    private ItemType type;

    /** Starts before the first item of the frame. */
    public Item wrap(DirectBuffer frameBuffer, int frameOffset) {
        buffer = frameBuffer;
        frame = frameOffset;
        readOrigin(frame + Frame.HEADER_LENGTH);
        Frame.items(buffer, frame, items);
        return this;
    }

    /** Goes to the next item; false when there is none. */
    public boolean next() {
        if (!items.next()) {
            return false;
        }
        items.requireWhole();
        at = items.item();
        outcome = items.outcome();
        type = readType();
        texts.forget();
        return true;
    }

    /** The entry's number. */
    public long sequence() {
        return Frame.sequence(buffer, frame);
    }

    /** When the entry was decided. */
    public long timeMs() {
        return Frame.timeMs(buffer, frame);
    }

    /** Position within the entry, from 0. */
    public int index() {
        return items.index();
    }

    /** How many items the entry has. */
    public int count() {
        return items.count();
    }

    /** What the entry's command was. */
    public CommandType commandType() {
        return items.type();
    }

    /** What this item is. */
    public ItemType type() {
        return type;
    }

    /** On whose side the one stands who asked. */
    public Origin.Kind originKind() {
        return origin.kind();
    }

    /** Name of the platform or operator token that asked. */
    public String originName() {
        return origin.name();
    }

    /** The buffer in which the item lies, for the codecs of {@code bankroll.protocol}. */
    public DirectBuffer buffer() {
        return buffer;
    }

    /** Where the item lies in {@link #buffer()}. */
    public int offset() {
        return at;
    }

    /** Where the item's outcome lies in {@link #buffer()}. */
    public int outcomeOffset() {
        return outcome;
    }

    /** The first half of the keyed hash that stands for the player; of bookings and of players alone. */
    public long playerHigh() {
        return Bits128.high(buffer, playerHashOffset());
    }

    /** The second half of {@link #playerHigh}. */
    public long playerLow() {
        return Bits128.low(buffer, playerHashOffset());
    }

    private int playerHashOffset() {
        return switch (items.type()) {
            case TRANSACTIONS -> TransactionItem.playerHashOffset(at);
            case TRANSFERS -> TransferItem.playerHashOffset(at);
            default -> PlayerItem.playerHashOffset(at);
        };
    }

    /** The texts of this item. */
    public ItemTexts texts() {
        return texts.read(buffer, items);
    }

    /** What was answered. */
    public Outcome outcome() {
        return OutcomeRecord.outcome(buffer, outcome);
    }

    /** What it did to the tables. */
    public Effect effect() {
        return OutcomeRecord.effect(buffer, outcome);
    }

    /** What an auditor should see. */
    public Anomaly anomaly() {
        return OutcomeRecord.anomaly(buffer, outcome);
    }

    /** Whether money moved. */
    public boolean isMoving() {
        Effect effect = effect();
        return type.isBooking() && (effect == Effect.BOOKED || effect == Effect.REVERSED);
    }

    /** Whether the player's balance goes down when money moves. */
    public boolean takes() {
        return type == ItemType.DEBIT || type.isTransfer() && TransferItem.takes(buffer, at);
    }

    /** The amount asked for, unsigned; of a rollback what it really returned (decisions §4). */
    public long amount() {
        if (type == ItemType.ROLLBACK) {
            return moved();
        }
        return type.isTransfer() ? TransferItem.amount(buffer, at) : TransactionItem.amount(buffer, at);
    }

    /** The amount that moved, unsigned; 0 when none did. */
    public long moved() {
        return isMoving() ? OutcomeRecord.amount(buffer, outcome) : 0;
    }

    /** Whether the outcome holds a balance. */
    public boolean hasBalance() {
        return OutcomeRecord.hasBalance(buffer, outcome);
    }

    /** The balance after the item, unsigned. */
    public long balance() {
        return OutcomeRecord.balance(buffer, outcome);
    }

    /** The balance before the item, unsigned: the one after it less what moved. */
    public long balanceBefore() {
        return takes() ? balance() + moved() : balance() - moved();
    }

    /** Decoded again only when it is another than before: entries of one platform come in thousands. */
    private void readOrigin(int command) {
        int from = command + CommandHeader.ORIGIN_KIND;
        int length = CommandHeader.itemsOffset(buffer, command) - from;
        if (asking.length != length) {
            asking = new byte[length];
        }
        buffer.getBytes(from, asking);
        if (!Arrays.equals(asking, lastAsking)) {
            origin = CommandHeader.origin(buffer, command);
            lastAsking = asking.clone();
        }
    }

    private ItemType readType() {
        return switch (items.type()) {
            case TRANSACTIONS -> ItemType.of(TransactionItem.type(buffer, at));
            case TRANSFERS -> ItemType.of(TransferItem.type(buffer, at));
            default -> ItemType.of(items.type());
        };
    }
}
