package bankroll.bench.load;

import bankroll.bench.process.Scratch;
import bankroll.bench.process.ServiceJvm;
import bankroll.condition.ConditionException;
import bankroll.gateway.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Three nodes of a cluster on this machine, each a process as {@code ./bankroll serve} starts it; deleted at the end. */
final class BenchNodes implements AutoCloseable {
    private static final int NODES = 3;
    private static final int LOG_PORTS = 8;
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(180);
    private static final long LOOK_NS = 500_000;

    private final Scratch scratch;
    private final List<Node> nodes = new ArrayList<>();

    /** A node's process, and where it is called. */
    final class Node extends ServerProcess {
        private final int number;

        private Node(int number, Target target, List<String> flags, String members) {
            super(
                    scratch.path().resolve("node" + number),
                    target,
                    flags,
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

        /** Until it has taken as much of the log as another has now; tells the nanoseconds. */
        long awaitLevel(Node other) {
            long beganNs = System.nanoTime();
            long wanted = other.figure("commit_position");
            while (!hasTaken(wanted)) {
                require(beganNs, "node " + number + " does not come level");
            }
            return System.nanoTime() - beganNs;
        }
    }

    /**
     * Starts them and waits until one leads.
     *
     * @param parent where their directories are made; its file system is the one that is measured
     * @param flags for their JVMs, behind the usual ones
     */
    BenchNodes(Path parent, List<String> flags, boolean keepsData) throws IOException {
        scratch = new Scratch(parent, keepsData);
        String secret = "whsec_" + ServerProcess.secret();
        String token = ServerProcess.secret();
        String members = members();
        for (int number = 0; number < NODES; number++) {
            nodes.add(new Node(number, Target.local(secret, token, Optional.empty()), flags, members));
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

    List<Node> all() {
        return nodes;
    }

    Path directory() {
        return scratch.path();
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
        if (System.nanoTime() - beganNs > PATIENCE_NS) {
            throw new IllegalStateException(otherwise + "; the nodes' logs are in " + scratch.path());
        }
        LockSupport.parkNanos(LOOK_NS);
    }

    @Override
    public void close() {
        nodes.parallelStream().forEach(Node::close);
        scratch.close();
    }

    private static String members() {
        int first = ServiceJvm.freePorts(NODES * LOG_PORTS);
        return IntStream.range(0, NODES)
                .mapToObj(node -> "127.0.0.1:" + (first + LOG_PORTS * node))
                .collect(Collectors.joining(","));
    }
}
