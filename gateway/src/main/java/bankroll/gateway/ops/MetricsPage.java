package bankroll.gateway.ops;

import bankroll.engine.EngineStatus;
import bankroll.protocol.CountsAnswer;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.instrumentation.jvm.JvmBufferPoolMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmGarbageCollectorMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmMemoryMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmRuntimeInfoMetric;
import io.prometheus.metrics.instrumentation.jvm.JvmThreadsMetrics;
import io.prometheus.metrics.instrumentation.jvm.ProcessMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Supplier;

/**
 * The figures of the service as Prometheus text. Nothing is copied while requests run: everything is read at the scrape,
 * from where it is counted anyway.
 */
public final class MetricsPage {
    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final PrometheusTextFormatWriter writer = PrometheusTextFormatWriter.create();

    /** A page with the JVM's figures. */
    public MetricsPage(String version) {
        ServiceFigures.register(registry, version);
        JvmRuntimeInfoMetric.builder().register(registry);
        JvmMemoryMetrics.builder().register(registry);
        JvmGarbageCollectorMetrics.builder().register(registry);
        JvmBufferPoolMetrics.builder().register(registry);
        JvmThreadsMetrics.builder().register(registry);
        ProcessMetrics.builder().register(registry);
    }

    /** Adds the figures of engine and journal. */
    public MetricsPage engine(Supplier<EngineStatus> status) {
        EngineFigures.register(registry, status);
        return this;
    }

    /** Adds how much there is of everything; null while it isn't known. */
    public MetricsPage counts(Supplier<CountsAnswer> counts) {
        CountFigures.register(registry, counts);
        return this;
    }

    /** Adds the figures of the listeners. */
    public MetricsPage listeners(Listener... listeners) {
        HttpFigures.register(registry, listeners);
        return this;
    }

    /** What the text is, for {@code Content-Type}. */
    static String contentType() {
        return PrometheusTextFormatWriter.CONTENT_TYPE;
    }

    /** Reads everything and writes the text, in UTF-8. */
    public byte[] scrape() {
        ByteArrayOutputStream text = new ByteArrayOutputStream(1 << 14);
        try {
            writer.write(text, registry.scrape(), EscapingScheme.DEFAULT);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory can't fail", e);
        }
        return text.toByteArray();
    }
}
