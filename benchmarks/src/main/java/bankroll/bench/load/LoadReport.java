package bankroll.bench.load;

import bankroll.bench.report.Measurements;
import bankroll.tools.console.Summary;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** A load run's figures as named values and tables. */
final class LoadReport {
    private static final double[] PERCENTILES = {50, 90, 99, 99.9, 99.99};

    private final LoadOptions options;
    private final LoadRun run;
    private final Measurements measurements;

    LoadReport(LoadOptions options, LoadRun run) {
        this.options = options;
        this.run = run;
        measurements = run.measurements();
    }

    Summary workload(String target) {
        return new Summary()
                .put("service", target)
                .put("operation", options.operation.name())
                .put("batch", options.itemsPerRequest())
                .put("pace", options.max ? "closed loop" : "open loop, " + Math.round(options.rate) + "/s")
                .put("connections", options.connections)
                .put("depth", options.depth)
                .put("players", options.players)
                .put("skew", options.play.skew())
                .put("mix", options.operation == LoadOptions.Operation.balance ? null : options.play.mix.toString())
                .put("seed", options.play.seed)
                .put("warm-up s", options.warmup);
    }

    Summary result() {
        double seconds = measurements.measuredSeconds();
        Summary facts = new Summary()
                .put(unit(), measurements.itemsPerSecond())
                .put("asked for", options.max ? null : String.valueOf(Math.round(options.rate)))
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

    private static long rate(long count, double seconds) {
        return Math.round(count / Math.max(seconds, 1e-9));
    }

    List<Summary> latencies() {
        Histogram histogram = measurements.latencies();
        List<Summary> rows = new ArrayList<>();
        for (double percentile : PERCENTILES) {
            String name = "p" + (percentile == Math.rint(percentile) ? String.valueOf((long) percentile) : percentile);
            rows.add(latency(name, histogram.getValueAtPercentile(percentile)));
        }
        rows.add(latency("max", histogram.getMaxValue()));
        rows.add(latency("mean", histogram.getMean()));
        return rows;
    }

    private static Summary latency(String percentile, double ns) {
        return new Summary().put("percentile", percentile).put("ms", ns / 1e6);
    }

    Summary answers() {
        AnswerCounts findings = run.findings();
        Summary facts = new Summary().put("items as they had to be", findings.rights());
        findings.byOutcome().forEach(facts::put);
        findings.problems().forEach((status, count) -> facts.put("requests answered " + status, count));
        facts.put("items not checked after such", findings.uncheckedItems());
        facts.put("WRONG", findings.wrongs());
        if (findings.slowReads() > 0) {
            facts.put("requests parsed in full", findings.slowReads());
        }
        return findings.samples().isEmpty() ? facts : facts.put("samples", samples(findings));
    }

    private static List<Summary> samples(AnswerCounts findings) {
        return findings.samples().stream()
                .map(sample -> new Summary().put("sample", sample))
                .toList();
    }
}
