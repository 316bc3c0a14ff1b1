package bankroll.tools.report;

import bankroll.protocol.Total;
import bankroll.tools.console.Summary;
import bankroll.tools.entry.Decimals;
import bankroll.tools.entry.Item;
import java.math.BigInteger;

/** Bets, wins and rollbacks of one line of the report; the gross gaming revenue is what is left. */
final class GgrLine {
    private final Total bets = new Total();
    private final Total wins = new Total();
    private final Total rollbacks = new Total();
    private long betCount;
    private long winCount;
    private long rollbackCount;

    void add(Item item) {
        switch (item.type()) {
            case DEBIT -> {
                bets.add(item.moved());
                betCount++;
            }
            case CREDIT -> {
                wins.add(item.moved());
                winCount++;
            }
            default -> {
                rollbacks.add(item.moved());
                rollbackCount++;
            }
        }
    }

    void add(GgrLine other) {
        bets.add(other.bets);
        wins.add(other.wins);
        rollbacks.add(other.rollbacks);
        betCount += other.betCount;
        winCount += other.winCount;
        rollbackCount += other.rollbackCount;
    }

    Summary put(Summary row, String currency, Decimals decimals) {
        BigInteger ggr = bets.toBigInteger().subtract(rollbacks.toBigInteger()).subtract(wins.toBigInteger());
        return row.put("bets", decimals.format(currency, bets.toBigInteger()))
                .put("bet_count", betCount)
                .put("wins", decimals.format(currency, wins.toBigInteger()))
                .put("win_count", winCount)
                .put("rollbacks", decimals.format(currency, rollbacks.toBigInteger()))
                .put("rollback_count", rollbackCount)
                .put("ggr", decimals.format(currency, ggr));
    }
}
