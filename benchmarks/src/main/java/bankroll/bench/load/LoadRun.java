package bankroll.bench.load;

import bankroll.bench.play.PlayStream;
import bankroll.bench.play.Workload;
import bankroll.bench.report.MachineFacts;
import bankroll.bench.report.Measurements;
import bankroll.tools.console.Progress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Plays a workload against a service in rounds: fill the scripts with the clock stopped, then play them. One warm-up,
 * then as many rounds as the duration needs. Use once; one thread.
 */
final class LoadRun {
    /** Signatures are good for 300 s; a round stays well below. */
    private static final double MOST_ROUND_SECONDS = 120;

    private static final double MOST_REQUESTS_PER_SECOND = 150_000;
    private static final double MOST_ITEMS_PER_SECOND = 1_200_000;

    private final LoadOptions options;
    private final Target target;
    private final long serverPid;
    private final List<Lane> lanes = new ArrayList<>();
    private Measurements measurements = new Measurements();
    private final AnswerCounts findings = new AnswerCounts();
    private final long totalBefore;
    private double clientCpu;
    private double serverCpu;
    private int rounds;

    /**
     * @param serverPid the service's process, or -1 when it is elsewhere
     */
    LoadRun(LoadOptions options, Target target, long serverPid, Workload workload, PlayerSessions sessions) {
        this.options = options;
        this.target = target;
        this.serverPid = serverPid;
        int capacity = (int) Math.min(1L << 30, ((long) options.aheadMebibytes << 20) / workload.streams());
        for (int stream = 0; stream < workload.streams(); stream++) {
            lanes.add(lane(workload, stream, sessions, new Script(capacity)));
        }
        totalBefore = lanes.stream().mapToLong(Lane::total).sum();
    }

    private Lane lane(Workload workload, int stream, PlayerSessions sessions, Script script) {
        Signer signer = new Signer(target.secret());
        String prefix = "load-" + workload.run() + "-" + stream + "-";
        if (options.operation == LoadOptions.Operation.balance) {
            RequestWriter writer = new RequestWriter(target, "/players/balance", signer, prefix);
            return new BalanceLane(workload, stream, writer, script);
        }
        RequestWriter writer = new RequestWriter(target, "/transactions", signer, prefix);
        PlayJson json = new PlayJson(workload, stream, sessions, options.details);
        PlayStream plays = new PlayStream(workload, stream);
        return new BatchLane(plays, json, writer, script, options.batch, options.details);
    }

    /** Warms up and measures. */
    void run() {
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
        AnswerCheck check = options.operation == LoadOptions.Operation.balance ? new BalanceCheck() : new BatchCheck();
        Measurements round = new Measurements();
        long expected = options.max ? 0 : requests * options.itemsPerRequest();
        try (Progress progress = Progress.of(name, "items", expected, System.err)) {
            new LoadLoop(connections, pace, check, round, findings, progress).run(target);
        }
        measurements.append(round);
        return round;
    }

    Measurements measurements() {
        return measurements;
    }

    /** The verdicts on all answers, the warm-up's too. */
    AnswerCounts findings() {
        return findings;
    }

    /** How much more all players must own now than before, if every answer was as expected. */
    long totalMoved() {
        return lanes.stream().mapToLong(Lane::total).sum() - totalBefore;
    }

    /** Processor seconds of this process while the clock ran. */
    double clientCpuSeconds() {
        return clientCpu;
    }

    /** Processor seconds of the service while the clock ran; 0 when it is elsewhere. */
    double serverCpuSeconds() {
        return serverCpu;
    }

    int rounds() {
        return rounds;
    }
}
