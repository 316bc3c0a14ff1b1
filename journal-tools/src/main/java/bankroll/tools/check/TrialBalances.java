package bankroll.tools.check;

import bankroll.ledger.Ledger;
import bankroll.protocol.TrialBalanceAnswer;
import bankroll.tools.console.Summary;
import java.util.List;

/** The ledger's trial balance, and whether ours says the same. */
public final class TrialBalances {
    private TrialBalances() {}

    /** The ledger's lines as rows. */
    public static List<Summary> rows(Ledger ledger) {
        return ((TrialBalanceAnswer) ledger.trialBalance())
                .currencies().stream().map(TrialBalances::row).toList();
    }

    static void compare(Ledger ledger, CurrencyBooks ours, Findings findings) {
        String theirs = text(rows(ledger));
        if (!theirs.equals(text(ours.rows()))) {
            findings.add(
                    ledger.sequence(),
                    "the ledger's trial balance is not that of the entries: " + theirs + " instead of "
                            + text(ours.rows()));
        }
    }

    private static Summary row(TrialBalanceAnswer.Line line) {
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
