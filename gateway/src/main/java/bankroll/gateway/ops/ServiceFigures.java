package bankroll.gateway.ops;

import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/** What runs. */
final class ServiceFigures {
    private ServiceFigures() {}

    static void register(PrometheusRegistry registry, String version) {
        GaugeWithCallback.builder()
                .name("bankroll_build_info")
                .help("The software's version and its Java, as labels; the value is 1")
                .labelNames("version", "java")
                .callback(
                        callback -> callback.call(1, version, Runtime.version().toString()))
                .register(registry);
    }
}
