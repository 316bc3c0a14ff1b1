package bankroll.gateway.ops;

import bankroll.protocol.Answer;
import bankroll.protocol.Answer.TrialBalance.Line;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** Whether the books balance, and what is owed to players: the totals that the ledger keeps anyway. */
final class BookFigures {
    /** So many currencies are told by name, those that were used first: the series have a bound. */
    static final int MOST_CURRENCIES = 8;

    private static final List<String> CURRENCY = List.of("currency");

    private BookFigures() {}

    /** Null while nobody knows. */
    static void register(PrometheusRegistry registry, Supplier<Answer.TrialBalance> books) {
        new FigureSource<>(registry, books)
                .gauge(
                        "bankroll_trial_balance",
                        "All accounts of a currency: zero, always",
                        CURRENCY,
                        byCurrency(Line::sum))
                .gauge(
                        "bankroll_player_liabilities",
                        "What players own of a currency, in minor units",
                        CURRENCY,
                        byCurrency(Line::players))
                .gauge(
                        "bankroll_trial_balance_unbalanced",
                        "Currencies, of all that there are, whose accounts don't sum to zero",
                        known -> known.currencies().stream()
                                .filter(line -> !line.sum().equals("0"))
                                .count());
    }

    private static FigureSource.Reading<Answer.TrialBalance> byCurrency(Function<Line, String> total) {
        return (known, values) -> known.currencies().stream()
                .limit(MOST_CURRENCIES)
                .forEach(line -> values.add(Double.parseDouble(total.apply(line)), line.currency()));
    }
}
