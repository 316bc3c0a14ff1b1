package bankroll.tools.state;

import bankroll.journal.FrameLookup;
import bankroll.journal.JournalSource;
import bankroll.tools.check.Accounts;
import bankroll.tools.check.Books;
import bankroll.tools.entry.Item;
import bankroll.tools.entry.ItemTexts;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/** Balances with the players' ids, which are read from the entries that opened them. One thread. */
public final class Balances implements AutoCloseable {
    private final Books books;
    private final Accounts accounts;
    private final FrameLookup lookup;
    private final Item item = new Item();
    private long sequence;

    /** Takes one balance after the other. */
    @FunctionalInterface
    public interface Taker {
        /** Takes one; the id is good until the call returns. */
        void take(ItemTexts player, String currency, long balance);
    }

    /** Of these books, whose players were opened in this journal. */
    public Balances(JournalSource journal, Books books) {
        this.books = books;
        accounts = books.accounts();
        lookup = journal.lookup();
    }

    /** Hands over all of them, in the order in which they were opened. */
    public void all(String currency, Taker taker) {
        for (int account = 0; account < accounts.size(); account++) {
            if (isWanted(account, currency)) {
                hand(account, taker);
            }
        }
    }

    /** Hands over the largest ones, largest first. */
    public void top(int count, String currency, Taker taker) {
        Comparator<Integer> bySize = (a, b) -> Long.compareUnsigned(accounts.balance(a), accounts.balance(b));
        PriorityQueue<Integer> largest = new PriorityQueue<>(bySize.thenComparing(Comparator.reverseOrder()));
        for (int account = 0; account < accounts.size(); account++) {
            if (isWanted(account, currency)) {
                largest.add(account);
                if (largest.size() > count) {
                    largest.poll();
                }
            }
        }
        int[] ascending =
                IntStream.generate(largest::poll).limit(largest.size()).toArray();
        for (int i = ascending.length - 1; i >= 0; i--) {
            hand(ascending[i], taker);
        }
    }

    private boolean isWanted(int account, String currency) {
        return currency == null || currency.equals(books.currencies().code(accounts.currency(account)));
    }

    private void hand(int account, Taker taker) {
        goTo(accounts.sequence(account), accounts.item(account));
        taker.take(item.texts(), books.currencies().code(accounts.currency(account)), accounts.balance(account));
    }

    /** Players are opened in bulk: mostly the next one stands in the same entry, right behind. */
    private void goTo(long wanted, int index) {
        if (sequence != wanted || item.index() >= index) {
            if (!lookup.find(wanted)) {
                throw new IllegalStateException("entry " + wanted + " is gone");
            }
            sequence = wanted;
            item.wrap(lookup.buffer(), lookup.offset());
        }
        while (item.index() < index) {
            item.next();
        }
    }

    @Override
    public void close() {
        lookup.close();
    }
}
