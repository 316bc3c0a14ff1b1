package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.engine.Replay;
import bankroll.journal.JournalReader;
import bankroll.journal.reading.JournalDirectory;
import bankroll.ledger.Ledger;
import bankroll.testkit.Eventually;
import bankroll.testkit.FreeMembers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The nodes of one cluster on this machine, each a process. */
final class Nodes implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int SMALL_TERM_BYTES = 1 << 20;
    private static final int MACHINES_PORT = 9_010;
    private static final int MOST_STOPS = 3;
    private static final List<String> LATE =
            List.of("no connection established for replayChannel", "response publication is closed");

    private final List<NodeProcess> nodes = new ArrayList<>();

    /** On loopback. */
    Nodes(Path directory) throws IOException {
        this(directory, SMALL_TERM_BYTES);
    }

    /** On loopback, with a log for long messages. */
    Nodes(Path directory, int termBytes) throws IOException {
        this(3, directory, termBytes, ClusterContext.KEPT_BYTES_DEFAULT);
    }

    private Nodes(int count, Path directory, int termBytes, long keptBytes) throws IOException {
        String members = FreeMembers.next(count);
        for (int node = 0; node < count; node++) {
            Path data = Files.createDirectory(directory.resolve("node" + node));
            var place = new NodeProcess.Place(data, directory, List.of());
            nodes.add(new NodeProcess(place, node, members, termBytes, keptBytes));
        }
    }

    /** On loopback, with a log of which only so much is kept. */
    static Nodes keeping(Path directory, long keptBytes) throws IOException {
        return new Nodes(3, directory, SMALL_TERM_BYTES, keptBytes);
    }

    /** Five on loopback. */
    static Nodes five(Path directory) throws IOException {
        return new Nodes(5, directory, SMALL_TERM_BYTES, ClusterContext.KEPT_BYTES_DEFAULT);
    }

    /** Each on a machine of its own. */
    Nodes(Path directory, List<Machine> machines) {
        String members = machines.stream()
                .map(machine -> machine.address() + ":" + MACHINES_PORT)
                .collect(Collectors.joining(","));
        for (Machine machine : machines) {
            var place = new NodeProcess.Place(machine.data(), directory, machine.around());
            nodes.add(
                    new NodeProcess(place, nodes.size(), members, SMALL_TERM_BYTES, ClusterContext.KEPT_BYTES_DEFAULT));
        }
    }

    int size() {
        return nodes.size();
    }

    NodeProcess get(int node) {
        return nodes.get(node);
    }

    int indexOf(NodeProcess node) {
        return nodes.indexOf(node);
    }

    Nodes start() {
        nodes.forEach(NodeProcess::start);
        return this;
    }

    /** Starts those that don't run. */
    void startAll() {
        nodes.stream().filter(node -> !node.isRunning()).forEach(NodeProcess::start);
    }

    /** Until one has ended by itself. */
    NodeProcess awaitEnd() {
        within("nobody ends", () -> !allRun());
        return nodes.stream().filter(node -> !node.isRunning()).findFirst().orElseThrow();
    }

    /** Asks whoever leads until there is an answer. */
    String ask(String question) {
        long beganNs = System.nanoTime();
        while (System.nanoTime() - beganNs < PATIENCE.toNanos()
                && nodes.stream().anyMatch(NodeProcess::isRunning)) {
            for (NodeProcess node : nodes) {
                String answer = node.isRunning() ? node.ask(question) : NodeMain.UNAVAILABLE;
                if (!answer.equals(NodeMain.UNAVAILABLE)) {
                    return answer;
                }
            }
        }
        throw new AssertionError("nobody answers to " + question + logs());
    }

    /** Opens an account; who asks again, since the lead was lost before the answer, hears that it is there. */
    void open(String player) {
        String answer = ask("open " + player);
        assertTrue(answer.equals("CREATED") || answer.equals("EXISTS"), answer);
    }

    /** Whoever leads, as soon as somebody does: on a busy machine an election may be held at any moment. */
    NodeProcess leader() {
        List<NodeProcess> found = new ArrayList<>();
        within(
                "nobody leads",
                () -> nodes.stream()
                        .filter(NodeProcess::leads)
                        .findAny()
                        .map(found::add)
                        .isPresent());
        return found.get(0);
    }

    /** Asks, the node first that answered last, until the answer is this one; tells whose it was. */
    NodeProcess insist(NodeProcess first, String question, String wanted, long patienceMs) {
        long beganNs = System.nanoTime();
        for (int turn = nodes.indexOf(first); System.nanoTime() - beganNs < PATIENCE.toNanos(); turn++) {
            NodeProcess node = nodes.get(turn % nodes.size());
            if (node.isRunning() && wanted.equals(node.ask(question, patienceMs))) {
                return node;
            }
        }
        throw new AssertionError("nobody answers " + wanted + " to " + question + logs());
    }

    /** Until every node that runs has appended what any has now; tells the milliseconds. */
    long awaitLevel() {
        long beganNs = System.nanoTime();
        long wanted = nodes.stream().mapToLong(NodeProcess::sequence).max().orElseThrow();
        within(
                "not every node comes to entry " + wanted,
                () -> nodes.stream().noneMatch(node -> node.isRunning() && node.sequence() < wanted));
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNs);
    }

    /** Brings a node that doesn't run to where the leader is, which goes on. */
    void seed(NodeProcess node) {
        node.seed(leader());
    }

    boolean allRun() {
        return nodes.stream().allMatch(NodeProcess::isRunning);
    }

    void each(Consumer<NodeProcess> does) {
        nodes.forEach(does);
    }

    /** Asks for a mark, until every node goes on from it at its next start. Who is asked may lose the lead before it makes one. */
    void mark() {
        mark(before -> nodes.stream().noneMatch(node -> node.markPosition() <= before));
    }

    /** Asks for a mark, until whoever leads has made it. */
    void markLeader() {
        mark(before -> leader().markPosition() > before);
    }

    private void mark(LongPredicate isMade) {
        long before = nodes.stream().mapToLong(NodeProcess::markPosition).max().orElseThrow();
        within("no mark is made", () -> {
            NodeProcess leader = leader();
            if (leader.markPosition() <= before) {
                leader.ask("mark");
            }
            return isMade.test(before);
        });
    }

    /** Has a node lead; asks again where it got its turn late, or an election came between. */
    void lead(NodeProcess next) {
        within("node " + nodes.indexOf(next) + " does not lead", () -> {
            NodeProcess now = leader();
            return now == next || now.ask("hand-over " + nodes.indexOf(next)).equals("done") && next.leads();
        });
    }

    NodeProcess follower() {
        return other(leader());
    }

    /** One that runs and is none of these, whoever leads by now. */
    NodeProcess other(NodeProcess... than) {
        return nodes.stream()
                .filter(node -> node.isRunning() && !List.of(than).contains(node))
                .findAny()
                .orElseThrow();
    }

    /** Until every node has appended what the leader has. */
    void awaitSame() {
        within(
                "the nodes do not come to one entry",
                () -> nodes.stream().map(Nodes::sequence).distinct().count() == 1);
    }

    private void within(String complaint, BooleanSupplier condition) {
        Eventually.within(PATIENCE, () -> complaint + logs(), condition);
    }

    private static String sequence(NodeProcess node) {
        String[] status = node.ask("status").split(" ");
        return status.length > 2 ? status[2] : "not running";
    }

    /** In the end nothing runs, the journals are the same, byte for byte, and each one leads to the same state. */
    void requireSameJournals() {
        stopTogether();
        for (int again = 0;
                again < MOST_STOPS
                        && nodes.stream().map(Nodes::entries).distinct().count() > 1;
                again++) {
            // one was elected while they stopped, and its settings aren't with all: they are at the next start
            startAll();
            stopTogether();
        }
        nodes.forEach(node -> requireSameJournal(nodes.get(0), node));
        assertEquals(
                1,
                nodes.stream().map(node -> digest(node.data())).distinct().count(),
                "states that the journals lead to");
    }

    private void stopTogether() {
        ask("books");
        awaitSame();
        NodeProcess leader = leader();
        // were others left without it for long, they would elect one of them, who appends its settings
        nodes.stream().filter(node -> node != leader).forEach(node -> node.ask("stop"));
        leader.ask("stop");
        nodes.forEach(NodeProcess::join);
    }

    private static long entries(NodeProcess node) {
        try (JournalReader reader = journal(node.data())) {
            long entries = 0;
            while (reader.next()) {
                entries++;
            }
            return entries;
        }
    }

    /** Entry by entry: a soak's journals are longer than the test's memory. */
    private static void requireSameJournal(NodeProcess first, NodeProcess other) {
        try (JournalReader one = journal(first.data());
                JournalReader two = journal(other.data())) {
            while (one.next()) {
                long sequence = one.sequence();
                assertTrue(two.next(), () -> other.data() + " ends before entry " + sequence);
                assertArrayEquals(frame(one), frame(two), () -> "entry " + sequence + " of " + other.data());
            }
            assertFalse(two.next(), () -> other.data() + " has more entries than " + first.data());
        }
    }

    private static JournalReader journal(Path data) {
        return new JournalDirectory(data.resolve("journal")).reader(1);
    }

    private static byte[] frame(JournalReader reader) {
        byte[] frame = new byte[reader.length()];
        reader.buffer().getBytes(reader.offset(), frame);
        return frame;
    }

    private static String digest(Path data) {
        try (Ledger ledger = new Ledger();
                JournalReader reader = journal(data)) {
            new Replay(ledger, reader).upTo(Long.MAX_VALUE);
            return ledger.digest();
        }
    }

    /** All of the journal. */
    static List<byte[]> frames(Path data) {
        List<byte[]> frames = new ArrayList<>();
        try (JournalReader reader = journal(data)) {
            while (reader.next()) {
                frames.add(frame(reader));
            }
        }
        return frames;
    }

    String logs() {
        return nodes.stream()
                .map(node -> "\n---- " + node.data() + "\n" + node.log())
                .collect(Collectors.joining());
    }

    /** What Aeron met with, but for a replay whose other end got its turn too late: so it is where others use the machine, too. */
    List<String> faults() {
        List<String> lines = logs().lines().toList();
        return IntStream.range(1, lines.size())
                .filter(line -> lines.get(line - 1).contains("met with an error"))
                .mapToObj(lines::get)
                .filter(fault -> LATE.stream().noneMatch(fault::contains))
                .toList();
    }

    @Override
    public void close() {
        nodes.forEach(NodeProcess::close);
    }
}
