package bankroll.gateway.ops;

import bankroll.gateway.http.HttpCounters;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.SummaryWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.Quantile;
import io.prometheus.metrics.model.snapshots.Quantiles;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;

/** The figures of the listeners: answers by route and status, their times, and connections. */
final class HttpFigures {
    private static final double[] QUANTILES = {0.5, 0.9, 0.99, 0.999, 1};
    private static final double US_PER_SECOND = 1e6;

    private HttpFigures() {}

    static void register(PrometheusRegistry registry, Listener... listeners) {
        CounterWithCallback.builder()
                .name("bankroll_http_requests")
                .help("Requests answered, by listener, route and HTTP status")
                .labelNames("listener", "route", "status")
                .callback(callback -> requests(callback, listeners))
                .register(registry);
        SummaryWithCallback.builder()
                .name("bankroll_http_request_seconds")
                .help("From a request's head to its answer; quantiles over about the last minute")
                .labelNames("listener", "route")
                .callback(callback -> latencies(callback, listeners))
                .register(registry);
        GaugeWithCallback.builder()
                .name("bankroll_http_connections")
                .help("Connections open now")
                .labelNames("listener")
                .callback(callback -> openConnections(callback, listeners))
                .register(registry);
        CounterWithCallback.builder()
                .name("bankroll_http_connections_accepted")
                .help("Connections accepted; as many as requests where something in front keeps none alive")
                .labelNames("listener")
                .callback(callback -> count(callback, HttpCounters::acceptedConnections, listeners))
                .register(registry);
        CounterWithCallback.builder()
                .name("bankroll_http_connections_refused")
                .help("Connections turned away at the bound")
                .labelNames("listener")
                .callback(callback -> count(callback, HttpCounters::refusedConnections, listeners))
                .register(registry);
        CounterWithCallback.builder()
                .name("bankroll_http_tls_handshakes_failed")
                .help("TLS handshakes that failed or were not over in time")
                .labelNames("listener")
                .callback(callback -> count(callback, HttpCounters::failedHandshakes, listeners))
                .register(registry);
    }

    private static void requests(CounterWithCallback.Callback callback, Listener... listeners) {
        for (Listener listener : listeners) {
            RequestMetrics requests = listener.requests();
            requests.counts((answered, count) ->
                    callback.call(count, requests.listener(), answered.route(), Integer.toString(answered.status())));
        }
    }

    private static void latencies(SummaryWithCallback.Callback callback, Listener... listeners) {
        long nowNs = System.nanoTime();
        for (Listener listener : listeners) {
            RequestMetrics requests = listener.requests();
            requests.latencies((route, window) -> callback.call(
                    window.count(), window.sumSeconds(), quantiles(window.recent(nowNs)), requests.listener(), route));
        }
    }

    private static Quantiles quantiles(Histogram recent) {
        Quantiles.Builder quantiles = Quantiles.builder();
        for (double quantile : QUANTILES) {
            double seconds = recent.getTotalCount() == 0
                    ? Double.NaN
                    : recent.getValueAtPercentile(quantile * 100) / US_PER_SECOND;
            quantiles.quantile(new Quantile(quantile, seconds));
        }
        return quantiles.build();
    }

    private static void openConnections(GaugeWithCallback.Callback callback, Listener... listeners) {
        for (Listener listener : listeners) {
            HttpCounters counters = listener.connections().get();
            if (counters != null) {
                callback.call(counters.openConnections(), listener.requests().listener());
            }
        }
    }

    private static void count(
            CounterWithCallback.Callback callback, ToLongFunction<HttpCounters> count, Listener... listeners) {
        for (Listener listener : listeners) {
            HttpCounters counters = listener.connections().get();
            if (counters != null) {
                callback.call(count.applyAsLong(counters), listener.requests().listener());
            }
        }
    }
}
