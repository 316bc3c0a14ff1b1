package bankroll.bench.load;

import bankroll.bench.play.Workload;
import bankroll.bench.process.Scratch;
import bankroll.gateway.client.ServiceClient;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;

/**
 * One load run against a service started for it, for comparisons: the same as {@code bench load}, without a report.
 *
 * @param measurements what was measured
 * @param findings the verdicts on all answers, the warm-up's too
 * @param serviceCpuSeconds processor time of the service while the clock ran
 * @param booksAgree whether the trial balance summed to zero and agreed with the model
 */
public record ServiceRun(
        Measurements measurements, AnswerCounts findings, double serviceCpuSeconds, boolean booksAgree) {
    /**
     * Starts a service in {@code directory}, opens the workload's players and plays.
     *
     * @param arguments as of {@code bench load}
     */
    public static ServiceRun measure(Path directory, Workload workload, List<String> arguments) {
        LoadOptions options = CommandLine.populateCommand(new LoadOptions(), arguments.toArray(String[]::new));
        options.check();
        try (Scratch scratch = new Scratch(directory, false);
                ServerProcess server =
                        ServerProcess.start(scratch.path(), options.sync, options.tls, options.serverFlags)) {
            Target target = server.target();
            ServiceClient operator = target.operatorClient();
            PlayerSessions sessions = new Population(target, workload, operator).open(true);
            BooksCheck books = new BooksCheck(operator);
            LoadRun run = new LoadRun(options, target, server.pid(), workload, sessions);
            run.run();
            books.compare(run);
            return new ServiceRun(run.measurements(), run.findings(), run.serverCpuSeconds(), books.agree());
        }
    }
}
