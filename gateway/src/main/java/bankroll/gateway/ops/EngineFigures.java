package bankroll.gateway.ops;

import bankroll.condition.Degradation;
import bankroll.engine.EngineStatus;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** The figures of engine and journal. */
final class EngineFigures {
    private final PrometheusRegistry registry;
    private final Supplier<EngineStatus> status;

    private EngineFigures(PrometheusRegistry registry, Supplier<EngineStatus> status) {
        this.registry = registry;
        this.status = status;
    }

    static void register(PrometheusRegistry registry, Supplier<EngineStatus> status) {
        EngineFigures figures = new EngineFigures(registry, status);
        figures.gauge("bankroll_journal_sequence", "Sequence of the last appended entry", EngineStatus::sequence);
        figures.gauge(
                "bankroll_journal_synced_sequence",
                "Sequence up to which replies may be given under the sync policy",
                EngineStatus::syncedSequence);
        figures.gauge(
                "bankroll_journal_chain_sequence",
                "Sequence up to which the journal was read back and its chain computed",
                engine -> engine.chainHead().sequence());
        figures.counter("bankroll_journal_entries", "Entries appended since the start", EngineStatus::entriesAppended);
        figures.gauge(
                "bankroll_engine_requests_in_flight",
                "Requests in the command ring or behind it, without an answer yet",
                EngineStatus::inFlight);
        figures.counter(
                "bankroll_engine_requests_refused",
                "Requests not taken: ring full, no room on the disk, or stopping",
                EngineStatus::requestsRefused);
        figures.gauge(
                "bankroll_engine_accepting",
                "1 while new bookings are taken, else 0",
                engine -> engine.isAccepting() ? 1 : 0);
        figures.gauge(
                "bankroll_snapshot_sequence",
                "Last entry in the newest snapshot; a restart replays what came after",
                engine -> engine.snapshots().sequence());
        figures.counter(
                "bankroll_snapshot_failures",
                "Snapshots that could not be written since the start",
                engine -> engine.snapshots().failures());
        figures.gauge(
                "bankroll_snapshot_failing",
                "1 while the last snapshot that was tried could not be written, else 0",
                engine -> engine.snapshots().failure() == null ? 0 : 1);
        figures.syncPolicy();
        figures.degraded();
    }

    private void gauge(String name, String help, ToDoubleFunction<EngineStatus> figure) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .callback(callback -> callback.call(figure.applyAsDouble(status.get())))
                .register(registry);
    }

    private void counter(String name, String help, ToDoubleFunction<EngineStatus> figure) {
        CounterWithCallback.builder()
                .name(name)
                .help(help)
                .callback(callback -> callback.call(figure.applyAsDouble(status.get())))
                .register(registry);
    }

    private void degraded() {
        GaugeWithCallback.builder()
                .name("bankroll_degraded")
                .help("How many things this part can't do as it should; the status says which")
                .labelNames("part")
                .callback(callback -> {
                    List<Degradation.Entry> entries = status.get().degraded();
                    for (Degradation.Part part : Degradation.Part.values()) {
                        long count = entries.stream()
                                .filter(entry -> entry.part() == part)
                                .count();
                        callback.call(count, part.label());
                    }
                })
                .register(registry);
    }

    private void syncPolicy() {
        GaugeWithCallback.builder()
                .name("bankroll_journal_sync_policy")
                .help("When replies are given, as a label; the value is 1")
                .labelNames("policy")
                .callback(callback -> callback.call(1, status.get().syncPolicy()))
                .register(registry);
    }
}
