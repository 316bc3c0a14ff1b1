package bankroll.gateway.ops;

import bankroll.protocol.Answer;
import bankroll.protocol.Answer.TrialBalance.Line;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.function.Function;
import java.util.function.Supplier;

/** Whether the books balance, and what is owed to players: the totals that the ledger keeps anyway. */
final class BookFigures {
    /** So many currencies are told by name, those that were used first: the series have a bound. */
    static final int MOST_CURRENCIES = 8;

    private BookFigures() {}

    /** Null while nobody knows. */
    static void register(PrometheusRegistry registry, Supplier<Answer.TrialBalance> books) {
        byCurrency(registry, books, "bankroll_trial_balance", "All accounts of a currency: zero, always", Line::sum);
        byCurrency(
                registry,
                books,
                "bankroll_player_liabilities",
                "What players own of a currency, in minor units",
                Line::players);
        GaugeWithCallback.builder()
                .name("bankroll_trial_balance_unbalanced")
                .help("Currencies, of all that there are, whose accounts don't sum to zero")
                .callback(callback -> {
                    Answer.TrialBalance known = books.get();
                    if (known != null) {
                        callback.call(known.currencies().stream()
                                .filter(line -> !line.sum().equals("0"))
                                .count());
                    }
                })
                .register(registry);
    }

    private static void byCurrency(
            PrometheusRegistry registry,
            Supplier<Answer.TrialBalance> books,
            String name,
            String help,
            Function<Line, String> total) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .labelNames("currency")
                .callback(callback -> {
                    Answer.TrialBalance known = books.get();
                    if (known != null) {
                        known.currencies().stream()
                                .limit(MOST_CURRENCIES)
                                .forEach(line -> callback.call(Double.parseDouble(total.apply(line)), line.currency()));
                    }
                })
                .register(registry);
    }
}
