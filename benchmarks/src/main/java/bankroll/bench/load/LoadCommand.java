package bankroll.bench.load;

import bankroll.bench.play.Workload;
import bankroll.bench.process.Scratch;
import bankroll.bench.report.MachineFacts;
import bankroll.bench.report.Report;
import bankroll.gateway.client.ServiceClient;
import bankroll.tools.console.Summary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bench load}: exit code 0 when every answer was as it had to be and the books agree, else 1. */
@Command(
        name = "load",
        description = "Load over HTTP at a fixed rate or as fast as it goes; checks every answer.",
        footer = {
            "",
            "Example:  ./bankroll bench load --max --batch 500 --connections 8 --players 1000000",
            "Example:  ./bankroll bench load --max --op balance --connections 64 --warmup 15 --duration 15"
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class LoadCommand implements Callable<Integer> {
    @Mixin
    private LoadOptions options = new LoadOptions();

    @Override
    public Integer call() throws IOException {
        options.check();
        Path directory = options.directory == null ? Scratch.defaultParent() : options.directory;
        Files.createDirectories(directory);
        if (options.url != null) {
            return measure(TargetSecrets.target(options), -1, directory, null);
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
        ServiceRun run = ServiceRun.play(target, serverPid, options, workload);
        LoadReport figures = new LoadReport(options, run.load());
        Report report = new Report("bankroll bench load: " + headline())
                .section("Result", figures.result())
                .section("Latency", figures.latencies())
                .section("Answers, warm-up included", figures.answers())
                .section("Books", run.trialBalance())
                .section("Load", figures.workload(target.toString()))
                .section("Service", service(server, target.operatorClient()))
                .section("Machine", MachineFacts.describe(directory));
        caveats(report, run.load());
        report.publish(options.json);
        return run.isRight() ? 0 : 1;
    }

    private String headline() {
        String what =
                options.operation == LoadOptions.Operation.balance ? "balance reads" : "batches of " + options.batch;
        return what + ", " + (options.max ? "closed loop" : "open loop at " + Math.round(options.rate) + "/s");
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
                    + " rounds; between them the service was idle while the next" + " requests were signed.");
        }
    }
}
