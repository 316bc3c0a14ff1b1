package bankroll.gateway.ops;

import bankroll.cluster.ClusterStatus;
import bankroll.engine.Distribution;
import bankroll.engine.Engine;
import bankroll.engine.EngineStatus;
import bankroll.engine.Recovery;
import bankroll.engine.Recovery.Progress.Step;
import bankroll.gateway.backup.BackupStatus;
import bankroll.gateway.ops.RequestMetrics.Listener;
import bankroll.protocol.Answer;
import bankroll.protocol.Answer.TrialBalance.Line;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.instrumentation.jvm.JvmBufferPoolMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmGarbageCollectorMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmMemoryMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmRuntimeInfoMetric;
import io.prometheus.metrics.instrumentation.jvm.JvmThreadsMetrics;
import io.prometheus.metrics.instrumentation.jvm.ProcessMetrics;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * The figures of the service as Prometheus text. Nothing is copied while requests run: everything is read at the scrape,
 * from where it is counted anyway.
 */
public final class MetricsPage {
    /** The format that every Prometheus reads. */
    static final ExpositionFormatWriter PROMETHEUS = PrometheusTextFormatWriter.create();

    /** For a client that asks for it with {@code Accept}. */
    static final ExpositionFormatWriter OPEN_METRICS = OpenMetricsTextFormatWriter.create();

    /** What the JVM's instrumentation tells and nobody looks at: two series in ten of a page. */
    private static final Pattern LEFT_OUT = Pattern.compile(
            "jvm_memory_pool_.*|jvm_memory_(init_bytes|objects_pending_finalization)|jvm_buffer_pool_used_buffers"
                    + "|jvm_threads_(state|started|peak|daemon|deadlocked_monitor).*");

    /** The steps of a start that may take long. */
    private static final List<Step> STARTING = List.of(Step.JOURNAL, Step.SNAPSHOT, Step.REPLAY, Step.CHAIN);

    /** So many currencies are told by name, those that were used first: the series have a bound. */
    static final int MOST_CURRENCIES = 8;

    private static final List<String> CURRENCY = List.of("currency");
    private static final double MS_PER_SECOND = 1e3;

    private final PrometheusRegistry registry = new PrometheusRegistry();

    /** A page with the JVM's figures. */
    public MetricsPage(String version) {
        new FigureSource<>(registry, Runtime::version)
                .gauge(
                        "bankroll_build_info",
                        "The software's version and its Java, as labels; the value is 1",
                        List.of("version", "java"),
                        (java, values) -> values.add(1, version, java.toString()));
        ThreadFigures.register(registry);
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

    /** Adds how far a start is. */
    public MetricsPage recovery(Supplier<Recovery.Progress.Standing> standing) {
        new FigureSource<>(registry, standing)
                .gauge(
                        "bankroll_recovery_ratio",
                        "How much of each step of the start is done; 1 for all when it is over",
                        List.of("step"),
                        (now, values) -> STARTING.forEach(step -> values.add(now.ratio(step), step.label())))
                .gauge(
                        "bankroll_recovery_left_seconds",
                        "Until the present step of the start is over; 0 when the start is over, NaN while nobody knows",
                        Recovery.Progress.Standing::secondsLeft);
        return this;
    }

    /** Adds what the engine's threads saw, in buckets. */
    public MetricsPage distributions(Engine engine) {
        distribution("bankroll_journal_force_seconds", "How long a force took", engine.forceTimesNs(), 1e9);
        distribution("bankroll_journal_force_requests", "Requests that a force released", engine.requestsPerForce(), 1);
        distribution(
                "bankroll_engine_requests_at_force",
                "Requests in the command ring or behind it when a force began",
                engine.requestsInFlight(),
                1);
        distribution(
                "bankroll_lookup_requests_waiting",
                "Other requests that waited for the lookup thread when it took one",
                engine.lookupsWaiting(),
                1);
        return this;
    }

    private void distribution(String name, String help, Distribution figures, double unit) {
        registry.register(new DistributionFigure(name, help, figures, unit));
    }

    /** Adds a figure that is kept elsewhere. */
    public MetricsPage gauge(String name, String help, DoubleSupplier figure) {
        new FigureSource<>(registry, () -> figure).gauge(name, help, DoubleSupplier::getAsDouble);
        return this;
    }

    /** Adds the files of a data directory and the room on its disk. */
    public MetricsPage directory(Path data) {
        DirectoryFigures.register(registry, data);
        return this;
    }

    /** Adds how the scheduled backups stand. */
    public MetricsPage backups(Supplier<BackupStatus> status, LongSupplier clockMs) {
        new FigureSource<>(registry, status)
                .gauge(
                        "bankroll_backup_interval_seconds",
                        "From one scheduled backup to the next; 0: none are scheduled",
                        backup -> backup.everyMs() / MS_PER_SECOND)
                .gauge(
                        "bankroll_backup_age_seconds",
                        "Since the last good backup began, or since the start when there was none",
                        backup -> backup.ageMs(clockMs.getAsLong()) / MS_PER_SECOND)
                .gauge(
                        "bankroll_backup_duration_seconds",
                        "How long the last run took, without the hook",
                        backup -> backup.tookMs() / MS_PER_SECOND)
                .gauge("bankroll_backup_bytes", "Size of the backup", BackupStatus::bytes)
                .counter(
                        "bankroll_backup_failures",
                        "Runs of the scheduled backup or of its hook that failed",
                        BackupStatus::failures);
        return this;
    }

    /** Adds how this node stands among others. */
    public MetricsPage cluster(Supplier<ClusterStatus> status) {
        new FigureSource<>(registry, status)
                .gauge("bankroll_cluster_leads", "1 while this node leads, else 0", it -> it.leads() ? 1 : 0)
                .gauge("bankroll_cluster_term", "The term of the leader, -1 before the first", ClusterStatus::term)
                .gauge(
                        "bankroll_cluster_elections",
                        "Elections that this process has taken part in",
                        ClusterStatus::elections)
                .gauge(
                        "bankroll_cluster_election_held",
                        "1 while an election is held or this node finds its place in one, else 0",
                        it -> it.isElecting() ? 1 : 0)
                .gauge(
                        "bankroll_cluster_commit_position",
                        "Bytes of the log that are on most nodes, as far as this one knows",
                        ClusterStatus::commitPosition)
                .gauge(
                        "bankroll_cluster_behind_bytes",
                        "Bytes of the log that are on most nodes and that this one has not decided yet, -1 when that isn't known",
                        ClusterStatus::bytesBehind)
                .gauge(
                        "bankroll_cluster_behind_entries",
                        "Entries of the leader's journal that this node's lacks, -1 when that isn't known",
                        ClusterStatus::entriesBehind)
                .gauge(
                        "bankroll_cluster_mark_sequence",
                        "Entry of the newest mark: a start reads the log from there on",
                        ClusterStatus::markSequence)
                .gauge("bankroll_cluster_log_bytes", "Bytes of the log that this node keeps", ClusterStatus::logBytes);
        return this;
    }

    /** Adds a counter that is kept elsewhere: its values by their labels' values. */
    public MetricsPage counter(
            String name, String help, List<String> labels, Supplier<Map<List<String>, Long>> counts) {
        new FigureSource<>(registry, counts)
                .counter(
                        name,
                        help,
                        labels,
                        (known, values) -> known.forEach((of, count) -> values.add(count, of.toArray(String[]::new))));
        return this;
    }

    /** Adds how much there is of everything; null while it isn't known. */
    public MetricsPage counts(Supplier<Answer.Counts> counts) {
        new FigureSource<>(registry, counts)
                .gauge("bankroll_players", "Players opened", Answer.Counts::players)
                .gauge("bankroll_transactions", "Transactions remembered", Answer.Counts::transactions)
                .gauge("bankroll_sessions", "Sessions open or not cleared away", Answer.Counts::sessions)
                .gauge("bankroll_launch_codes", "Launch codes not used up", Answer.Counts::launchCodes)
                .gauge("bankroll_table_bytes", "Memory that the tables hold", Answer.Counts::tableBytes);
        return this;
    }

    /** Adds whether the books balance, and what is owed to players; null while it isn't known. */
    public MetricsPage books(Supplier<Answer.TrialBalance> books) {
        new FigureSource<>(registry, books)
                .gauge(
                        "bankroll_trial_balance",
                        "All accounts of a currency: zero, always",
                        CURRENCY,
                        byCurrency(Line::sum))
                .gauge(
                        "bankroll_player_liabilities",
                        "What players own of a currency, in minor units",
                        CURRENCY,
                        byCurrency(Line::players))
                .gauge(
                        "bankroll_trial_balance_unbalanced",
                        "Currencies, of all that there are, whose accounts don't sum to zero",
                        known -> known.currencies().stream()
                                .filter(line -> !line.sum().equals("0"))
                                .count());
        return this;
    }

    private static FigureSource.Reading<Answer.TrialBalance> byCurrency(Function<Line, String> total) {
        return (known, values) -> known.currencies().stream()
                .limit(MOST_CURRENCIES)
                .forEach(line -> values.add(Double.parseDouble(total.apply(line)), line.currency()));
    }

    /** Adds what came of reading the configuration again. */
    public MetricsPage reloads(ReloadCounts reloads) {
        counter(
                "bankroll_reloads",
                "How often the configuration was read again, by what came of it",
                List.of("result"),
                () -> Map.of(
                        List.of("taken"), reloads.takenCount(),
                        List.of("refused"), reloads.refusedCount()));
        gauge(
                "bankroll_reload_refused",
                "1 when the configuration could not be used the last time it was read again, else 0",
                () -> reloads.isLastRefused() ? 1 : 0);
        return this;
    }

    /** Adds the figures of the listeners. */
    public MetricsPage listeners(Listener... listeners) {
        HttpFigures.register(registry, listeners);
        return this;
    }

    /** In Prometheus' own format. */
    public byte[] scrape() {
        return scrape(PROMETHEUS);
    }

    /** Reads everything and writes the text, in UTF-8. */
    public byte[] scrape(ExpositionFormatWriter writer) {
        ByteArrayOutputStream text = new ByteArrayOutputStream(1 << 14);
        try {
            writer.write(text, registry.scrape(name -> !LEFT_OUT.matcher(name).matches()), EscapingScheme.DEFAULT);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory can't fail", e);
        }
        return text.toByteArray();
    }

    /**
     * A distribution as a histogram with the bounds that it has.
     *
     * @param unit its figures are so many times as large as what is shown
     */
    private record DistributionFigure(String name, String help, Distribution figures, double unit)
            implements Collector {
        @Override
        public HistogramSnapshot collect() {
            long[] bounds = figures.bounds();
            double[] upper = new double[bounds.length + 1];
            for (int i = 0; i < bounds.length; i++) {
                upper[i] = bounds[i] / unit;
            }
            upper[bounds.length] = Double.POSITIVE_INFINITY;
            Number[] counts = Arrays.stream(figures.counts()).boxed().toArray(Number[]::new);
            return HistogramSnapshot.builder()
                    .name(name)
                    .help(help)
                    .dataPoint(HistogramSnapshot.HistogramDataPointSnapshot.builder()
                            .classicHistogramBuckets(ClassicHistogramBuckets.of(upper, counts))
                            .sum(figures.sum() / unit)
                            .build())
                    .build();
        }
    }
}
