package bankroll.tools.check;

import bankroll.protocol.Amounts.Total;
import bankroll.protocol.Answer;
import bankroll.tools.console.Summary;
import bankroll.tools.entry.Item;
import bankroll.tools.entry.ItemType;
import bankroll.tools.entry.Words;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;

/** The trial balance by currency: what players own comes from recorded balances, the other sides from amounts. */
final class CurrencyBooks {
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

        private Total total() {
            return sum.set(players).add(house).add(cash).add(adjustments);
        }
    }

    /** The lines as rows. */
    List<Summary> rows() {
        return lines.stream()
                .map(line -> new Summary()
                        .put("currency", line.code)
                        .put("players", line.players.toString())
                        .put("house", line.house.toString())
                        .put("cash", line.cash.toString())
                        .put("adjustments", line.adjustments.toString())
                        .put("sum", line.total().toString()))
                .toList();
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
