package bankroll.bench.baseline;

import bankroll.bench.report.Facts;
import bankroll.bench.report.FigureTable;
import bankroll.bench.report.MachineFacts;
import bankroll.bench.report.Report;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Both systems beside each other: table, JSON, page. */
final class BesidePostgres {
    private final PostgresOptions options;
    private final List<Side> sides;
    private final Facts about;

    BesidePostgres(PostgresOptions options, List<Side> sides, Facts about) {
        this.options = options;
        this.sides = sides;
        this.about = about;
    }

    void publish() {
        Report report = new Report("bankroll bench baseline postgres");
        for (int batch : options.batches) {
            ratio(batch).ifPresent(ratio -> report.headline("Bankroll : PostgreSQL, batches of " + batch, ratio));
        }
        report.section("Bankroll : PostgreSQL", ratios())
                .section("Figures", figures())
                .section("Workload", workload())
                .section("Machine", MachineFacts.describe(options.directory()))
                .section("PostgreSQL", about)
                .section("PostgreSQL's settings", PostgresSettings.facts(options.mostConnections()))
                .caveat("PostgreSQL is called straight by JDBC, batches encoded ahead: no HTTP, no JSON, no signature,"
                        + " which Bankroll's side has all of. It keeps half of the range of amounts, no limits, no idle"
                        + " time of sessions, no details, and no second leg of a booking.")
                .caveat(
                        "Both sides share the processors with their client, run one after the other, and are driven by a"
                                + " closed loop: latencies are those of a system at its limit.")
                .caveat("A virtual disk may say that bytes are on disk while its host still holds them in memory.")
                .caveat("Tables are filled by the run alone: neither side is seen with years of transactions in it.")
                .publish(options.json, options.html);
    }

    private FigureTable ratios() {
        FigureTable table = new FigureTable("batch", "Bankroll/s", "PostgreSQL/s", "ratio");
        for (int batch : options.batches) {
            Optional<Side> ours = side("Bankroll", batch);
            Optional<Side> theirs = side("PostgreSQL", batch);
            table.row(
                    batch,
                    ours.<Object>map(Side::itemsPerSecond).orElse("-"),
                    theirs.<Object>map(Side::itemsPerSecond).orElse("-"),
                    ratio(batch).orElse("-"));
        }
        return table;
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

    private FigureTable figures() {
        FigureTable table = new FigureTable(
                "system",
                "batch",
                "connections",
                "bookings/s",
                "p50 ms",
                "p99 ms",
                "CPU µs/booking",
                "checked",
                "right");
        for (Side side : sides) {
            table.row(
                    side.system(),
                    side.batch(),
                    side.connections(),
                    side.itemsPerSecond(),
                    side.p50Ms(),
                    side.p99Ms(),
                    side.cpuUsPerItem(),
                    side.checked(),
                    side.isRight() ? "yes" : "NO");
        }
        return table;
    }

    private Facts workload() {
        return new Facts()
                .put("players", options.players)
                .put("mix", options.play.mix)
                .put("skew", options.play.skew())
                .put("seed", options.play.seed)
                .put("warm-up s", options.warmup)
                .put("measured s", options.duration)
                .put("Bankroll's sync policy", "always");
    }
}
