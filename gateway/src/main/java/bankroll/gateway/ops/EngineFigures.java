package bankroll.gateway.ops;

import bankroll.condition.Degradation;
import bankroll.engine.EngineStatus;
import bankroll.engine.EngineStatus.Capacity;
import bankroll.engine.EngineStatus.Obstacle;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** The figures of engine and journal. */
final class EngineFigures {
    private static final double SECONDS_PER_DAY = 86_400;

    private final FigureSource<EngineStatus> figures;

    private EngineFigures(FigureSource<EngineStatus> figures) {
        this.figures = figures;
    }

    static void register(PrometheusRegistry registry, Supplier<EngineStatus> status) {
        EngineFigures figures = new EngineFigures(new FigureSource<>(registry, status));
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
        figures.gauge("bankroll_journal_sequence", "Sequence of the last appended entry", EngineStatus::sequence);
        figures.gauge(
                "bankroll_journal_synced_sequence",
                "Sequence up to which replies may be given under the sync policy",
                EngineStatus::syncedSequence);
        figures.gauge(
                "bankroll_journal_chain_sequence",
                "Sequence up to which the journal was read back and its chain computed",
                engine -> engine.chainHead().sequence());
        figures.gauge(
                "bankroll_journal_chain_head",
                "The first six bytes of the chain's value there, as a number: the same wherever the journal is the same",
                engine -> engine.chainHead().prefix());
        figures.counter("bankroll_journal_entries", "Entries appended since the start", EngineStatus::entriesAppended);
    }

    private void requests() {
        figures.gauge(
                "bankroll_engine_requests_in_flight",
                "Requests in the command ring or behind it, without an answer yet",
                EngineStatus::inFlight);
        figures.counter(
                "bankroll_engine_next_file_waits",
                "How often requests had to wait for the journal's next file",
                engine -> engine.waits().times());
        figures.counter(
                "bankroll_engine_next_file_waited_seconds",
                "How long requests had to wait for the journal's next file, in all",
                engine -> engine.waits().ms() / 1e3);
        figures.gauge(
                "bankroll_engine_accepting",
                "1 while new bookings are taken, else 0",
                engine -> engine.isAccepting() ? 1 : 0);
    }

    private void snapshots() {
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
                "1 while snapshots can't be written as they should, else 0; the status says why",
                engine -> engine.degraded().stream().anyMatch(it -> it.part() == Degradation.Part.SNAPSHOTS) ? 1 : 0);
        figures.gauge(
                "bankroll_snapshot_duration_seconds",
                "How long the last snapshot took that this process wrote; 0 for none",
                engine -> engine.snapshots().tookMs() / 1e3);
    }

    private void degraded() {
        figures.gauge(
                "bankroll_degraded",
                "How many things this part can't do as it should; the status says which",
                List.of("part"),
                (engine, values) -> {
                    List<Degradation.Entry> entries = engine.degraded();
                    for (Degradation.Part part : Degradation.Part.values()) {
                        long count = entries.stream()
                                .filter(entry -> entry.part() == part)
                                .count();
                        values.add(count, part.label());
                    }
                });
    }

    private void clock() {
        figures.counter(
                "bankroll_clock_steps",
                "Steps of the machine's clock of more than a second, by direction",
                List.of("direction"),
                (engine, values) -> {
                    values.add(engine.clock().stepsForward(), "forward");
                    values.add(engine.clock().stepsBack(), "back");
                });
        figures.gauge(
                "bankroll_clock_refused_step_seconds",
                "By how much the clock is wrong while bookings don't follow it; else 0",
                engine -> engine.clock().refusedMs() / 1e3);
    }

    private void refusals() {
        figures.counter(
                "bankroll_engine_requests_refused",
                "Requests refused before they were decided, by reason",
                List.of("reason"),
                (engine, values) -> engine.refusedBy().forEach((reason, count) -> values.add(count, reason.label())));
    }

    private void obstacles() {
        figures.gauge(
                "bankroll_engine_obstacle",
                "1 while this stands in the way of bookings or other changes, else 0",
                List.of("reason"),
                (engine, values) -> {
                    List<Obstacle> obstacles = engine.obstacles();
                    for (Obstacle.Kind kind : Obstacle.Kind.values()) {
                        values.add(obstacles.stream().anyMatch(it -> it.kind() == kind) ? 1 : 0, kind.label());
                    }
                });
    }

    private void capacity() {
        figures.gauge(
                "bankroll_table_bytes_allowed",
                "Memory that the tables may hold before bookings are refused",
                engine -> engine.capacity().tableBytes().allowed());
        figures.gauge(
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
        figures.gauge(
                name,
                help,
                List.of("table"),
                (engine, values) -> engine.capacity()
                        .tables()
                        .forEach(table -> values.add(figure.applyAsDouble(table), table.name())));
    }

    private void syncPolicy() {
        figures.gauge(
                "bankroll_journal_sync_policy",
                "When replies are given, as a label; the value is 1",
                List.of("policy"),
                (engine, values) -> values.add(1, engine.syncPolicy()));
    }
}
