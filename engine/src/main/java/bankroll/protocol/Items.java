package bankroll.protocol;

import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.Outcome.OutcomeRecord;
import org.agrona.DirectBuffer;

/**
 * The walk over the items of a command and their outcomes: nothing else knows where the next item stands. {@link #wrap},
 * then {@link #next} from item to item. One thread; no allocation.
 */
public final class Items {
    private DirectBuffer buffer;
    private CommandType type;
    private int count;
    private int first;
    private int firstOutcome;
    private int index;
    private int item;
    private int outcome;

    /**
     * Starts before the first item.
     *
     * @param command where the command starts
     * @param outcomes where its outcomes start
     */
    public Items wrap(DirectBuffer content, int command, int outcomes) {
        buffer = content;
        type = CommandHeader.type(content, command);
        count = CommandHeader.items(content, command);
        first = CommandHeader.itemsOffset(content, command);
        firstOutcome = outcomes;
        return rewind();
    }

    /** Starts before the first item of the same command as another walk. */
    public Items wrap(Items other) {
        buffer = other.buffer;
        type = other.type;
        count = other.count;
        first = other.first;
        firstOutcome = other.firstOutcome;
        return rewind();
    }

    /** Goes back to before the first item. */
    public Items rewind() {
        index = -1;
        item = first;
        outcome = firstOutcome;
        return this;
    }

    /** Goes to the next item; false when there is none. */
    public boolean next() {
        if (index + 1 >= count) {
            return false;
        }
        if (index >= 0) {
            item += forward();
            outcome += OutcomeRecord.BYTES;
        }
        index++;
        return true;
    }

    /** Goes forward to an item that there is, counted from 0. */
    public Items skipTo(int number) {
        while (index < number) {
            if (!next()) {
                throw new IllegalArgumentException("a command of " + count + " items has no item " + number);
            }
        }
        return this;
    }

    /** Where command and outcomes stand. */
    public DirectBuffer buffer() {
        return buffer;
    }

    /** What is asked. */
    public CommandType type() {
        return type;
    }

    /** How many items there are. */
    public int count() {
        return count;
    }

    /** Which item this is, counted from 0. */
    public int index() {
        return index;
    }

    /** Where the item stands; before the first {@link #next} where the first one does. */
    public int item() {
        return item;
    }

    /**
     * Refuses an item whose texts don't end where it does: whoever read one of them would read something else. For what comes from
     * a file, where the right checksum says nothing of it.
     */
    public void requireWhole() {
        boolean isWhole = type == CommandType.TRANSACTIONS
                ? endsAt(TransactionItem.end(buffer, item, firstOutcome))
                : isOtherWhole();
        if (!isWhole) {
            throw new IllegalArgumentException("item " + index + ": its texts end elsewhere than the item");
        }
    }

    /** Where commands can have many items, each of them says how long it is. */
    private boolean endsAt(int end) {
        return end > item && end <= firstOutcome && end - item == buffer.getInt(item);
    }

    /** One alone ends with its command, and the outcomes stand at the next multiple of eight. */
    private boolean endsAlone(int end) {
        return end <= firstOutcome && firstOutcome - end < Long.BYTES;
    }

    /** The ledger itself reads the texts of those that aren't named here, when it applies them. */
    private boolean isOtherWhole() {
        return switch (type) {
            case TRANSFERS -> endsAt(TransferItem.end(buffer, item));
            case PLAYERS -> endsAt(PlayerItem.end(buffer, item));
            case LAUNCH_CODES -> endsAt(LaunchCodeItem.end(buffer, item));
            case AUTHENTICATE -> endsAlone(AuthenticateCommand.end(buffer, item));
            case BLOCK, UNBLOCK, LIMITS, PROFILE, CLOSE_SESSIONS -> endsAlone(PlayerCommand.end(type, buffer, item));
            default -> true;
        };
    }

    /** Where its outcome stands. */
    public int outcome() {
        return outcome;
    }

    /** Where the set stands that a command of {@link CommandType#LIMITS} has decided: behind its one outcome. */
    public int limitSet() {
        return outcome + OutcomeRecord.BYTES;
    }

    /** How many bytes the outcomes of all items take, and what was decided besides. */
    public int outcomesLength() {
        return count * OutcomeRecord.BYTES + (type == CommandType.LIMITS ? LimitRecord.SET_BYTES : 0);
    }

    /** Commands with many items say in the first four bytes of each how long it is; the others have one. */
    private int forward() {
        if (type == CommandType.LOOKUP) {
            return LookupCommand.BYTES;
        }
        int bytes = type.maxItems() == 1 ? 0 : buffer.getInt(item);
        if (bytes <= 0) {
            throw new IllegalArgumentException("a " + type + " command of " + count + " items ends behind one");
        }
        return bytes;
    }

    /** Where an item stands in the journal, as one number: the sequence of its entry, and behind it the item, counted from 0. */
    public static final class Position {
        private static final int ITEM_BITS = 9;
        private static final int ITEM = (1 << ITEM_BITS) - 1;

        private Position() {}

        /** The position of an item; an entry has at most 500. */
        public static long of(long sequence, int item) {
            return sequence << ITEM_BITS | item;
        }

        /** The sequence of a position. */
        public static long sequence(long position) {
            return position >>> ITEM_BITS;
        }

        /** The item of a position. */
        public static int item(long position) {
            return (int) position & ITEM;
        }
    }
}
