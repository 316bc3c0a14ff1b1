package bankroll.gateway.ops;

import bankroll.cluster.ClusterStatus;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** The figures of a node among others. */
final class ClusterFigures {
    private final PrometheusRegistry registry;
    private final Supplier<ClusterStatus> status;

    private ClusterFigures(PrometheusRegistry registry, Supplier<ClusterStatus> status) {
        this.registry = registry;
        this.status = status;
    }

    static void register(PrometheusRegistry registry, Supplier<ClusterStatus> status) {
        ClusterFigures figures = new ClusterFigures(registry, status);
        figures.gauge("bankroll_cluster_leads", "1 while this node leads, else 0", it -> it.leads() ? 1 : 0);
        figures.gauge("bankroll_cluster_term", "The term of the leader, -1 before the first", ClusterStatus::term);
        figures.gauge(
                "bankroll_cluster_elections",
                "Elections that this process has taken part in",
                ClusterStatus::elections);
        figures.gauge(
                "bankroll_cluster_election_held",
                "1 while an election is held or this node finds its place in one, else 0",
                it -> it.isElecting() ? 1 : 0);
        figures.gauge(
                "bankroll_cluster_commit_position",
                "Bytes of the log that are on most nodes, as far as this one knows",
                ClusterStatus::commitPosition);
        figures.gauge(
                "bankroll_cluster_behind_bytes",
                "Bytes of the log that are on most nodes and that this one has not decided yet",
                ClusterStatus::bytesBehind);
        figures.gauge(
                "bankroll_cluster_mark_sequence",
                "Entry of the newest mark: a start reads the log from there on",
                ClusterStatus::markSequence);
    }

    private void gauge(String name, String help, ToDoubleFunction<ClusterStatus> figure) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .callback(callback -> callback.call(figure.applyAsDouble(status.get())))
                .register(registry);
    }
}
