package bankroll.tools.check;

import bankroll.tools.console.Summary;
import bankroll.tools.entry.Item;
import bankroll.tools.entry.ItemField;
import bankroll.tools.entry.ItemTexts;
import java.util.ArrayList;
import java.util.List;

/** What was found wrong, where; the first few in words, all of them counted. Any thread. */
public final class Discrepancies {
    private static final int KEPT = 20;

    private final List<Summary> rows = new ArrayList<>();
    private long count;

    /** Something is wrong with an item. */
    public void add(Item item, String what) {
        ItemTexts texts = item.texts();
        ItemField id = item.type().isTransfer() ? ItemField.TRANSFER_ID : ItemField.TRANSACTION_ID;
        String name = texts.has(id) ? texts.get(id) : texts.get(ItemField.PLAYER_ID);
        add(item.sequence(), item.type().label() + " " + name + " (item " + item.index() + "): " + what);
    }

    /** Something is wrong at an entry. */
    public synchronized void add(long sequence, String what) {
        count++;
        if (rows.size() < KEPT) {
            rows.add(new Summary().put("sequence", sequence).put("what", what));
        }
    }

    /** How many there are. */
    public synchronized long count() {
        return count;
    }

    /** The first of them. */
    public synchronized List<Summary> rows() {
        return List.copyOf(rows);
    }
}
