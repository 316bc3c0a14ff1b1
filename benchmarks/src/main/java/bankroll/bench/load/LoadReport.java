package bankroll.bench.load;

import bankroll.bench.report.Chart;
import bankroll.bench.report.Facts;
import bankroll.bench.report.FigureTable;
import bankroll.bench.report.Report;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/** A load run's figures as facts, tables, charts and HdrHistogram log. */
final class LoadReport {
    private static final double[] PERCENTILES = {50, 90, 99, 99.9, 99.99};

    /** Points of the chart by percentile from one nine to the next, and the one nearest to the median. */
    private static final int STEPS = 50;

    private static final int MEDIAN_STEP = 15;

    private final LoadOptions options;
    private final LoadRun run;
    private final Measurements measurements;

    LoadReport(LoadOptions options, LoadRun run) {
        this.options = options;
        this.run = run;
        measurements = run.measurements();
    }

    Facts workload(String target) {
        return new Facts()
                .put("service", target)
                .put("operation", options.operation)
                .put("batch", options.itemsPerRequest())
                .put("pace", options.max ? "closed loop" : "open loop, " + Facts.show((long) options.rate) + "/s")
                .put("connections", options.connections)
                .put("depth", options.depth)
                .put("client threads", options.threads)
                .put("players", options.players)
                .put("skew", options.play.skew())
                .put("mix", options.operation == LoadOptions.Operation.balance ? null : options.play.mix)
                .put("seed", options.play.seed)
                .put("warm-up s", options.warmup);
    }

    Facts result() {
        double seconds = measurements.measuredSeconds();
        Facts facts = new Facts()
                .put(unit(), measurements.itemsPerSecond())
                .put("asked for", options.max ? null : Math.round(options.rate))
                .put("requests/s", rate(measurements.requests(), seconds))
                .put("measured s", seconds)
                .put("rounds", run.rounds())
                .put("client cores", run.clientCpuSeconds() / seconds);
        if (run.serverCpuSeconds() > 0) {
            facts.put("service cores", run.serverCpuSeconds() / seconds);
            facts.put("service CPU µs per item", run.serverCpuSeconds() * 1e6 / Math.max(1, measurements.items()));
        }
        return facts;
    }

    private String unit() {
        return options.operation == LoadOptions.Operation.balance ? "reads/s" : "bookings/s";
    }

    /** The figures that matter most. */
    void headlines(Report report, boolean booksAgree) {
        Histogram latency = measurements.latencies();
        report.headline(unit(), measurements.itemsPerSecond())
                .headline("ms, p50", latency.getValueAtPercentile(50) / 1e6)
                .headline("ms, p99", latency.getValueAtPercentile(99) / 1e6)
                .headline("ms, p99.9", latency.getValueAtPercentile(99.9) / 1e6)
                .headline(
                        "of " + Facts.show(run.findings().rights()) + " answers checked wrong",
                        run.findings().wrongs())
                .headline("books", booksAgree ? "agree" : "DISAGREE");
    }

    private static long rate(long count, double seconds) {
        return Math.round(count / Math.max(seconds, 1e-9));
    }

    FigureTable latencies() {
        Histogram histogram = measurements.latencies();
        FigureTable table = new FigureTable("percentile", "ms");
        for (double percentile : PERCENTILES) {
            table.row(
                    "p" + (percentile == Math.rint(percentile) ? Facts.show((long) percentile) : percentile),
                    histogram.getValueAtPercentile(percentile) / 1e6);
        }
        return table.row("max", histogram.getMaxValue() / 1e6).row("mean", histogram.getMean() / 1e6);
    }

    Facts answers() {
        AnswerCounts findings = run.findings();
        Facts facts = new Facts().put("items as they had to be", findings.rights());
        findings.byOutcome().forEach(facts::put);
        findings.problems().forEach((status, count) -> facts.put("requests answered " + status, count));
        facts.put("items not checked after such", findings.uncheckedItems());
        facts.put("WRONG", findings.wrongs());
        if (findings.slowReads() > 0) {
            facts.put("requests parsed in full", findings.slowReads());
        }
        return findings.samples().isEmpty() ? facts : facts.put("samples", findings.samples());
    }

    /** Latencies over the nines of the percentile: 0, 90, 99, 99.9 … are equally far apart. */
    Chart latencyChart() {
        Histogram histogram = measurements.latencies();
        int last = (int) Math.max(1, Math.floor(Math.log10(Math.max(10, histogram.getTotalCount()))));
        List<Double> nines = new ArrayList<>();
        List<Double> ms = new ArrayList<>();
        List<String> labels = new ArrayList<>();
        for (int step = 0; step <= last * STEPS; step++) {
            nines.add((double) step / STEPS);
            double percentile = 100 * (1 - Math.pow(10, -nines.get(step)));
            ms.add(histogram.getValueAtPercentile(percentile) / 1e6);
            boolean isLabelled = step == MEDIAN_STEP || step > 0 && step % STEPS == 0;
            labels.add(isLabelled ? Facts.show(ms.get(step)) + " ms" : "");
        }
        List<String> ticks = new ArrayList<>(List.of("0 %"));
        for (int count = 1; count <= last; count++) {
            ticks.add(percentLabel(count));
        }
        String from = options.max ? "from the sending (closed loop)" : "from the intended start (open loop)";
        return new Chart(
                "Latency by percentile, " + from,
                "share of the requests that were faster",
                "ms",
                nines,
                ticks,
                List.of(new Chart.Line("", ms, labels)));
    }

    Chart latencyOverTimeChart() {
        List<Double> seconds = new ArrayList<>();
        List<Double> median = new ArrayList<>();
        List<Double> tail = new ArrayList<>();
        List<Histogram> perSecond = measurements.perSecond();
        for (int i = 0; i < perSecond.size(); i++) {
            if (perSecond.get(i).getTotalCount() > 0) {
                seconds.add(i + 0.5);
                median.add(perSecond.get(i).getValueAtPercentile(50) / 1e6);
                tail.add(perSecond.get(i).getValueAtPercentile(99) / 1e6);
            }
        }
        List<Chart.Line> lines =
                List.of(new Chart.Line("p50", median, List.of()), new Chart.Line("p99", tail, List.of()));
        return new Chart("Latency, second by second", "seconds", "ms", seconds, List.of(), lines);
    }

    private static String percentLabel(int nines) {
        return nines == 1 ? "90 %" : nines == 2 ? "99 %" : "99." + "9".repeat(nines - 2) + " %";
    }

    Chart throughputChart() {
        List<Long> slots = measurements.itemsPerSlot();
        List<Double> seconds = new ArrayList<>();
        List<Double> rate = new ArrayList<>();
        double width = Measurements.SLOT_NS / 1e9;
        // the last slot is cut off somewhere
        for (int i = 0; i < Math.max(1, slots.size() - 1) && i < slots.size(); i++) {
            seconds.add((i + 0.5) * width);
            rate.add(slots.get(i) / width);
        }
        return Chart.of("Throughput", "seconds", unit(), seconds, rate);
    }

    /** Writes a histogram per second, as HdrHistogram's tools read it. */
    void writeLog(Path file) {
        try (PrintStream out = new PrintStream(file.toFile(), StandardCharsets.US_ASCII)) {
            HistogramLogWriter log = new HistogramLogWriter(out);
            log.outputComment("latencies in nanoseconds; time is measured time, 0 at the start of the measurement");
            log.outputLogFormatVersion();
            log.setBaseTime(0);
            log.outputBaseTime(0);
            log.outputLegend();
            List<Histogram> seconds = measurements.perSecond();
            for (int i = 0; i < seconds.size(); i++) {
                log.outputIntervalHistogram(i, i + 1.0, seconds.get(i), 1e6);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the histogram log could not be written", e);
        }
    }
}
