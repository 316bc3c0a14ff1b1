package bankroll.bench.micro;

import bankroll.bench.process.Scratch;
import bankroll.bench.process.ServiceJvm;
import bankroll.bench.report.MachineFacts;
import bankroll.bench.report.Report;
import bankroll.tools.console.Summary;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bench micro}: JMH with the service's flags and the gc profiler; figures per item. */
@Command(
        name = "micro",
        description = "JMH: signature, decoder, entry layout, ledger by type, append, index, reply, replay.",
        footer = {"", "Example:  ./bankroll bench micro Ledger --param kind=DEBIT"},
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class MicroCommand implements Callable<Integer> {
    @Parameters(
            arity = "0..*",
            description = "only benchmarks whose names contain one of these, as Ledger or Index.hit")
    private List<String> names = List.of();

    @Option(names = "--quick", description = "one short fork each: enough to see that it runs, not to quote")
    private boolean isQuick;

    @Option(names = "--verbose", description = "JMH's own output too")
    private boolean isVerbose;

    @Option(names = "--param", description = "a parameter and its values, as items=500 or filled=1000000,50000000")
    private List<String> params = List.of();

    @Option(names = "--json", description = "write the report as JSON")
    private Path json;

    @Override
    public Integer call() throws RunnerException {
        Collection<RunResult> results = new Runner(options().build()).run();
        if (results.isEmpty()) {
            throw new IllegalArgumentException("no benchmark is named like " + names);
        }
        report(results);
        return 0;
    }

    private ChainedOptionsBuilder options() {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .mode(Mode.AverageTime)
                .timeUnit(TimeUnit.NANOSECONDS)
                .forks(isQuick ? 1 : 2)
                .warmupIterations(isQuick ? 1 : 4)
                .measurementIterations(isQuick ? 1 : 5)
                .warmupTime(isQuick ? TimeValue.milliseconds(500) : TimeValue.seconds(1))
                .measurementTime(isQuick ? TimeValue.milliseconds(500) : TimeValue.seconds(1))
                .addProfiler(GCProfiler.class)
                .shouldFailOnError(true)
                .verbosity(isVerbose ? VerboseMode.NORMAL : VerboseMode.SILENT)
                .jvmArgs(flags().toArray(String[]::new));
        for (String param : params) {
            String[] pair = param.split("=", 2);
            options.param(pair[0], pair[1].split(","));
        }
        if (names.isEmpty()) {
            options.include("bankroll\\.bench\\.micro\\.");
        }
        names.forEach(name -> options.include("bankroll\\.bench\\.micro\\..*" + name));
        return options;
    }

    private static List<String> flags() {
        List<String> flags = new ArrayList<>(ServiceJvm.flags());
        flags.addAll(ServiceJvm.properties());
        return flags;
    }

    private void report(Collection<RunResult> results) {
        List<Summary> table = new ArrayList<>();
        for (RunResult result : results) {
            double time = result.getPrimaryResult().getScore();
            double error = result.getPrimaryResult().getScoreError();
            table.add(new Summary()
                    .put("benchmark", name(result))
                    .put("parameters", parameters(result))
                    .put("ns/op", time)
                    .put("± ns", error)
                    .put("ns/item", time / items(result))
                    .put("B/op", allocated(result)));
        }
        new Report("bankroll bench micro" + (isQuick ? " --quick: not to be quoted" : ""))
                .section(
                        "Machine",
                        MachineFacts.describe(Scratch.defaultParent()).put("jvm flags", ServiceJvm.describe(List.of())))
                .section("Benchmarks", table)
                .caveat("Each part alone with warm caches; the sum of the parts is less than the whole.")
                .caveat("B/op is what the collector will have to clear, per request.")
                .publish(json);
    }

    private static String name(RunResult result) {
        String full = result.getParams().getBenchmark();
        return full.substring(full.lastIndexOf('.', full.lastIndexOf('.') - 1) + 1)
                .replace("Benchmark", "");
    }

    private static String parameters(RunResult result) {
        List<String> shown = new ArrayList<>();
        for (String key : result.getParams().getParamsKeys()) {
            shown.add(key + "=" + result.getParams().getParam(key));
        }
        return String.join(" ", shown);
    }

    private static double items(RunResult result) {
        boolean hasItems = result.getParams().getParamsKeys().contains("items");
        return hasItems ? Double.parseDouble(result.getParams().getParam("items")) : 1;
    }

    private static double allocated(RunResult result) {
        for (String name : result.getSecondaryResults().keySet()) {
            if (name.endsWith("gc.alloc.rate.norm")) {
                return result.getSecondaryResults().get(name).getScore();
            }
        }
        return Double.NaN;
    }
}
