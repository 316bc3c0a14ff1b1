package bankroll.tools.check;

import bankroll.ledger.Ledger;
import bankroll.protocol.Amounts.Total;
import bankroll.protocol.Answer;
import bankroll.tools.console.Summary;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The ledger's trial balance, and whether ours says the same. */
public final class TrialBalances {
    private TrialBalances() {}

    /** The ledger's lines as rows. */
    public static List<Summary> rows(Ledger ledger) {
        return (ledger.trialBalance())
                .currencies().stream().map(TrialBalances::row).toList();
    }

    static void compare(Ledger ledger, CurrencyBooks ours, Discrepancies findings) {
        String theirs = text(rows(ledger));
        if (!theirs.equals(text(ours.rows()))) {
            findings.add(
                    ledger.sequence(),
                    "the ledger's trial balance is not that of the entries: " + theirs + " instead of "
                            + text(ours.rows()));
        }
    }

    /** Every currency must sum to zero, and what players own must be the sum of their balances. */
    static void requireWhole(Ledger ledger, Discrepancies findings) {
        requireWhole(ledger, ledger.trialBalance(), findings);
    }

    /** As {@link #requireWhole(Ledger, Discrepancies)}, of what was told. */
    static void requireWhole(Ledger ledger, Answer.TrialBalance told, Discrepancies findings) {
        Map<String, Total> owned = new HashMap<>();
        ledger.accounts((account, high, low, currency, balance) -> {
            owned.computeIfAbsent(currency, code -> new Total()).add(balance);
        });
        for (Answer.TrialBalance.Line line : told.currencies()) {
            String sum = owned.getOrDefault(line.currency(), new Total()).toString();
            if (!line.sum().equals("0") || !line.players().equals(sum)) {
                findings.add(
                        ledger.sequence(),
                        "the trial balance is not whole: " + row(line).toJson() + ", and balances sum to " + sum);
            }
        }
    }

    private static Summary row(Answer.TrialBalance.Line line) {
        return new Summary()
                .put("currency", line.currency())
                .put("players", line.players())
                .put("house", line.house())
                .put("cash", line.cash())
                .put("adjustments", line.adjustments())
                .put("sum", line.sum());
    }

    private static String text(List<Summary> rows) {
        return rows.stream().map(Summary::toJson).sorted().toList().toString();
    }
}
