package bankroll.bench.load;

import bankroll.bench.play.Workload;
import bankroll.bench.process.Scratch;
import bankroll.bench.process.ServiceJvm;
import bankroll.bench.report.MachineFacts;
import bankroll.bench.report.Measurements;
import bankroll.bench.report.Report;
import bankroll.gateway.json.Json;
import bankroll.tools.console.Summary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bench cluster}: every figure of docs/cluster.md but those of the fault tests. */
@Command(
        name = "cluster",
        description =
                "Three nodes and their client on this machine: rates, silences when a node fails, marks, a return.",
        footer = {"", "Example:  ./bankroll bench cluster --json cluster.json"},
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class BenchClusterCommand implements Callable<Integer> {
    private static final long AFTER_FAULT_NS = TimeUnit.SECONDS.toNanos(3);
    private static final int BATCH = 500;

    /** Each look is a request, and takes of the processors on which the mark is made. */
    private static final long LOOK_FOR_MARK_NS = TimeUnit.MILLISECONDS.toNanos(1);

    /** Of nodes that have just started, to begin with. */
    private static final double COLD_PER_SECOND = 30_000;

    private static final int PROBES_BETWEEN = 50;

    @Option(names = "--dir", description = "where the nodes get their data directories (default: .build/bench)")
    private Path directory;

    @Option(names = "--keep", description = "keep the nodes' data directories")
    private boolean keep;

    @Option(
            names = "--server-flag",
            defaultValue = "-Xmx1g",
            description = "a JVM flag for the nodes; repeatable (default: ${DEFAULT-VALUE})")
    private List<String> serverFlags;

    @Option(
            names = "--rate",
            defaultValue = "60000",
            description = "bookings per second of the open loop (default: ${DEFAULT-VALUE})")
    private long rate;

    @Option(names = "--connections", defaultValue = "16", description = "(default: ${DEFAULT-VALUE})")
    private int connections;

    @Option(names = "--players", defaultValue = "100000", description = "(default: ${DEFAULT-VALUE})")
    private int players;

    @Option(
            names = "--duration",
            defaultValue = "10",
            description = "measured seconds of each load (default: ${DEFAULT-VALUE})")
    private double duration;

    @Option(
            names = "--warmup",
            defaultValue = "40",
            description =
                    "seconds before each: three JVMs compile on the processors that they share (default: ${DEFAULT-VALUE})")
    private double warmup;

    @Option(names = "--faults", defaultValue = "5", description = "of each kind (default: ${DEFAULT-VALUE})")
    private int faults;

    @Option(
            names = "--missed",
            defaultValue = "1000000",
            description = "bookings that a follower misses before it comes back (default: ${DEFAULT-VALUE})")
    private long missed;

    @Option(
            names = "--only",
            split = ",",
            defaultValue = "RATES,MARKS,SILENCES,FEED,RETURN",
            description = "what is measured, of ${COMPLETION-CANDIDATES}; a feed is without HTTP (default: all)")
    private Set<Part> only;

    @Option(names = "--json", description = "write the report as JSON")
    private Path json;

    /** A part of the figures. */
    enum Part {
        RATES,
        MARKS,
        SILENCES,
        FEED,
        RETURN
    }

    private final List<Summary> figures = new ArrayList<>();
    private boolean isRight = true;

    @Override
    public Integer call() throws IOException {
        Path parent = directory == null ? Scratch.defaultParent() : directory;
        Files.createDirectories(parent);
        if (!Collections.disjoint(only, Set.of(Part.RATES, Part.MARKS, Part.SILENCES))) {
            try (BenchNodes nodes = new BenchNodes(parent, serverFlags, keep)) {
                onWarmNodes(nodes);
            }
        }
        if (only.contains(Part.FEED)) {
            withoutHttp(parent);
        }
        if (only.contains(Part.RETURN)) {
            try (BenchNodes fresh = new BenchNodes(parent, serverFlags, keep)) {
                comeBack(fresh);
            }
        }
        report(parent).publish(json);
        return isRight ? 0 : 1;
    }

    private void onWarmNodes(BenchNodes nodes) {
        if (only.contains(Part.RATES)) {
            load(nodes, "closed loop, bookings/s", "≥ 150,000", "--max");
            load(nodes, "open loop at " + rate + "/s, bookings/s", "", "--rate=" + rate);
        }
        if (only.contains(Part.MARKS)) {
            marks(nodes);
        }
        if (only.contains(Part.SILENCES)) {
            silences(nodes);
        }
    }

    private Report report(Path parent) {
        return new Report("bankroll bench cluster: three nodes, batches of 500 over signed HTTP to the leader")
                .section("Figures", figures)
                .section("Answers and books", new Summary().put("right", isRight ? "yes" : "NO"))
                .section("Nodes", new Summary().put("jvm flags", ServiceJvm.describe(serverFlags)))
                .section("Machine", MachineFacts.describe(parent))
                .caveat("Three nodes and the client share the machine, its processors and one disk; the network is"
                        + " the loopback.")
                .caveat("Without HTTP, the leader's own process makes the batches, as many under way as there are"
                        + " connections else, and compares what came of each item; in the end the books, and the chains"
                        + " of the three.")
                .caveat("Silences are measured by four callers who book one at a time, without other load.")
                .caveat("Coming back is measured on nodes of their own: what a node has booked since its last"
                        + " snapshot is replayed first, as after any kill.");
    }

    private void load(BenchNodes nodes, String what, String target, String pace) {
        Measurements measured = load(nodes, pace, warmup, duration);
        row(what, target, List.of((double) measured.itemsPerSecond()));
        String wanted = pace.equals("--max") ? "" : "< 150";
        row("the same, p99, ms", wanted, List.of(measured.latencies().getValueAtPercentile(99) / 1e6));
    }

    /** As the first, with nodes of their own, of which the leader books by itself. */
    private void withoutHttp(Path parent) throws IOException {
        List<String> feed = ServiceJvm.arguments(
                List.of("--batch", BATCH, "--under-way", connections, "--players", players),
                List.of("--warmup", warmup, "--duration", duration));
        try (BenchNodes nodes = BenchNodes.feeding(parent, serverFlags, keep, feed)) {
            String result = nodes.awaitResult(warmup + duration);
            row("closed loop without HTTP, bookings/s", "≥ 250,000", List.of((double)
                    Json.findNumber(result, "bookings/s")));
            row("the same, p99, ms", "", List.of(Json.findNumber(result, "p99 us") / 1e3));
            isRight &= nodes.areSameAt(Json.findNumber(result, "entries"));
        }
    }

    private Measurements load(BenchNodes nodes, String pace, double before, double seconds) {
        BenchNodes.Node leader = nodes.leader();
        LoadOptions options = CommandLine.populateCommand(
                new LoadOptions(),
                pace,
                "--batch=" + BATCH,
                "--connections=" + connections,
                "--players=" + players,
                "--warmup=" + before,
                "--duration=" + seconds);
        options.check();
        Workload workload = options.play.workload(Workload.newRun(), players, connections);
        LoadRun run = LoadRun.play(leader.target(), leader.pid(), options, workload);
        isRight &= run.isRight();
        return run.measurements();
    }

    /** While four callers book, and by itself: a player is opened before each then, so that there is something to mark. */
    private void marks(BenchNodes nodes) {
        List<Double> all = new ArrayList<>();
        List<Double> withoutAnswers = new ArrayList<>();
        List<Double> withoutMark = new ArrayList<>();
        List<Double> alone = new ArrayList<>();
        BenchNodes.Node leader = nodes.leader();
        String run = Workload.newRun();
        try (BookingProbe probe = new BookingProbe(nodes, run)) {
            for (int times = 0; times < faults; times++) {
                probe.await(PROBES_BETWEEN);
                probe.begin();
                all.add(markMs(leader));
                probe.await(1);
                withoutAnswers.add(probe.longestMs());
            }
            for (double asLongMs : all) {
                probe.await(PROBES_BETWEEN);
                probe.begin();
                LockSupport.parkNanos((long) (asLongMs * 1e6));
                probe.await(1);
                withoutMark.add(probe.longestMs());
            }
        }
        for (int times = 0; times < faults; times++) {
            BookingProbe.open(leader, "mark-" + run + "-" + times);
            alone.add(markMs(leader));
        }
        row("mark, without answers, ms", "", withoutAnswers);
        row("the same, as long without a mark, ms", "", withoutMark);
        row("mark, asked for over HTTP until seen there, ms", "< 20", all);
        row("the same while nobody books, ms", "< 20", alone);
    }

    /** From the asking until it is made, on the leader. */
    private static double markMs(BenchNodes.Node leader) {
        long before = leader.figure("mark_sequence");
        long beganNs = System.nanoTime();
        leader.operator().call("POST", "/operator/v1/cluster/mark", "").orThrow();
        while (leader.figure("mark_sequence") <= before) {
            LockSupport.parkNanos(LOOK_FOR_MARK_NS);
        }
        return (System.nanoTime() - beganNs) / 1e6;
    }

    private void silences(BenchNodes nodes) {
        List<Double> leaderKilled = new ArrayList<>();
        List<Double> followerKilled = new ArrayList<>();
        List<Double> followerPaused = new ArrayList<>();
        try (BookingProbe probe = new BookingProbe(nodes, Workload.newRun())) {
            for (int times = 0; times < faults; times++) {
                leaderKilled.add(killed(nodes, nodes.leader(), probe));
                followerKilled.add(killed(nodes, nodes.follower(), probe));
                followerPaused.add(paused(nodes, nodes.follower(), probe));
            }
        }
        row("leader killed, without answers, ms", "< 2,500", leaderKilled);
        row("follower killed, without answers, ms", "< 600", followerKilled);
        row("follower stopped (SIGSTOP, 3 s), without answers, ms", "< 600", followerPaused);
    }

    private static double killed(BenchNodes nodes, BenchNodes.Node node, BookingProbe probe) {
        return silence(nodes, node, probe, node::kill, node::start);
    }

    private static double paused(BenchNodes nodes, BenchNodes.Node node, BookingProbe probe) {
        return silence(nodes, node, probe, () -> node.signal("STOP"), () -> node.signal("CONT"));
    }

    private static double silence(
            BenchNodes nodes, BenchNodes.Node node, BookingProbe probe, Runnable fault, Runnable cure) {
        probe.await(PROBES_BETWEEN);
        probe.begin();
        fault.run();
        LockSupport.parkNanos(AFTER_FAULT_NS);
        double ms = probe.longestMs();
        probe.await(1);
        double longestMs = Math.max(ms, probe.longestMs());
        cure.run();
        node.awaitLevel(nodes.leader());
        return longestMs;
    }

    /** A follower's process is started over what it missed: with the start of its JVM, and without. */
    private void comeBack(BenchNodes nodes) {
        BenchNodes.Node follower = nodes.follower();
        follower.kill();
        long booked = 0;
        double perSecond = COLD_PER_SECOND;
        while (booked < missed) {
            Measurements measured = load(nodes, "--max", 0, Math.min(10, 1 + (missed - booked) / perSecond));
            booked += measured.items();
            perSecond = measured.itemsPerSecond();
        }
        long beganNs = System.nanoTime();
        follower.start();
        follower.awaitLevel(nodes.leader());
        row(
                "back after " + booked + " missed bookings, s, with its JVM's start",
                "< 10",
                List.of((System.nanoTime() - beganNs) / 1e9));
    }

    private void row(String what, String target, List<Double> all) {
        List<Double> sorted = all.stream().sorted().toList();
        figures.add(new Summary()
                .put("what", what)
                .put("target", target)
                .put("median", sorted.get(sorted.size() / 2))
                .put("most", sorted.get(sorted.size() - 1))
                .put("times", sorted.size()));
    }
}
