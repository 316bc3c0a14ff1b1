package bankroll.bench.load;

import bankroll.bench.process.Scratch;
import bankroll.bench.process.ServiceJvm;
import bankroll.cluster.MemberAddress;
import bankroll.condition.ConditionException;
import bankroll.gateway.client.ServiceClient;
import bankroll.gateway.json.Json;
import bankroll.gateway.peers.ChainComparison;
import bankroll.journal.files.DurableFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Three nodes of a cluster on this machine, each a process as {@code ./bankroll serve} starts it, or one that is the same
 * and books by itself while it leads; deleted at the end.
 */
final class BenchNodes implements AutoCloseable {
    private static final int NODES = 3;
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(180);

    /** What looks takes from the processors that are measured, a node's that has just started above all. */
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long LOOK_FOR_RESULT_NS = TimeUnit.MILLISECONDS.toNanos(200);

    private final Scratch scratch;
    private final List<Node> nodes = new ArrayList<>();

    /** A node's process, and where it is called. */
    final class Node extends ServerProcess {
        private final int number;

        private Node(int number, Target target, List<String> flags, List<String> main, String members) {
            super(
                    scratch.path().resolve("node" + number),
                    target,
                    flags,
                    main,
                    Map.of("BANKROLL_CLUSTER_MEMBERS", members, "BANKROLL_CLUSTER_NODE", String.valueOf(number)));
            this.number = number;
        }

        /** Stands still, or goes on. */
        void signal(String name) {
            try {
                int code = new ProcessBuilder("kill", "-" + name, String.valueOf(pid()))
                        .start()
                        .waitFor();
                if (code != 0) {
                    throw new IllegalStateException("kill -" + name + " ended with " + code);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", e);
            }
        }

        /** Where it writes what it measured by itself. */
        private Path result() {
            return directory().resolve("data.json");
        }

        /** A number of {@code GET /operator/v1/cluster}. */
        long figure(String name) {
            return Json.findNumber(
                    operator().call("GET", "/operator/v1/cluster", "").orThrow().body(), name);
        }

        /** Whether it answers, and has taken the log up to a position. */
        private boolean hasTaken(long position) {
            try {
                return figure("taken_position") >= position;
            } catch (ConditionException notYet) {
                return false;
            }
        }

        /** Until it has taken as much of the log as another has now. */
        void awaitLevel(Node other) {
            long beganNs = System.nanoTime();
            long wanted = other.figure("commit_position");
            while (!hasTaken(wanted)) {
                require(beganNs, "node " + number + " does not come level");
            }
        }
    }

    /**
     * Starts them and waits until one leads.
     *
     * @param parent where their directories are made; its file system is the one that is measured
     * @param flags for their JVMs, behind the usual ones
     */
    BenchNodes(Path parent, List<String> flags, boolean keepsData) throws IOException {
        this(parent, flags, keepsData, ServerProcess.SERVE);
    }

    private BenchNodes(Path parent, List<String> flags, boolean keepsData, List<String> main) throws IOException {
        scratch = new Scratch(parent, keepsData);
        if (main.equals(ServerProcess.SERVE)) {
            launch(flags, main);
            closeAll();
            for (Node node : nodes) {
                DurableFiles.deleteAll(node.directory());
            }
            nodes.clear();
        }
        launch(flags, main);
    }

    /**
     * Starts them. Nodes of a first launch leave the classes that they have read to those of a second one, as a service
     * that ends in order does by {@code ./bankroll serve}.
     */
    private void launch(List<String> flags, List<String> main) throws IOException {
        Path classes = scratch.path().resolve("classes.jsa");
        List<String> all = new ArrayList<>(flags);
        if (Files.exists(classes)) {
            all.add("-XX:SharedArchiveFile=" + classes);
        } else if (main.equals(ServerProcess.SERVE)) {
            all.addAll(List.of("-XX:ArchiveClassesAtExit=" + classes, "-Xlog:cds=off", "-Xlog:cds+dynamic=off"));
        }
        String secret = "whsec_" + ServerProcess.secret();
        String token = ServerProcess.secret();
        String members = members();
        for (int number = 0; number < NODES; number++) {
            nodes.add(new Node(number, Target.local(secret, token, Optional.empty()), all, main, members));
        }
        for (Node node : nodes) {
            Files.createDirectories(node.directory());
        }
        nodes.forEach(Node::start);
        try {
            leader();
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    /** The same; the one that leads first books by itself. */
    static BenchNodes feeding(Path parent, List<String> flags, boolean keepsData, List<String> feed)
            throws IOException {
        List<String> main = new ArrayList<>(List.of("bankroll.bench.BenchMain", "cluster-feed"));
        main.addAll(feed);
        return new BenchNodes(parent, flags, keepsData, main);
    }

    /** What the one measured that booked by itself, as JSON, once it is done; its load takes so many seconds. */
    String awaitResult(double seconds) {
        long beganNs = System.nanoTime() + Math.round(seconds * 1e9);
        while (true) {
            for (Node node : nodes) {
                if (Files.exists(node.result())) {
                    return read(node.result());
                }
                require(node.isRunning(), "node " + node.number + " has ended");
            }
            require(beganNs, LOOK_FOR_RESULT_NS, "no node has booked by itself");
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<Node> all() {
        return nodes;
    }

    /** Who leads, as soon as somebody does. */
    Node leader() {
        for (long beganNs = System.nanoTime(); ; require(beganNs, "no node leads")) {
            for (Node node : nodes) {
                if (node.isReady()) {
                    return node;
                }
            }
        }
    }

    Node follower() {
        Node leader = leader();
        return nodes.stream()
                .filter(node -> node != leader && node.isRunning())
                .findFirst()
                .orElseThrow();
    }

    private void require(long beganNs, String otherwise) {
        require(beganNs, LOOK_NS, otherwise);
    }

    /** Before the next look. */
    private void require(long beganNs, long napNs, String otherwise) {
        require(System.nanoTime() - beganNs <= PATIENCE_NS, otherwise);
        LockSupport.parkNanos(napNs);
    }

    private void require(boolean isAsItShould, String otherwise) {
        if (!isAsItShould) {
            throw new IllegalStateException(otherwise + "; --keep leaves the nodes' logs in " + scratch.path());
        }
    }

    /** Whether all have the same chain at this entry or behind it, once they have come level. */
    boolean areSameAt(long entry) {
        Node leader = leader();
        nodes.forEach(node -> node.awaitLevel(leader));
        Map<String, ServiceClient> clients = new LinkedHashMap<>();
        for (Node node : nodes) {
            clients.put(node.target().operator().toString(), node.operator());
        }
        ChainComparison.Result result = new ChainComparison(clients).run();
        return result.isSame() && result.sequence() >= entry;
    }

    @Override
    public void close() {
        closeAll();
        scratch.close();
    }

    private void closeAll() {
        nodes.parallelStream().forEach(Node::close);
    }

    private static String members() {
        int first = ServiceJvm.freePorts(NODES * MemberAddress.PORTS);
        return IntStream.range(0, NODES)
                .mapToObj(node -> "127.0.0.1:" + (first + MemberAddress.PORTS * node))
                .collect(Collectors.joining(","));
    }
}
