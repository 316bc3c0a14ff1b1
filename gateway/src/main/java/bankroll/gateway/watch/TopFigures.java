package bankroll.gateway.watch;

import bankroll.gateway.watch.Figure.Unit;
import bankroll.gateway.watch.Scrape.Sample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What {@code top} shows of two looks at the same service: rates between them, all else as the later one has it. */
public final class TopFigures {
    private static final int MOST_THREADS = 4;
    private static final String MONEY_ROUTE = "/transactions";
    private static final double SLOWEST = 0.99;

    private final Scrape before;
    private final Scrape now;
    private final double seconds;
    private final List<Figure> figures = new ArrayList<>();

    private TopFigures(Scrape before, Scrape now) {
        this.before = before;
        this.now = now;
        this.seconds = Math.max(1e-3, (now.timeNs() - before.timeNs()) / 1e9);
    }

    /**
     * Reckons.
     *
     * @param ready what readiness says: {@code ready}, or why not
     * @param epochSeconds the time now
     */
    public static List<Figure> of(Scrape before, Scrape now, String ready, double epochSeconds) {
        TopFigures top = new TopFigures(before, now);
        top.service(ready, epochSeconds);
        top.bookings();
        top.requests();
        top.forces();
        top.engine();
        top.threads();
        top.memory();
        top.disk(epochSeconds);
        top.backup();
        top.books();
        return top.figures;
    }

    /** By section and name, with underscores for blanks, for machines; what isn't known is left out. */
    public static Map<String, Object> members(List<Figure> figures) {
        Map<String, Object> sections = new LinkedHashMap<>();
        for (Figure figure : figures) {
            boolean isKnown = !(figure.value() instanceof Double number) || Double.isFinite(number);
            if (isKnown) {
                @SuppressWarnings("unchecked") // made here
                Map<String, Object> section = (Map<String, Object>)
                        sections.computeIfAbsent(key(figure.section()), first -> new LinkedHashMap<String, Object>());
                section.put(key(figure.name()), figure.value());
            }
        }
        return sections;
    }

    private static String key(String words) {
        return words.replace(' ', '_');
    }

    private void service(String ready, double epochSeconds) {
        now.of("bankroll_build_info").findFirst().ifPresent(build -> add("service", "version", build.label("version")));
        add("service", "up", epochSeconds - now.value("process_start_time_seconds"), Unit.SECONDS);
        add("service", "health", ready);
        double left = now.value("bankroll_recovery_left_seconds");
        if (left > 0) {
            add("service", "start takes another", left, Unit.SECONDS);
        }
        add("service", "in the way", named("bankroll_engine_obstacle", "reason"));
        add("service", "degraded", named("bankroll_degraded", "part"));
    }

    /** The labels of those that are there now. */
    private String named(String name, String label) {
        String names = now.of(name)
                .filter(sample -> sample.value() > 0)
                .map(sample -> sample.label(label))
                .collect(Collectors.joining(", "));
        return names.isEmpty() ? "nothing" : names;
    }

    private void bookings() {
        bookings("bookings", sample -> true);
        now.of("bankroll_transactions_answered_total")
                .map(sample -> sample.label("platform"))
                .distinct()
                .sorted()
                .forEach(platform -> {
                    Predicate<Sample> its = sample -> sample.label("platform").equals(platform);
                    bookings("platform " + platform, its);
                    turnedAway("platform " + platform, its);
                });
    }

    private void turnedAway(String section, Predicate<Sample> which) {
        for (String status : List.of("429", "503")) {
            rate(
                    section,
                    status,
                    "bankroll_platform_requests_total",
                    which.and(sample -> sample.label("status").equals(status)));
        }
    }

    private void bookings(String section, Predicate<Sample> which) {
        rate(section, "booked", "bankroll_transactions_booked_total", which);
        rate(section, "answered", "bankroll_transactions_answered_total", which);
        rate(
                section,
                "not ok",
                "bankroll_transactions_answered_total",
                which.and(sample -> !sample.label("status").equals("ok")));
        rate(section, "anomalies", "bankroll_anomalies_total", which);
    }

    private void requests() {
        Predicate<Sample> ofPlatforms = sample -> sample.label("listener").equals("platform");
        rate("requests", "all", "bankroll_http_requests_total", ofPlatforms);
        for (String status : List.of("401", "429", "500", "503")) {
            rate(
                    "requests",
                    status,
                    "bankroll_http_requests_total",
                    ofPlatforms.and(sample -> sample.label("status").equals(status)));
        }
        add("requests", "connections", now.sum("bankroll_http_connections", ofPlatforms), Unit.COUNT);
        now.of("bankroll_http_request_seconds")
                .filter(sample -> sample.label("route").endsWith(MONEY_ROUTE))
                .forEach(sample -> add(
                        "latency",
                        "p" + percentile(Double.parseDouble(sample.label("quantile"))),
                        sample.value(),
                        Unit.SECONDS));
    }

    private static String percentile(double quantile) {
        double percent = Math.round(quantile * 1_000) / 10.0;
        return percent == Math.rint(percent) ? Long.toString((long) percent) : Double.toString(percent);
    }

    private void forces() {
        double forces = grown("bankroll_journal_force_seconds_count", any());
        add("forces", "forces", forces / seconds, Unit.RATE);
        add("forces", "mean", grown("bankroll_journal_force_seconds_sum", any()) / forces, Unit.SECONDS);
        add("forces", "p99 up to", slowest("bankroll_journal_force_seconds_bucket"), Unit.SECONDS);
        add("forces", "requests each", grown("bankroll_journal_force_requests_sum", any()) / forces, Unit.COUNT);
    }

    /** The bound of the bucket in which the slowest of a hundred was. */
    private double slowest(String buckets) {
        double all = grown(buckets, sample -> sample.label("le").equals("+Inf"));
        return now.of(buckets)
                .filter(bucket ->
                        all > 0 && grown(buckets, it -> it.label("le").equals(bucket.label("le"))) >= SLOWEST * all)
                .mapToDouble(bucket -> bound(bucket.label("le")))
                .min()
                .orElse(Double.NaN);
    }

    private static double bound(String text) {
        return text.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(text);
    }

    private void engine() {
        add("engine", "under way", now.value("bankroll_engine_requests_in_flight"), Unit.COUNT);
        add("engine", "of", now.value("bankroll_engine_requests_allowed"), Unit.COUNT);
        rate("engine", "refused", "bankroll_engine_requests_refused_total", any());
        add("engine", "entry", now.value("bankroll_journal_sequence"), Unit.COUNT);
        rate("engine", "entries", "bankroll_journal_entries_total", any());
        add(
                "engine",
                "waits for files",
                grown("bankroll_engine_next_file_waited_seconds_total", any()) / seconds,
                Unit.SHARE);
    }

    private void threads() {
        now.of("bankroll_thread_cpu_seconds_total")
                .map(sample -> new Figure(
                        "busy threads",
                        sample.label("thread"),
                        grown(sample.name(), it -> it.labels().equals(sample.labels())) / seconds,
                        Unit.SHARE))
                .sorted(Comparator.comparingDouble((Figure figure) -> (Double) figure.value())
                        .reversed())
                .limit(MOST_THREADS)
                .forEach(figures::add);
    }

    private void memory() {
        add("memory", "tables", now.value("bankroll_table_bytes"), Unit.BYTES);
        add("memory", "of", now.value("bankroll_table_bytes_allowed"), Unit.BYTES);
        double left = now.value("bankroll_table_bytes_left_seconds");
        if (Double.isFinite(left)) {
            add("memory", "full in", left, Unit.SECONDS);
        }
        Predicate<Sample> heap = sample -> sample.label("area").equals("heap");
        add("memory", "heap", now.sum("jvm_memory_used_bytes", heap), Unit.BYTES);
        add("memory", "heap of", now.sum("jvm_memory_max_bytes", heap), Unit.BYTES);
        add("memory", "process", now.value("process_resident_memory_bytes"), Unit.BYTES);
    }

    private void disk(double epochSeconds) {
        add("disk", "free", now.value("bankroll_disk_free_bytes"), Unit.BYTES);
        add("disk", "of", now.value("bankroll_disk_bytes"), Unit.BYTES);
        add("disk", "low-water mark", now.value("bankroll_disk_low_water_bytes"), Unit.BYTES);
        add("disk", "journal", now.value("bankroll_journal_bytes"), Unit.BYTES);
        add("disk", "files", now.value("bankroll_journal_files"), Unit.COUNT);
        double written = now.value("bankroll_snapshot_time_seconds");
        add("snapshot", "age", written > 0 ? epochSeconds - written : Double.NaN, Unit.SECONDS);
        add(
                "snapshot",
                "entries since",
                now.value("bankroll_journal_sequence") - now.value("bankroll_snapshot_sequence"),
                Unit.COUNT);
        add("snapshot", "failures", now.value("bankroll_snapshot_failures_total"), Unit.COUNT);
    }

    /** Nothing where none are scheduled: an age says nothing there. */
    private void backup() {
        double interval = now.value("bankroll_backup_interval_seconds");
        if (interval > 0) {
            add("backup", "age", now.value("bankroll_backup_age_seconds"), Unit.SECONDS);
            add("backup", "every", interval, Unit.SECONDS);
            add("backup", "took", now.value("bankroll_backup_duration_seconds"), Unit.SECONDS);
            add("backup", "size", now.value("bankroll_backup_bytes"), Unit.BYTES);
            add("backup", "failures", now.value("bankroll_backup_failures_total"), Unit.COUNT);
        }
    }

    private void books() {
        add("books", "unbalanced currencies", now.value("bankroll_trial_balance_unbalanced"), Unit.COUNT);
        now.of("bankroll_player_liabilities")
                .forEach(owed -> add("books", "owed " + owed.label("currency"), owed.value(), Unit.MINOR));
        add("books", "players", now.value("bankroll_players"), Unit.COUNT);
        add("books", "transactions", now.value("bankroll_transactions"), Unit.COUNT);
    }

    private static Predicate<Sample> any() {
        return sample -> true;
    }

    private void rate(String section, String name, String counter, Predicate<Sample> which) {
        add(section, name, grown(counter, which) / seconds, Unit.RATE);
    }

    /** By how much counters have grown; a service that was started anew in between has grown by what it has. */
    private double grown(String counter, Predicate<Sample> which) {
        double grown = now.sum(counter, which) - before.sum(counter, which);
        return grown < 0 ? now.sum(counter, which) : grown;
    }

    private void add(String section, String name, String text) {
        figures.add(new Figure(section, name, text, Unit.TEXT));
    }

    private void add(String section, String name, double value, Unit unit) {
        figures.add(new Figure(section, name, value, unit));
    }
}
