package bankroll.gateway.ops;

import bankroll.gateway.http.HttpCounters;
import bankroll.gateway.http.Turning;
import bankroll.gateway.ops.RequestMetrics.Listener;
import io.netty.buffer.PooledByteBufAllocator;
import io.prometheus.metrics.core.metrics.SummaryWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.Quantile;
import io.prometheus.metrics.model.snapshots.Quantiles;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/** The figures of the listeners: answers by route and status, their times, and connections. */
final class HttpFigures {
    private static final List<String> LISTENER = List.of("listener");
    private static final double[] QUANTILES = {0.5, 0.9, 0.99, 0.999, 1};
    private static final double US_PER_SECOND = 1e6;
    private static final double MS_PER_SECOND = 1e3;

    private HttpFigures() {}

    static void register(PrometheusRegistry registry, Listener... listeners) {
        FigureSource<Listener[]> figures = new FigureSource<>(registry, () -> listeners);
        requests(figures);
        connections(figures);
        tls(figures);
        SummaryWithCallback.builder()
                .name("bankroll_http_request_seconds")
                .help("From a request's head to its answer; quantiles over about the last minute")
                .labelNames("listener", "route")
                .callback(callback -> latencies(callback, listeners))
                .register(registry);
    }

    private static void requests(FigureSource<Listener[]> figures) {
        figures.counter(
                        "bankroll_http_requests",
                        "Requests answered, by listener, route and HTTP status",
                        List.of("listener", "route", "status"),
                        HttpFigures::requests)
                .counter(
                        "bankroll_platform_requests",
                        "Requests answered whose signature was good, by platform and kind of status",
                        List.of("platform", "status"),
                        HttpFigures::byCaller)
                .gauge(
                        "bankroll_http_request_bytes",
                        "Memory of requests that arrive",
                        LISTENER,
                        byListener(HttpCounters::requestBytes))
                .gauge(
                        "bankroll_http_answer_bytes",
                        "Memory of answers that are not read",
                        LISTENER,
                        byListener(HttpCounters::answerBytes))
                .gauge(
                        "bankroll_http_event_loop_silent_seconds",
                        "For how long the listener's event loop that is worst off has not turned",
                        LISTENER,
                        byListener(counters -> counters.silentMs() / MS_PER_SECOND))
                .gauge(
                        "bankroll_http_buffer_bytes",
                        "Direct memory that the listeners' buffers have taken from the system, those in reserve among them",
                        all -> PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory());
    }

    private static void connections(FigureSource<Listener[]> figures) {
        figures.gauge(
                        "bankroll_http_connections",
                        "Connections open now",
                        LISTENER,
                        byListener(HttpCounters::openConnections))
                .counter(
                        "bankroll_http_connections_accepted",
                        "Connections accepted; as many as requests where something in front keeps none alive",
                        LISTENER,
                        byListener(HttpCounters::acceptedConnections))
                .counter(
                        "bankroll_http_connections_refused",
                        "Connections turned away at the bound",
                        LISTENER,
                        byListener(HttpFigures::refused))
                .counter(
                        "bankroll_http_connections_shed",
                        "Connections closed to make room: idle ones for newer ones, readers that did not read, senders that"
                                + " did not finish",
                        List.of("listener", "reason"),
                        (all, values) -> forEach(all, (name, counters) -> shed(values, name, counters)));
    }

    private static void tls(FigureSource<Listener[]> figures) {
        figures.gauge(
                        "bankroll_tls_certificate_not_after_seconds",
                        "Until when the listener's certificate is good, in Unix time; of its chain the first that ends",
                        LISTENER,
                        (all, values) -> forEach(
                                all,
                                (name, counters) -> counters.certificateNotAfterMs()
                                        .ifPresent(ms -> values.add(ms / MS_PER_SECOND, name))))
                .counter(
                        "bankroll_http_tls_handshakes_failed",
                        "TLS handshakes that failed or were not over in time",
                        LISTENER,
                        byListener(counters -> counters.count(Turning.HANDSHAKE_FAILED)));
    }

    private static FigureSource.Reading<Listener[]> byListener(ToDoubleFunction<HttpCounters> figure) {
        return (all, values) -> forEach(all, (name, counters) -> values.add(figure.applyAsDouble(counters), name));
    }

    private static void forEach(Listener[] listeners, BiConsumer<String, HttpCounters> action) {
        for (Listener listener : listeners) {
            HttpCounters counters = listener.connections().get();
            if (counters != null) {
                action.accept(listener.requests().listener(), counters);
            }
        }
    }

    private static long refused(HttpCounters counters) {
        return counters.count(Turning.LISTENER_FULL) + counters.count(Turning.ADDRESS_FULL);
    }

    private static void shed(FigureSource.Values values, String listener, HttpCounters counters) {
        values.add(counters.count(Turning.MADE_ROOM), listener, "idle");
        values.add(counters.count(Turning.READER_SHED), listener, "reader");
        values.add(counters.count(Turning.SENDER_SHED), listener, "sender");
    }

    private static void requests(Listener[] listeners, FigureSource.Values values) {
        for (Listener listener : listeners) {
            RequestMetrics requests = listener.requests();
            requests.counts((answered, count) ->
                    values.add(count, requests.listener(), answered.route(), Integer.toString(answered.status())));
        }
    }

    private static void byCaller(Listener[] listeners, FigureSource.Values values) {
        for (Listener listener : listeners) {
            listener.requests().byCaller().forEach((of, count) -> values.add(count, of.get(0), of.get(1)));
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
