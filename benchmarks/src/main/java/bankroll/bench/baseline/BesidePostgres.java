package bankroll.bench.baseline;

import bankroll.bench.report.MachineFacts;
import bankroll.bench.report.Measurements;
import bankroll.bench.report.Report;
import bankroll.tools.console.Summary;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Both systems beside each other: a table, and JSON. */
final class BesidePostgres {
    private final PostgresOptions options;
    private final List<Side> sides;
    private final Summary about;

    BesidePostgres(PostgresOptions options, List<Side> sides, Summary about) {
        this.options = options;
        this.sides = sides;
        this.about = about;
    }

    void publish() {
        Summary settings = new Summary();
        PostgresSettings.all(options.mostConnections()).forEach(settings::put);
        Report report = new Report("bankroll bench baseline postgres");
        report.section("Bankroll : PostgreSQL", ratios())
                .section("Figures", figures())
                .section("Workload", workload())
                .section("Machine", MachineFacts.describe(options.directory()))
                .section("PostgreSQL", about)
                .section("PostgreSQL's settings", settings)
                .caveat("PostgreSQL is called straight by JDBC, batches encoded ahead: no HTTP, no JSON, no signature,"
                        + " which Bankroll's side has all of. It keeps half of the range of amounts, no limits, no idle"
                        + " time of sessions, no details, and no second leg of a booking.")
                .caveat(
                        "Both sides share the processors with their client, run one after the other, and are driven by a"
                                + " closed loop: latencies are those of a system at its limit.")
                .caveat("A virtual disk may say that bytes are on disk while its host still holds them in memory.")
                .caveat("Tables are filled by the run alone: neither side is seen with years of transactions in it.")
                .publish(options.json);
    }

    private List<Summary> ratios() {
        return options.batches.stream()
                .map(batch -> new Summary()
                        .put("batch", batch)
                        .put("Bankroll/s", perSecond("Bankroll", batch))
                        .put("PostgreSQL/s", perSecond("PostgreSQL", batch))
                        .put("ratio", ratio(batch).orElse("-")))
                .toList();
    }

    private String perSecond(String system, int batch) {
        return side(system, batch)
                .map(side -> String.format(Locale.ROOT, "%,d", side.itemsPerSecond()))
                .orElse("-");
    }

    private Optional<String> ratio(int batch) {
        Optional<Side> theirs = side("PostgreSQL", batch);
        return side("Bankroll", batch)
                .flatMap(our -> theirs.map(their -> String.format(
                        Locale.ROOT, "%.1f : 1", (double) our.itemsPerSecond() / their.itemsPerSecond())));
    }

    private Optional<Side> side(String system, int batch) {
        return sides.stream()
                .filter(side -> side.system().equals(system) && side.batch() == batch)
                .findFirst();
    }

    private List<Summary> figures() {
        return sides.stream()
                .map(side -> new Summary()
                        .put("system", side.system())
                        .put("batch", side.batch())
                        .put("connections", side.connections())
                        .put("bookings/s", side.itemsPerSecond())
                        .put("p50 ms", side.p50Ms())
                        .put("p99 ms", side.p99Ms())
                        .put("CPU µs/booking", side.cpuUsPerItem())
                        .put("checked", side.checked())
                        .put("right", side.isRight()))
                .toList();
    }

    private Summary workload() {
        return new Summary()
                .put("players", options.players)
                .put("mix", options.play.mix.toString())
                .put("skew", options.play.skew())
                .put("seed", options.play.seed)
                .put("warm-up s", options.warmup)
                .put("measured s", options.duration)
                .put("Bankroll's sync policy", "always");
    }

    /**
     * One system's figures for one batch size.
     *
     * @param batch items of a request
     * @param connections that played
     * @param measurements what was measured
     * @param cpuSeconds processor time of the system while the clock ran
     * @param checked items whose answers were as they had to be
     * @param isRight whether all were, and the books agreed
     */
    record Side(
            String system,
            int batch,
            int connections,
            Measurements measurements,
            double cpuSeconds,
            long checked,
            boolean isRight) {
        long itemsPerSecond() {
            return measurements.itemsPerSecond();
        }

        double cpuUsPerItem() {
            return cpuSeconds * 1e6 / Math.max(1, measurements.items());
        }

        double p50Ms() {
            return measurements.latencies().getValueAtPercentile(50) / 1e6;
        }

        double p99Ms() {
            return measurements.latencies().getValueAtPercentile(99) / 1e6;
        }
    }
}
