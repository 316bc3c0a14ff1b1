package bankroll.gateway.ops;

import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * Figures that are read from one place at each scrape.
 *
 * @param registry where they are told
 * @param source what they are read from; null while nobody knows, and then they are left out
 */
record FigureSource<T>(PrometheusRegistry registry, Supplier<T> source) {
    /** Reads a figure with labels. */
    @FunctionalInterface
    interface Reading<T> {
        /** Adds every value that there is. */
        void read(T known, Values values);
    }

    /** Takes the values of a figure. */
    @FunctionalInterface
    interface Values {
        /** One of them, with its labels' values in the order of the labels. */
        void add(double value, String... labels);
    }

    FigureSource<T> gauge(String name, String help, ToDoubleFunction<T> figure) {
        return gauge(name, help, List.of(), (known, values) -> values.add(figure.applyAsDouble(known)));
    }

    FigureSource<T> gauge(String name, String help, List<String> labels, Reading<T> reading) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .labelNames(labels.toArray(String[]::new))
                .callback(callback -> read(reading, callback::call))
                .register(registry);
        return this;
    }

    FigureSource<T> counter(String name, String help, ToDoubleFunction<T> figure) {
        return counter(name, help, List.of(), (known, values) -> values.add(figure.applyAsDouble(known)));
    }

    FigureSource<T> counter(String name, String help, List<String> labels, Reading<T> reading) {
        CounterWithCallback.builder()
                .name(name)
                .help(help)
                .labelNames(labels.toArray(String[]::new))
                .callback(callback -> read(reading, callback::call))
                .register(registry);
        return this;
    }

    private void read(Reading<T> reading, Values values) {
        T known = source.get();
        if (known != null) {
            reading.read(known, values);
        }
    }
}
