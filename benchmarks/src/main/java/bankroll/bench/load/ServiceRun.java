package bankroll.bench.load;

import bankroll.bench.play.Workload;
import bankroll.bench.process.Scratch;
import bankroll.bench.report.Measurements;
import bankroll.gateway.client.ServiceClient;
import bankroll.gateway.json.Json;
import bankroll.tools.console.Summary;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/**
 * One load run against a service, with the check of its books.
 *
 * @param load what was played and measured
 * @param trialBalance the books behind it, beside what the model says
 * @param booksAgree whether the trial balance summed to zero and agreed with the model
 */
public record ServiceRun(LoadRun load, Summary trialBalance, boolean booksAgree) {
    /** Opens the workload's players and plays; {@code pid} is the service's process, or -1 when it is elsewhere. */
    static ServiceRun play(Target target, long pid, LoadOptions options, Workload workload) {
        ServiceClient operator = target.operatorClient();
        boolean withSessions = options.operation == LoadOptions.Operation.transactions;
        PlayerSessions sessions = new Population(target, workload, operator).open(withSessions);
        BigInteger playersBefore = new BigInteger(trialBalance(operator).get("players"));
        LoadRun load = new LoadRun(options, target, pid, workload, sessions);
        load.run();
        Summary facts = new Summary();
        boolean booksAgree = compare(playersBefore, trialBalance(operator), load, facts);
        return new ServiceRun(load, facts, booksAgree);
    }

    /** The books sum to zero, and players own what the answers say. */
    private static boolean compare(BigInteger playersBefore, Map<String, String> after, LoadRun load, Summary facts) {
        after.forEach(facts::put);
        boolean isZero = "0".equals(after.get("sum"));
        facts.put("sums to zero", isZero ? "yes" : "NO");
        if (!load.findings().areClean()) {
            facts.put("as the model says", "not compared: not every answer was as expected");
            return isZero;
        }
        BigInteger expected = playersBefore.add(BigInteger.valueOf(load.totalMoved()));
        boolean isSame = new BigInteger(after.get("players")).equals(expected);
        facts.put("as the model says", isSame ? "yes" : "NO: players should own " + expected);
        return isZero && isSame;
    }

    private static Map<String, String> trialBalance(ServiceClient operator) {
        String text =
                operator.call("GET", "/operator/v1/trial-balance", "").orThrow().body();
        if (Json.read(text) instanceof Map<?, ?> balance && balance.get("currencies") instanceof List<?> lines) {
            for (Object line : lines) {
                if (line instanceof Map<?, ?> members && Workload.CURRENCY.equals(members.get("currency"))) {
                    Map<String, String> read = new LinkedHashMap<>();
                    members.forEach((name, value) -> read.put(name.toString(), value.toString()));
                    return read;
                }
            }
        }
        throw new IllegalStateException("no " + Workload.CURRENCY + " in the trial balance: " + text);
    }

    /**
     * The same as {@code bench load} without a report, for comparisons: starts a service in {@code directory}.
     *
     * @param arguments as of {@code bench load}
     */
    public static ServiceRun measure(Path directory, Workload workload, List<String> arguments) {
        LoadOptions options = CommandLine.populateCommand(new LoadOptions(), arguments.toArray(String[]::new));
        options.check();
        try (Scratch scratch = new Scratch(directory, false);
                ServerProcess server =
                        ServerProcess.start(scratch.path(), options.sync, options.tls, options.serverFlags)) {
            return play(server.target(), server.pid(), options, workload);
        }
    }

    /** What was measured. */
    public Measurements measurements() {
        return load.measurements();
    }

    /** The verdicts on all answers, the warm-up's too. */
    public AnswerCounts findings() {
        return load.findings();
    }

    /** Processor time of the service while the clock ran. */
    public double serviceCpuSeconds() {
        return load.serverCpuSeconds();
    }

    /** Whether every answer was as it had to be, and the books agree. */
    public boolean isRight() {
        return findings().areClean() && booksAgree;
    }
}
