package bankroll.gateway.ops;

import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.function.DoubleConsumer;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * Figures without labels that are read from one place at each scrape.
 *
 * @param registry where they are told
 * @param source what they are read from; null while nobody knows, and then they are left out
 */
record FigureSource<T>(PrometheusRegistry registry, Supplier<T> source) {
    FigureSource<T> gauge(String name, String help, ToDoubleFunction<T> figure) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .callback(callback -> tell(figure, callback::call))
                .register(registry);
        return this;
    }

    FigureSource<T> counter(String name, String help, ToDoubleFunction<T> figure) {
        CounterWithCallback.builder()
                .name(name)
                .help(help)
                .callback(callback -> tell(figure, callback::call))
                .register(registry);
        return this;
    }

    private void tell(ToDoubleFunction<T> figure, DoubleConsumer told) {
        T known = source.get();
        if (known != null) {
            told.accept(figure.applyAsDouble(known));
        }
    }
}
