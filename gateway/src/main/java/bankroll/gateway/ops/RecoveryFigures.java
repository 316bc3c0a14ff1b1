package bankroll.gateway.ops;

import bankroll.engine.RecoveryProgress.Standing;
import bankroll.engine.RecoveryProgress.Step;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;
import java.util.function.Supplier;

/** How far a start is. */
final class RecoveryFigures {
    /** Those that may take long. */
    private static final List<Step> STEPS = List.of(Step.JOURNAL, Step.SNAPSHOT, Step.REPLAY, Step.CHAIN);

    private RecoveryFigures() {}

    static void register(PrometheusRegistry registry, Supplier<Standing> standing) {
        GaugeWithCallback.builder()
                .name("bankroll_recovery_ratio")
                .help("How much of each step of the start is done; 1 for all when it is over")
                .labelNames("step")
                .callback(callback -> {
                    Standing now = standing.get();
                    STEPS.forEach(step -> callback.call(now.ratio(step), step.label()));
                })
                .register(registry);
        GaugeWithCallback.builder()
                .name("bankroll_recovery_left_seconds")
                .help("Until the present step of the start is over; 0 when the start is over, NaN while nobody knows")
                .callback(callback -> callback.call(standing.get().secondsLeft()))
                .register(registry);
    }
}
