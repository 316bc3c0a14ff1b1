package bankroll.gateway.ops;

import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/** What runs. */
final class ServiceFigures {
    private ServiceFigures() {}

    static void register(PrometheusRegistry registry, String version) {
        GaugeWithCallback.builder()
                .name("bankroll_build_version")
                .help("The software's version, as a label; the value is 1")
                .labelNames("version")
                .callback(callback -> callback.call(1, version))
                .register(registry);
    }
}
