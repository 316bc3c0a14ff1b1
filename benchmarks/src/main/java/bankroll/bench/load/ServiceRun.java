package bankroll.bench.load;

import bankroll.bench.play.Workload;
import bankroll.bench.process.Scratch;
import bankroll.bench.report.Measurements;
import bankroll.gateway.client.ServiceClient;
import bankroll.tools.console.Summary;
import java.nio.file.Path;
import java.util.List;
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
        BooksCheck books = new BooksCheck(operator);
        LoadRun load = new LoadRun(options, target, pid, workload, sessions);
        load.run();
        Summary trialBalance = books.compare(load);
        return new ServiceRun(load, trialBalance, books.agree());
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
