package bankroll.bench.load;

import bankroll.bench.load.PlayJson.PlayerSessions;
import bankroll.bench.play.Workload;
import bankroll.bench.process.Scratch;
import bankroll.bench.report.MachineFacts;
import bankroll.bench.report.Measurements;
import bankroll.gateway.client.ServiceClient;
import bankroll.gateway.json.Json;
import bankroll.tools.console.Progress;
import bankroll.tools.console.Summary;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/**
 * One load run against a service, in rounds: fill the scripts with the clock stopped, then play them. A warm-up first, then as
 * many rounds as the duration needs; at the end the books are held against the model. One thread.
 */
public final class LoadRun {
    /** Signatures are good for 300 s; a round stays well below. */
    private static final double MOST_ROUND_SECONDS = 120;

    private static final double MOST_REQUESTS_PER_SECOND = 150_000;
    private static final double MOST_ITEMS_PER_SECOND = 1_200_000;

    private final LoadOptions options;
    private final Target target;
    private final long serverPid;
    private final List<Lane> lanes = new ArrayList<>();
    private final AnswerCounts findings = new AnswerCounts();
    private final Summary trialBalance = new Summary();
    private Measurements measurements = new Measurements();
    private boolean booksAgree;
    private double clientCpu;
    private double serverCpu;
    private int rounds;

    private LoadRun(LoadOptions options, Target target, long serverPid) {
        this.options = options;
        this.target = target;
        this.serverPid = serverPid;
    }

    /** Opens the workload's players and plays; {@code serverPid} is the service's process, or -1 when it is elsewhere. */
    static LoadRun play(Target target, long serverPid, LoadOptions options, Workload workload) {
        LoadRun run = new LoadRun(options, target, serverPid);
        ServiceClient operator = target.operatorClient();
        run.open(workload, new Population(target, workload, operator).open(!options.isReading()));
        BigInteger playersBefore = new BigInteger(trialBalance(operator).get("players"));
        long totalBefore = run.total();
        run.run();
        run.compareBooks(playersBefore.subtract(BigInteger.valueOf(totalBefore)), trialBalance(operator));
        return run;
    }

    /**
     * The same as {@code bench load} without a report, for comparisons: starts a service in {@code directory}.
     *
     * @param arguments as of {@code bench load}
     */
    public static LoadRun measure(Path directory, Workload workload, List<String> arguments) {
        LoadOptions options = CommandLine.populateCommand(new LoadOptions(), arguments.toArray(String[]::new));
        options.check();
        try (Scratch scratch = new Scratch(directory, false);
                ServerProcess server =
                        ServerProcess.start(scratch.path(), options.sync, options.tls, options.serverFlags)) {
            return play(server.target(), server.pid(), options, workload);
        }
    }

    private void open(Workload workload, PlayerSessions sessions) {
        int capacity = (int) Math.min(1L << 30, ((long) options.aheadMebibytes << 20) / workload.streams());
        for (int stream = 0; stream < workload.streams(); stream++) {
            lanes.add(new Lane(options, target, workload, stream, sessions, new Script(capacity)));
        }
    }

    /** What the lanes' players own, if every answer was as expected. */
    private long total() {
        return lanes.stream().mapToLong(Lane::total).sum();
    }

    private void run() {
        if (options.warmup > 0) {
            phase("warming up", options.warmup);
        }
        measurements = new Measurements();
        clientCpu = 0;
        serverCpu = 0;
        rounds = 0;
        phase("measuring", options.duration);
    }

    private void phase(String name, double seconds) {
        double left = seconds;
        while (left > 0.01) {
            double roundSeconds = Math.min(left, MOST_ROUND_SECONDS);
            fill(roundSeconds);
            double clientBefore =
                    MachineFacts.cpuSeconds(ProcessHandle.current().pid());
            double serverBefore = MachineFacts.cpuSeconds(serverPid);
            left -= play(name, roundSeconds);
            clientCpu += MachineFacts.cpuSeconds(ProcessHandle.current().pid()) - clientBefore;
            serverCpu += MachineFacts.cpuSeconds(serverPid) - serverBefore;
            rounds++;
        }
    }

    private void fill(double seconds) {
        double perSecond = options.max
                ? Math.min(MOST_REQUESTS_PER_SECOND, MOST_ITEMS_PER_SECOND / options.itemsPerRequest())
                : options.requestsPerSecond();
        int each = (int) Math.ceil(perSecond * seconds / lanes.size()) + 1;
        Instant now = Instant.now();
        lanes.parallelStream().forEach(lane -> lane.fill(each, now));
        if (lanes.stream().anyMatch(lane -> lane.script().requests() == 0)) {
            throw new IllegalArgumentException("--ahead is too small: not one request fits for each connection");
        }
    }

    /** Plays what was filled, for that long at most, and tells how many seconds it stood for. */
    private double play(String name, double seconds) {
        long requests = 0;
        double stoodFor = 0;
        if (!options.max) {
            int shortest = lanes.stream()
                    .mapToInt(lane -> lane.script().requests())
                    .min()
                    .orElseThrow();
            requests =
                    Math.min((long) Math.ceil(options.requestsPerSecond() * seconds), (long) shortest * lanes.size());
            stoodFor = requests / options.requestsPerSecond();
        }
        List<LoadConnection> connections = new ArrayList<>();
        for (Lane lane : lanes) {
            connections.add(new LoadConnection(connections.size(), lane.script(), options.depth));
        }
        Measurements round = loop(name, connections, requests, seconds);
        for (int i = 0; i < lanes.size(); i++) {
            lanes.get(i).answered(connections.get(i).answered());
        }
        return options.max ? Math.max(round.measuredSeconds(), 0.02) : stoodFor;
    }

    private Measurements loop(String name, List<LoadConnection> connections, long requests, double seconds) {
        SendingPace pace = options.max
                ? SendingPace.Closed.during((long) (seconds * 1e9))
                : new SendingPace.Open(options.requestsPerSecond(), requests);
        AnswerCheck check = options.isReading() ? new AnswerCheck.OfRead() : new AnswerCheck.OfBatch();
        Measurements round = new Measurements();
        long expected = options.max ? 0 : requests * options.itemsPerRequest();
        try (Progress progress = Progress.of(name, "items", expected, System.err)) {
            new LoadLoop(connections, pace, check, round, findings, progress).run(target);
        }
        measurements.append(round);
        return round;
    }

    /**
     * The books sum to zero, and players own what the answers say.
     *
     * @param others what all own who don't play
     */
    private void compareBooks(BigInteger others, Map<String, String> after) {
        after.forEach(trialBalance::put);
        boolean isZero = "0".equals(after.get("sum"));
        trialBalance.put("sums to zero", isZero ? "yes" : "NO");
        if (!findings.areClean()) {
            trialBalance.put("as the model says", "not compared: not every answer was as expected");
            booksAgree = isZero;
            return;
        }
        BigInteger expected = others.add(BigInteger.valueOf(total()));
        boolean isSame = new BigInteger(after.get("players")).equals(expected);
        trialBalance.put("as the model says", isSame ? "yes" : "NO: players should own " + expected);
        booksAgree = isZero && isSame;
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

    /** What was measured. */
    public Measurements measurements() {
        return measurements;
    }

    /** The verdicts on all answers, the warm-up's too. */
    public AnswerCounts findings() {
        return findings;
    }

    /** The books behind it, beside what the model says. */
    Summary trialBalance() {
        return trialBalance;
    }

    /** Whether the trial balance summed to zero and agreed with the model. */
    public boolean booksAgree() {
        return booksAgree;
    }

    /** Whether every answer was as it had to be, and the books agree. */
    public boolean isRight() {
        return findings.areClean() && booksAgree;
    }

    /** Processor seconds of this process while the clock ran. */
    double clientCpuSeconds() {
        return clientCpu;
    }

    /** Processor seconds of the service while the clock ran; 0 when it is elsewhere. */
    public double serverCpuSeconds() {
        return serverCpu;
    }

    int rounds() {
        return rounds;
    }
}
