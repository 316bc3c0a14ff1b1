package bankroll.gateway.demo;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.condition.ShellWord;
import bankroll.gateway.client.HttpAnswer;
import bankroll.gateway.client.Invocation;
import bankroll.gateway.client.ServiceClient;
import bankroll.gateway.client.Trust;
import bankroll.gateway.demo.Demo.DemoGuide;
import bankroll.journal.files.DirectoryLock;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Three nodes on this machine, each a process with a directory and ports of its own, until this one ends. It says who leads,
 * keeps the address of whoever does for {@code call}, and starts again whatever was killed. One thread, and one that ends it.
 */
public final class ClusterDemo implements AutoCloseable {
    private static final int NODES = 3;
    private static final int PORTS_APART = 10;
    private static final int LOG_PORTS_ABOVE = 1_000;
    private static final long LOOK_MS = 50;
    private static final int REST_S = 5;
    private static final String OF_A_DEMO =
            "a demo runs there: end it with Ctrl-C, or name another --directory and, while it runs, another --port";

    private static final long START_NS = TimeUnit.SECONDS.toNanos(90);

    private final Path directory;
    private final int firstPort;
    private final PrintWriter out;
    private final DemoSecrets secrets;
    private final List<Node> nodes = new ArrayList<>();
    private final int restS;
    private int leader = -1;
    private volatile boolean isEnding;
    private volatile DirectoryLock lock;
    private long leaderlessSinceNs = System.nanoTime();

    /** A node's process, when it was found to have ended, and who is asked how it stands. */
    private static final class Node {
        private final ServiceClient health;
        private Process process;
        private long endedNs;

        private Node(String operatorUrl) {
            health = ServiceClient.open(operatorUrl, Trust.of(List.of()));
        }
    }

    /**
     * Prepares it.
     *
     * @param directory of all three
     * @param firstPort the first node's platforms' port; the operators' is the next one, the other nodes' are 10 further on each,
     *     and those of the log 1000 above
     */
    public ClusterDemo(Path directory, int firstPort, PrintWriter out) {
        this(directory, firstPort, out, REST_S);
    }

    ClusterDemo(Path directory, int firstPort, PrintWriter out, int restS) {
        this.restS = restS;
        this.directory = directory;
        this.firstPort = firstPort;
        this.out = out;
        secrets = DemoSecrets.in(directory);
        for (int node = 0; node < NODES; node++) {
            nodes.add(new Node(operatorUrl(node)));
        }
    }

    /** Starts all, makes players, and goes on until {@link #close}. */
    public void run() throws IOException, InterruptedException {
        secrets.ensure();
        // before the ports: a demo that runs here has them, too
        lock = DirectoryLock.acquire(directory, OF_A_DEMO);
        requireFreePorts();
        for (int node = 0; node < NODES; node++) {
            start(node);
        }
        say("three nodes are starting; their logs are in " + directory);
        awaitLeader();
        if (isEnding) {
            return;
        }
        String token = DemoSecrets.read(secrets.operatorToken()).orElseThrow();
        String code = Demo.seed(ServiceClient.operator(operatorUrl(leader), Trust.of(List.of()), token));
        guide(code);
        while (!isEnding) {
            turn();
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
        }
    }

    /** Whoever is there already would be taken for the demo's own nodes. */
    private void requireFreePorts() {
        for (int node = 0; node < NODES; node++) {
            for (int port = port(node); port <= port(node) + 1; port++) {
                try (ServerSocket socket = new ServerSocket()) {
                    socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                } catch (IOException taken) {
                    throw new ConditionException(
                            ExitCode.UNAVAILABLE,
                            "port " + port + " can't be had: " + taken.getMessage(),
                            "end what uses it, perhaps an earlier demo, or choose others with --port",
                            taken);
                }
            }
        }
    }

    private void awaitLeader() throws IOException, InterruptedException {
        long beganNs = System.nanoTime();
        while (leader < 0 && !isEnding) {
            if (System.nanoTime() - beganNs > START_NS || nodes.stream().noneMatch(node -> node.process.isAlive())) {
                throw new ConditionException(
                        ExitCode.UNAVAILABLE,
                        "no node leads",
                        "read node0.log, node1.log and node2.log in " + directory);
            }
            turn();
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
        }
    }

    private void turn() throws IOException {
        int now = IntStream.range(0, NODES).filter(this::leads).findFirst().orElse(-1);
        if (now != leader) {
            changed(now);
        }
        for (int node = 0; node < NODES; node++) {
            restart(node);
        }
    }

    private boolean leads(int node) {
        if (!nodes.get(node).process.isAlive()) {
            return false;
        }
        try {
            HttpAnswer ready = nodes.get(node).health.call("GET", "/health/ready", "");
            return ready.isOk();
        } catch (ConditionException notThereYet) {
            return false;
        }
    }

    private void changed(int now) {
        if (now < 0) {
            leaderlessSinceNs = System.nanoTime();
            say("nobody leads");
        } else {
            long ms = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - leaderlessSinceNs);
            secrets.write(secrets.platformUrl(), platformUrl(now) + "/v1");
            secrets.write(secrets.operatorUrl(), operatorUrl(now));
            say("node " + now + " leads, process " + nodes.get(now).process.pid()
                    + (leader < 0 ? ", after " + ms + " ms" : ""));
            leaderlessSinceNs = System.nanoTime();
        }
        leader = now;
    }

    private void restart(int number) throws IOException {
        Node node = nodes.get(number);
        if (node.process.isAlive()) {
            return;
        }
        if (node.endedNs == 0) {
            node.endedNs = System.nanoTime();
            say("node " + number + " has ended with " + node.process.exitValue() + "; it is started again in " + restS
                    + " seconds");
        } else if (System.nanoTime() - node.endedNs > TimeUnit.SECONDS.toNanos(restS) && start(number)) {
            say("node " + number + " starts again, process " + node.process.pid());
        }
    }

    /** Not behind {@link #close}: Ctrl-C reaches the nodes, too, and those that end first would come back for good. */
    private synchronized boolean start(int number) throws IOException {
        if (isEnding) {
            return false;
        }
        Path data = directory.resolve("node" + number);
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("bankroll.root", "."), "bankroll")
                                .toString(),
                        "serve",
                        "--init",
                        "--data",
                        data.toString(),
                        "--listen",
                        "127.0.0.1:" + port(number),
                        "--operator-listen",
                        "127.0.0.1:" + (port(number) + 1))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        directory.resolve("node" + number + ".log").toFile()));
        builder.environment().keySet().removeIf(name -> name.startsWith("BANKROLL_"));
        builder.environment().putAll(settings(number));
        Node node = nodes.get(number);
        node.process = builder.start();
        node.endedNs = 0;
        return true;
    }

    /** Small enough for three on one machine. */
    private Map<String, String> settings(int number) {
        return Map.of(
                "BANKROLL_JAVA_OPTS", "-Xmx512m",
                "BANKROLL_PLATFORM_SECRET",
                        DemoSecrets.read(secrets.signingSecret()).orElseThrow(),
                "BANKROLL_OPERATOR_TOKEN",
                        DemoSecrets.read(secrets.operatorToken()).orElseThrow(),
                "BANKROLL_PLATFORM_MAX_BODY_BYTES", "1MiB",
                "BANKROLL_JOURNAL_FILE_BYTES", "32MiB",
                "BANKROLL_CLUSTER_MEMBERS", each(node -> "127.0.0.1:" + (port(node) + LOG_PORTS_ABOVE)),
                "BANKROLL_CLUSTER_NODE", String.valueOf(number),
                "BANKROLL_CLUSTER_URLS", each(this::platformUrl));
    }

    private static String each(IntFunction<String> form) {
        return IntStream.range(0, NODES).mapToObj(form).collect(Collectors.joining(", "));
    }

    private int port(int node) {
        return firstPort + PORTS_APART * node;
    }

    private String platformUrl(int node) {
        return "http://127.0.0.1:" + port(node);
    }

    private String operatorUrl(int node) {
        return "http://127.0.0.1:" + (port(node) + 1);
    }

    private void guide(String launchCode) {
        String command = Invocation.command();
        String call = command + " call --data " + ShellWord.of(directory);
        say("ready. Paste these into another terminal, one after another (amounts are in cents):");
        out.println("  " + call + " authenticate " + launchCode);
        out.println("  " + call + " balance " + DemoGuide.PLAYER);
        out.println("  " + call + " debit " + DemoGuide.PLAYER + " 250 --id bet-1");
        out.println("  kill -9 " + nodes.get(leader).process.pid() + "        # the leader: watch here who leads next");
        out.println("  " + call + " debit " + DemoGuide.PLAYER + " 250 --id bet-1        # asked again: booked once");
        out.println("  " + call + " credit " + DemoGuide.PLAYER + " 400 --id win-1 --reference bet-1");
        for (int node = 0; node < NODES; node++) {
            out.println("  " + command + " cluster status --data " + ShellWord.of(directory) + " --operator-url "
                    + operatorUrl(node));
        }
        out.println("Ctrl-C ends all three; what was booked is still there at the next start.");
        out.flush();
    }

    private void say(String words) {
        out.println("cluster: " + words);
        out.flush();
    }

    @Override
    public void close() {
        synchronized (this) {
            isEnding = true;
        }
        nodes.stream().filter(node -> node.process != null).forEach(node -> node.process.destroy());
        for (Node node : nodes) {
            if (node.process != null) {
                node.process.onExit().join();
            }
        }
        if (lock != null) {
            lock.close();
        }
    }
}
