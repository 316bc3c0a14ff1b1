package bankroll.gateway.ops;

import bankroll.condition.Degradation;
import bankroll.engine.Capacity;
import bankroll.engine.EngineStatus;
import bankroll.engine.Obstacle;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** The figures of engine and journal. */
final class EngineFigures {
    private static final double SECONDS_PER_DAY = 86_400;

    private final PrometheusRegistry registry;
    private final Supplier<EngineStatus> status;
    private final FigureSource<EngineStatus> plain;

    private EngineFigures(PrometheusRegistry registry, Supplier<EngineStatus> status) {
        this.registry = registry;
        this.status = status;
        this.plain = new FigureSource<>(registry, status);
    }

    static void register(PrometheusRegistry registry, Supplier<EngineStatus> status) {
        EngineFigures figures = new EngineFigures(registry, status);
        figures.journal();
        figures.requests();
        figures.snapshots();
        figures.refusals();
        figures.obstacles();
        figures.clock();
        figures.capacity();
        figures.syncPolicy();
        figures.degraded();
    }

    private void journal() {
        plain.gauge("bankroll_journal_sequence", "Sequence of the last appended entry", EngineStatus::sequence);
        plain.gauge(
                "bankroll_journal_synced_sequence",
                "Sequence up to which replies may be given under the sync policy",
                EngineStatus::syncedSequence);
        plain.gauge(
                "bankroll_journal_chain_sequence",
                "Sequence up to which the journal was read back and its chain computed",
                engine -> engine.chainHead().sequence());
        plain.gauge(
                "bankroll_journal_chain_head",
                "The first six bytes of the chain's value there, as a number: the same wherever the journal is the same",
                engine -> engine.chainHead().prefix());
        plain.counter("bankroll_journal_entries", "Entries appended since the start", EngineStatus::entriesAppended);
    }

    private void requests() {
        plain.gauge(
                "bankroll_engine_requests_in_flight",
                "Requests in the command ring or behind it, without an answer yet",
                EngineStatus::inFlight);
        plain.counter(
                "bankroll_engine_next_file_waits",
                "How often requests had to wait for the journal's next file",
                engine -> engine.waits().times());
        plain.counter(
                "bankroll_engine_next_file_waited_seconds",
                "How long requests had to wait for the journal's next file, in all",
                engine -> engine.waits().ms() / 1e3);
        plain.gauge(
                "bankroll_engine_accepting",
                "1 while new bookings are taken, else 0",
                engine -> engine.isAccepting() ? 1 : 0);
    }

    private void snapshots() {
        plain.gauge(
                "bankroll_snapshot_sequence",
                "Last entry in the newest snapshot; a restart replays what came after",
                engine -> engine.snapshots().sequence());
        plain.counter(
                "bankroll_snapshot_failures",
                "Snapshots that could not be written since the start",
                engine -> engine.snapshots().failures());
        plain.gauge(
                "bankroll_snapshot_failing",
                "1 while snapshots can't be written as they should, else 0; the status says why",
                engine -> engine.degraded().stream().anyMatch(it -> it.part() == Degradation.Part.SNAPSHOTS) ? 1 : 0);
        plain.gauge(
                "bankroll_snapshot_duration_seconds",
                "How long the last snapshot took that this process wrote; 0 for none",
                engine -> engine.snapshots().tookMs() / 1e3);
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

    private void clock() {
        CounterWithCallback.builder()
                .name("bankroll_clock_steps")
                .help("Steps of the machine's clock of more than a second, by direction")
                .labelNames("direction")
                .callback(callback -> {
                    EngineStatus.Clock clock = status.get().clock();
                    callback.call(clock.stepsForward(), "forward");
                    callback.call(clock.stepsBack(), "back");
                })
                .register(registry);
        plain.gauge(
                "bankroll_clock_refused_step_seconds",
                "By how much the clock is wrong while bookings don't follow it; else 0",
                engine -> engine.clock().refusedMs() / 1e3);
    }

    private void refusals() {
        CounterWithCallback.builder()
                .name("bankroll_engine_requests_refused")
                .help("Requests refused before they were decided, by reason")
                .labelNames("reason")
                .callback(callback ->
                        status.get().refusedBy().forEach((reason, count) -> callback.call(count, reason.label())))
                .register(registry);
    }

    private void obstacles() {
        GaugeWithCallback.builder()
                .name("bankroll_engine_obstacle")
                .help("1 while this stands in the way of bookings or other changes, else 0")
                .labelNames("reason")
                .callback(callback -> {
                    List<Obstacle> obstacles = status.get().obstacles();
                    for (Obstacle.Kind kind : Obstacle.Kind.values()) {
                        callback.call(obstacles.stream().anyMatch(it -> it.kind() == kind) ? 1 : 0, kind.label());
                    }
                })
                .register(registry);
    }

    private void capacity() {
        plain.gauge(
                "bankroll_table_bytes_allowed",
                "Memory that the tables may hold before bookings are refused",
                engine -> engine.capacity().tableBytes().allowed());
        plain.gauge(
                "bankroll_table_bytes_left_seconds",
                "Time until then at the rate of the last day; +Inf when it can't be told",
                engine -> secondsLeft(engine.capacity().tableBytes()));
        tables("bankroll_table_records", "Records in a table", Capacity.Use::used);
        tables("bankroll_table_records_allowed", "Records that a table may have", Capacity.Use::allowed);
        tables(
                "bankroll_table_records_left_seconds",
                "Time until a table is full at the rate of the last day; +Inf when it can't be told",
                EngineFigures::secondsLeft);
    }

    private static double secondsLeft(Capacity.Use use) {
        return use.daysLeft() * SECONDS_PER_DAY;
    }

    private void tables(String name, String help, ToDoubleFunction<Capacity.Use> figure) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .labelNames("table")
                .callback(callback -> status.get()
                        .capacity()
                        .tables()
                        .forEach(table -> callback.call(figure.applyAsDouble(table), table.name())))
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
