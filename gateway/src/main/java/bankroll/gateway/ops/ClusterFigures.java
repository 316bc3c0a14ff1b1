package bankroll.gateway.ops;

import bankroll.cluster.ClusterStatus;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.function.Supplier;

/** The figures of a node among others. */
final class ClusterFigures {
    private ClusterFigures() {}

    static void register(PrometheusRegistry registry, Supplier<ClusterStatus> status) {
        FigureSource<ClusterStatus> figures = new FigureSource<>(registry, status);
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
                "bankroll_cluster_behind_entries",
                "Entries of the leader's journal that this node's lacks, -1 when that isn't known",
                ClusterStatus::entriesBehind);
        figures.gauge(
                "bankroll_cluster_mark_sequence",
                "Entry of the newest mark: a start reads the log from there on",
                ClusterStatus::markSequence);
        figures.gauge("bankroll_cluster_log_bytes", "Bytes of the log that this node keeps", ClusterStatus::logBytes);
    }
}
