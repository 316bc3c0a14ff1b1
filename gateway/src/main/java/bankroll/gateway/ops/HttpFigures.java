package bankroll.gateway.ops;

import bankroll.gateway.http.HttpCounters;
import io.netty.buffer.PooledByteBufAllocator;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.SummaryWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.Quantile;
import io.prometheus.metrics.model.snapshots.Quantiles;
import java.util.function.BiConsumer;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/** The figures of the listeners: answers by route and status, their times, and connections. */
final class HttpFigures {
    private static final double[] QUANTILES = {0.5, 0.9, 0.99, 0.999, 1};
    private static final double US_PER_SECOND = 1e6;
    private static final double MS_PER_SECOND = 1e3;

    private HttpFigures() {}

    static void register(PrometheusRegistry registry, Listener... listeners) {
        CounterWithCallback.builder()
                .name("bankroll_http_requests")
                .help("Requests answered, by listener, route and HTTP status")
                .labelNames("listener", "route", "status")
                .callback(callback -> requests(callback, listeners))
                .register(registry);
        CounterWithCallback.builder()
                .name("bankroll_platform_requests")
                .help("Requests answered whose signature was good, by platform and kind of status")
                .labelNames("platform", "status")
                .callback(callback -> byCaller(callback, listeners))
                .register(registry);
        SummaryWithCallback.builder()
                .name("bankroll_http_request_seconds")
                .help("From a request's head to its answer; quantiles over about the last minute")
                .labelNames("listener", "route")
                .callback(callback -> latencies(callback, listeners))
                .register(registry);
        gauge(registry, "connections", "Connections open now", HttpCounters::openConnections, listeners);
        gauge(registry, "request_bytes", "Memory of requests that arrive", HttpCounters::requestBytes, listeners);
        gauge(registry, "answer_bytes", "Memory of answers that are not read", HttpCounters::answerBytes, listeners);
        gauge(
                registry,
                "event_loop_silent_seconds",
                "For how long the listener's event loop that is worst off has not turned",
                counters -> counters.silentMs() / MS_PER_SECOND,
                listeners);
        CounterWithCallback.builder()
                .name("bankroll_http_connections_accepted")
                .help("Connections accepted; as many as requests where something in front keeps none alive")
                .labelNames("listener")
                .callback(callback ->
                        forEach(listeners, (name, counters) -> callback.call(counters.acceptedConnections(), name)))
                .register(registry);
        CounterWithCallback.builder()
                .name("bankroll_http_connections_refused")
                .help("Connections turned away at the bound")
                .labelNames("listener")
                .callback(callback ->
                        forEach(listeners, (name, counters) -> callback.call(counters.refusedConnections(), name)))
                .register(registry);
        tls(registry, listeners);
        GaugeWithCallback.builder()
                .name("bankroll_http_buffer_bytes")
                .help(
                        "Direct memory that the listeners' buffers have taken from the system, those in reserve among them")
                .callback(callback ->
                        callback.call(PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory()))
                .register(registry);
        CounterWithCallback.builder()
                .name("bankroll_http_connections_shed")
                .help(
                        "Connections closed to make room: idle ones for newer ones, readers that did not read, senders that"
                                + " did not finish")
                .labelNames("listener", "reason")
                .callback(callback -> forEach(listeners, (name, counters) -> shed(callback, name, counters)))
                .register(registry);
    }

    private static void tls(PrometheusRegistry registry, Listener... listeners) {
        GaugeWithCallback.builder()
                .name("bankroll_tls_certificate_not_after_seconds")
                .help("Until when the listener's certificate is good, in Unix time; of its chain the first that ends")
                .labelNames("listener")
                .callback(callback -> forEach(
                        listeners,
                        (name, counters) -> counters.certificateNotAfterMs()
                                .ifPresent(ms -> callback.call(ms / MS_PER_SECOND, name))))
                .register(registry);
        CounterWithCallback.builder()
                .name("bankroll_http_tls_handshakes_failed")
                .help("TLS handshakes that failed or were not over in time")
                .labelNames("listener")
                .callback(callback ->
                        forEach(listeners, (name, counters) -> callback.call(counters.failedHandshakes(), name)))
                .register(registry);
    }

    private static void shed(CounterWithCallback.Callback callback, String listener, HttpCounters counters) {
        callback.call(counters.idleShed(), listener, "idle");
        callback.call(counters.readersShed(), listener, "reader");
        callback.call(counters.sendersShed(), listener, "sender");
    }

    private static void gauge(
            PrometheusRegistry registry,
            String name,
            String help,
            ToDoubleFunction<HttpCounters> figure,
            Listener... listeners) {
        GaugeWithCallback.builder()
                .name("bankroll_http_" + name)
                .help(help)
                .labelNames("listener")
                .callback(callback -> forEach(
                        listeners, (listener, counters) -> callback.call(figure.applyAsDouble(counters), listener)))
                .register(registry);
    }

    private static void forEach(Listener[] listeners, BiConsumer<String, HttpCounters> action) {
        for (Listener listener : listeners) {
            HttpCounters counters = listener.connections().get();
            if (counters != null) {
                action.accept(listener.requests().listener(), counters);
            }
        }
    }

    private static void requests(CounterWithCallback.Callback callback, Listener... listeners) {
        for (Listener listener : listeners) {
            RequestMetrics requests = listener.requests();
            requests.counts((answered, count) ->
                    callback.call(count, requests.listener(), answered.route(), Integer.toString(answered.status())));
        }
    }

    private static void byCaller(CounterWithCallback.Callback callback, Listener... listeners) {
        for (Listener listener : listeners) {
            listener.requests().byCaller().forEach((of, count) -> callback.call(count, of.get(0), of.get(1)));
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
}
