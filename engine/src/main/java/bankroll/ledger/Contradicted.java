package bankroll.ledger;

/**
 * Where an entry says what can't be.
 *
 * @param item which of its items, counted from 0; {@link #ENTRY} when it is the entry as a whole
 * @param contradiction what is wrong with it
 */
public record Contradicted(int item, Contradiction contradiction) {
    /** No single item. */
    public static final int ENTRY = -1;

    /** The entry as a whole. */
    static Contradicted entry(Contradiction contradiction) {
        return new Contradicted(ENTRY, contradiction);
    }

    /** What is wrong, for people: the item first, where it is one. */
    public String words() {
        return (item == ENTRY ? "" : "item " + item + ": ") + contradiction.words();
    }
}
