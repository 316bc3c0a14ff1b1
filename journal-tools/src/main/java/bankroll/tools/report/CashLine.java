package bankroll.tools.report;

import bankroll.protocol.Total;
import bankroll.tools.console.Summary;
import bankroll.tools.entry.Decimals;
import bankroll.tools.entry.Item;

/** What came in and went out in one currency, and what players own at the end: what the operator owes them. */
final class CashLine {
    private final Total deposits = new Total();
    private final Total withdrawals = new Total();
    private final Total adjustments = new Total();
    private final Total moved = new Total();
    private long depositCount;
    private long withdrawalCount;
    private long adjustmentCount;

    void add(Item item) {
        switch (item.type()) {
            case DEPOSIT -> {
                deposits.add(item.moved());
                depositCount++;
            }
            case WITHDRAWAL -> {
                withdrawals.add(item.moved());
                withdrawalCount++;
            }
            case ADJUSTMENT -> {
                move(adjustments, item);
                adjustmentCount++;
            }
            default -> {
                // play: it changes what players own, no cash
            }
        }
    }

    /** Adds to what players own, or takes from it. */
    static void move(Total total, Item item) {
        if (item.takes()) {
            total.subtract(item.moved());
        } else {
            total.add(item.moved());
        }
    }

    /** By how much what players own has changed since the first entry there is. */
    void moved(Total now) {
        moved.set(now);
    }

    /** @param ownedBefore what players owned before the first entry there is */
    Summary put(Summary row, String currency, Total ownedBefore, Decimals decimals) {
        return row.put("deposits", decimals.format(currency, deposits.toBigInteger()))
                .put("deposit_count", depositCount)
                .put("withdrawals", decimals.format(currency, withdrawals.toBigInteger()))
                .put("withdrawal_count", withdrawalCount)
                .put("adjustments", decimals.format(currency, adjustments.toBigInteger()))
                .put("adjustment_count", adjustmentCount)
                .put(
                        "player_liabilities",
                        decimals.format(currency, ownedBefore.toBigInteger().add(moved.toBigInteger())));
    }
}
