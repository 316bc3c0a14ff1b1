package bankroll.bench.load;

import bankroll.bench.process.Scratch;
import bankroll.bench.process.ServiceJvm;
import bankroll.gateway.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Three nodes of a cluster on this machine, each a process as {@code ./bankroll serve} starts it; deleted at the end. */
final class BenchNodes implements AutoCloseable {
    private static final String MAIN = "bankroll.gateway.cli.BankrollMain";
    private static final int NODES = 3;
    private static final int LOG_PORTS = 8;
    private static final int LOWEST_PORT = 10_000;
    private static final int PORT_CHOICES = 2_500;
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(180);
    private static final long STOP_SECONDS = 30;
    private static final long LOOK_NS = 500_000;

    private final Scratch scratch;
    private final List<String> flags;
    private final String members = freeMembers();
    private final List<Node> nodes = new ArrayList<>();

    /** A node's process, and where it is called. */
    final class Node {
        private final int number;
        private final Target target;
        private final OperatorClient operator;
        private Process process;

        private Node(int number, Target target) {
            this.number = number;
            this.target = target;
            operator = new OperatorClient(target.operator(), target.operatorToken());
        }

        Target target() {
            return target;
        }

        OperatorClient operator() {
            return operator;
        }

        long pid() {
            return process.pid();
        }

        boolean isRunning() {
            return process.isAlive();
        }

        void start() {
            List<String> command = new ArrayList<>(ServiceJvm.command(flags, MAIN, "serve", "--init"));
            command.addAll(
                    List.of("--data", scratch.path().resolve("node" + number).toString()));
            command.addAll(List.of("--listen", target.hostAndPort()));
            command.addAll(List.of("--operator-listen", target.operator().getAuthority()));
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(
                            scratch.path().resolve("node" + number + ".log").toFile()));
            builder.environment().put("BANKROLL_PLATFORM_SECRET", target.secret());
            builder.environment().put("BANKROLL_OPERATOR_TOKEN", target.operatorToken());
            builder.environment().put("BANKROLL_CLUSTER_MEMBERS", members);
            builder.environment().put("BANKROLL_CLUSTER_NODE", String.valueOf(number));
            process = ServiceJvm.start(builder);
        }

        /** A node that is told to stop takes its buffers in memory with it; a killed one leaves them. */
        private void awaitEnd() {
            process.onExit()
                    .completeOnTimeout(process, STOP_SECONDS, TimeUnit.SECONDS)
                    .join();
            kill();
        }

        void kill() {
            process.destroyForcibly().onExit().join();
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
            return Json.findNumber(operator.get("/operator/v1/cluster"), name);
        }

        /** Whether it answers, and has taken the log up to a position. */
        private boolean hasTaken(long position) {
            try {
                return figure("taken_position") >= position;
            } catch (UncheckedIOException | IllegalStateException notYet) {
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
    BenchNodes(Path parent, List<String> flags, boolean keepsData) {
        scratch = new Scratch(parent, keepsData);
        this.flags = List.copyOf(flags);
        SecureRandom random = new SecureRandom();
        String secret = "whsec_" + ServerProcess.secret(random);
        String token = ServerProcess.secret(random);
        for (int number = 0; number < NODES; number++) {
            nodes.add(new Node(
                    number,
                    new Target(
                            URI.create("http://127.0.0.1:" + ServiceJvm.freePort() + "/v1"),
                            URI.create("http://127.0.0.1:" + ServiceJvm.freePort()),
                            secret,
                            token,
                            Optional.empty())));
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

    String javaFlags() {
        return ServiceJvm.describe(flags);
    }

    /** Who leads, as soon as somebody does. */
    Node leader() {
        for (long beganNs = System.nanoTime(); ; require(beganNs, "no node leads")) {
            for (Node node : nodes) {
                if (node.isRunning() && node.operator.isReady()) {
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
        nodes.forEach(node -> node.process.destroy());
        nodes.forEach(Node::awaitEnd);
        scratch.close();
    }

    /** Below the range from which the system takes ports for others. */
    private static String freeMembers() {
        int first;
        do {
            first = LOWEST_PORT + LOG_PORTS * ThreadLocalRandom.current().nextInt(PORT_CHOICES);
        } while (!areFree(first));
        int base = first;
        return IntStream.range(0, NODES)
                .mapToObj(node -> "127.0.0.1:" + (base + LOG_PORTS * node))
                .collect(Collectors.joining(","));
    }

    private static boolean areFree(int first) {
        for (int port = first; port < first + NODES * LOG_PORTS; port++) {
            try (DatagramSocket socket = new DatagramSocket(null)) {
                socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            } catch (IOException taken) {
                return false;
            }
        }
        return true;
    }
}
