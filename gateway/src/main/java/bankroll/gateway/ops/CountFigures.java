package bankroll.gateway.ops;

import bankroll.protocol.CountsAnswer;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** How much the ledger holds of everything. */
final class CountFigures {
    private CountFigures() {}

    static void register(PrometheusRegistry registry, Supplier<CountsAnswer> counts) {
        gauge(registry, counts, "bankroll_players", "Players opened", CountsAnswer::players);
        gauge(registry, counts, "bankroll_transactions", "Transactions remembered", CountsAnswer::transactions);
        gauge(registry, counts, "bankroll_sessions", "Sessions open or not cleared away", CountsAnswer::sessions);
        gauge(registry, counts, "bankroll_launch_codes", "Launch codes not used up", CountsAnswer::launchCodes);
        gauge(registry, counts, "bankroll_table_bytes", "Memory that the tables hold", CountsAnswer::tableBytes);
    }

    private static void gauge(
            PrometheusRegistry registry,
            Supplier<CountsAnswer> counts,
            String name,
            String help,
            ToDoubleFunction<CountsAnswer> figure) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .callback(callback -> {
                    CountsAnswer known = counts.get();
                    if (known != null) {
                        callback.call(figure.applyAsDouble(known));
                    }
                })
                .register(registry);
    }
}
