package bankroll.tools.report;

import bankroll.protocol.Total;
import bankroll.tools.console.Summary;
import bankroll.tools.entry.Item;

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

    Summary put(Summary row) {
        String ggr = bets.toBigInteger()
                .subtract(rollbacks.toBigInteger())
                .subtract(wins.toBigInteger())
                .toString();
        return row.put("bets", bets.toString())
                .put("bet_count", betCount)
                .put("wins", wins.toString())
                .put("win_count", winCount)
                .put("rollbacks", rollbacks.toString())
                .put("rollback_count", rollbackCount)
                .put("ggr", ggr);
    }
}
