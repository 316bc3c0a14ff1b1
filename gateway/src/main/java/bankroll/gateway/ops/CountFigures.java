package bankroll.gateway.ops;

import bankroll.protocol.CountsAnswer;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.function.Supplier;

/** How much the ledger holds of everything. */
final class CountFigures {
    private CountFigures() {}

    static void register(PrometheusRegistry registry, Supplier<CountsAnswer> counts) {
        FigureSource<CountsAnswer> figures = new FigureSource<>(registry, counts);
        figures.gauge("bankroll_players", "Players opened", CountsAnswer::players);
        figures.gauge("bankroll_transactions", "Transactions remembered", CountsAnswer::transactions);
        figures.gauge("bankroll_sessions", "Sessions open or not cleared away", CountsAnswer::sessions);
        figures.gauge("bankroll_launch_codes", "Launch codes not used up", CountsAnswer::launchCodes);
        figures.gauge("bankroll_table_bytes", "Memory that the tables hold", CountsAnswer::tableBytes);
    }
}
