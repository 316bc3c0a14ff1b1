package bankroll.tools.check;

import bankroll.ledger.Ledger;
import bankroll.protocol.Amounts.Total;
import bankroll.protocol.Answer;
import bankroll.tools.console.Summary;
import bankroll.tools.entry.Item;
import bankroll.tools.entry.ItemType;
import bankroll.tools.entry.Words;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.DirectBuffer;

/** The ledger's trial balance, and whether ours says the same. */
public final class TrialBalances {
    private TrialBalances() {}

    /** The ledger's lines as rows. */
    public static List<Summary> rows(Ledger ledger) {
        return ledger.trialBalance().currencies().stream()
                .map(TrialBalances::row)
                .toList();
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

    /** Our own trial balance by currency: what players own comes from recorded balances, the other sides from amounts. */
    static final class CurrencyBooks {
        private final Words codes = new Words();
        /** By the numbers of their codes. */
        private final List<Line> lines = new ArrayList<>();

        private static final class Line {
            private final String code;
            private final Total players = new Total();
            private final Total house = new Total();
            private final Total cash = new Total();
            private final Total adjustments = new Total();
            private final Total sum = new Total();
            private boolean isWrong;

            private Line(String code) {
                this.code = code;
            }

            private Answer.TrialBalance.Line told() {
                return new Answer.TrialBalance.Line(
                        code,
                        players.toString(),
                        house.toString(),
                        cash.toString(),
                        adjustments.toString(),
                        total().toString());
            }

            private Total total() {
                return sum.set(players).add(house).add(cash).add(adjustments);
            }
        }

        /** The lines as rows. */
        List<Summary> rows() {
            return lines.stream().map(line -> row(line.told())).toList();
        }

        /** Begins a currency with the totals of a trial balance. */
        void start(Answer.TrialBalance.Line totals) {
            Line line = lines.get(number(totals.currency()));
            line.players.parse(totals.players());
            line.house.parse(totals.house());
            line.cash.parse(totals.cash());
            line.adjustments.parse(totals.adjustments());
        }

        /** The number of a currency; a new one gets the next. */
        int number(String code) {
            return kept(codes.number(code));
        }

        /** As {@link #number(String)}. */
        int number(DirectBuffer text) {
            return kept(codes.number(text));
        }

        private int kept(int number) {
            if (number == lines.size()) {
                lines.add(new Line(codes.text(number)));
            }
            return number;
        }

        void post(int currency, Item item, long before, long after, long amount) {
            Line line = lines.get(currency);
            line.players.add(after).subtract(before);
            Total other = other(line, item.type());
            if (item.takes()) {
                other.add(amount);
            } else {
                other.subtract(amount);
            }
        }

        void requireZero(long sequence, Discrepancies findings) {
            for (int i = 0; i < lines.size(); i++) {
                Line line = lines.get(i);
                boolean isZero = line.total().isZero();
                if (!isZero && !line.isWrong) {
                    findings.add(sequence, "the trial balance in " + line.code + " is " + line.total() + ", not zero");
                }
                line.isWrong = !isZero;
            }
        }

        private static Total other(Line line, ItemType type) {
            return switch (type) {
                case DEPOSIT, WITHDRAWAL -> line.cash;
                case ADJUSTMENT -> line.adjustments;
                default -> line.house;
            };
        }
    }
}
