package bankroll.protocol;

/** Where an item stands in the journal, as one number: the sequence of its entry, and behind it the item, counted from 0. */
public final class Position {
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
