package bankroll.bench.load;

import bankroll.bench.play.Workload;
import bankroll.bench.process.Scratch;
import bankroll.bench.report.MachineFacts;
import bankroll.bench.report.Measurements;
import bankroll.bench.report.Report;
import bankroll.gateway.client.ServiceClient;
import bankroll.tools.console.Summary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bench load}: exit code 0 when every answer was as it had to be and the books agree, else 1. */
@Command(
        name = "load",
        description = "Load over HTTP at a fixed rate or as fast as it goes; checks every answer.",
        footer = {
            "",
            "Example:  ./bankroll bench load --max --batch 500 --connections 8 \\",
            "              --players 1000000",
            "Example:  ./bankroll bench load --max --op balance --connections 64 \\",
            "              --warmup 15 --duration 15"
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class LoadCommand implements Callable<Integer> {
    private static final double[] PERCENTILES = {50, 90, 99, 99.9, 99.99};

    @Mixin
    private LoadOptions options = new LoadOptions();

    @Override
    public Integer call() throws IOException {
        options.check();
        Path directory = options.directory == null ? Scratch.defaultParent() : options.directory;
        Files.createDirectories(directory);
        if (options.url != null) {
            return measure(options.target(), -1, directory, null);
        }
        int exitCode;
        try (Scratch scratch = new Scratch(directory, options.keep);
                ServerProcess server =
                        ServerProcess.start(scratch.path(), options.sync, options.tls, options.allServerFlags())) {
            exitCode = measure(server.target(), server.pid(), directory, server);
        }
        if (options.profile != null) {
            new ServiceProfile(options.profile, options.warmup).draw("bankroll serve: " + headline());
        }
        return exitCode;
    }

    private int measure(Target target, long serverPid, Path directory, ServerProcess server) {
        Workload workload = options.play.workload(Workload.newRun(), options.players, options.connections);
        LoadRun run = LoadRun.play(target, serverPid, options, workload);
        Report report = new Report("bankroll bench load: " + headline())
                .section("Result", result(run))
                .section("Latency", latencies(run.measurements().latencies()))
                .section("Answers, warm-up included", answers(run.findings()))
                .section("Books", run.trialBalance())
                .section("Load", workload(target.toString()))
                .section("Service", service(server, target.operatorClient()))
                .section("Machine", MachineFacts.describe(directory));
        caveats(report, run);
        report.publish(options.json);
        return run.isRight() ? 0 : 1;
    }

    private String headline() {
        String what = options.isReading() ? "balance reads" : "batches of " + options.batch;
        return what + ", " + (options.max ? "closed loop" : "open loop at " + Math.round(options.rate) + "/s");
    }

    private Summary workload(String target) {
        return new Summary()
                .put("service", target)
                .put("operation", options.operation.name())
                .put("batch", options.itemsPerRequest())
                .put("pace", options.max ? "closed loop" : "open loop, " + Math.round(options.rate) + "/s")
                .put("connections", options.connections)
                .put("depth", options.depth)
                .put("players", options.players)
                .put("skew", options.play.skew())
                .put("mix", options.isReading() ? null : options.play.mix.toString())
                .put("seed", options.play.seed)
                .put("warm-up s", options.warmup);
    }

    private Summary result(LoadRun run) {
        Measurements measurements = run.measurements();
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
        return options.isReading() ? "reads/s" : "bookings/s";
    }

    private static long rate(long count, double seconds) {
        return Math.round(count / Math.max(seconds, 1e-9));
    }

    private static List<Summary> latencies(Histogram histogram) {
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

    private static Summary answers(AnswerCounts findings) {
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

    private Summary service(ServerProcess server, ServiceClient operator) {
        Summary facts = new Summary();
        if (server == null) {
            facts.put("started by", "somebody else");
        } else {
            facts.put("started by", "this run, a process of its own on the same machine")
                    .put("sync policy", options.sync)
                    .put("jvm flags", server.javaFlags())
                    .put("file system", MachineFacts.fileSystem(server.directory()))
                    .put("resident MiB", MachineFacts.residentBytes(server.pid()) >> 20);
        }
        String status =
                operator.call("GET", "/operator/v1/status", "").orThrow().body();
        return facts.put("status", status);
    }

    private void caveats(Report report, LoadRun run) {
        report.caveat("Client and service share the machine and its processors; the network is the loopback.");
        report.caveat("A virtual disk may say that bytes are on disk while its host still holds them in memory.");
        if (options.max) {
            report.caveat(
                    "A closed loop waits for the service: its latencies don't show what an arriving platform would"
                            + " wait. Use --rate for that.");
        }
        if (options.rate > 0 && run.measurements().itemsPerSecond() < options.rate * 0.98) {
            report.caveat(
                    "The service did not keep up with the rate: latencies are those of a queue that grows, and grow"
                            + " with the duration.");
        }
        if (run.rounds() > 1) {
            report.caveat("The load came in " + run.rounds()
                    + " rounds; between them the service was idle while the next requests were signed.");
        }
    }
}
