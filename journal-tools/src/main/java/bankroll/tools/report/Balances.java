package bankroll.tools.report;

import bankroll.ledger.Ledger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Balances with the players' ids, as a ledger has them: also of players whose first entries are gone. One thread. */
public final class Balances {
    private final Ledger ledger;
    private final String wanted;

    /** Takes one balance after the other. */
    @FunctionalInterface
    public interface Taker {
        /** Takes one; the balance is unsigned. */
        void take(String playerId, String currency, long balance);
    }

    private record Line(int account, String currency, long balance) {}

    /**
     * Of this ledger.
     *
     * @param currency only balances in this one; null for all
     */
    public Balances(Ledger ledger, String currency) {
        this.ledger = ledger;
        wanted = currency;
    }

    /** Hands over all of them, in the order in which they were opened. */
    public void all(Taker taker) {
        ledger.accounts((account, high, low, currency, balance) -> {
            if (isWanted(currency)) {
                taker.take(ledger.playerId(account), currency, balance);
            }
        });
    }

    /** Hands over the largest ones, largest first. */
    public void top(int count, Taker taker) {
        Comparator<Line> bySize = (a, b) -> Long.compareUnsigned(a.balance(), b.balance());
        Comparator<Line> order =
                bySize.thenComparing(Comparator.comparingInt(Line::account).reversed());
        PriorityQueue<Line> largest = new PriorityQueue<>(order);
        ledger.accounts((account, high, low, currency, balance) -> {
            if (isWanted(currency)) {
                largest.add(new Line(account, currency, balance));
                if (largest.size() > count) {
                    largest.poll();
                }
            }
        });
        List<Line> sorted = new ArrayList<>(largest);
        sorted.sort(order.reversed());
        sorted.forEach(line -> taker.take(ledger.playerId(line.account()), line.currency(), line.balance()));
    }

    private boolean isWanted(String currency) {
        return wanted == null || wanted.equals(currency);
    }
}
