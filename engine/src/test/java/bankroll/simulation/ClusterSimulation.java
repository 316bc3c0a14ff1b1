package bankroll.simulation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.engine.Engine;
import bankroll.engine.Request;
import bankroll.journal.Chain;
import bankroll.journal.Chain.ChainHead;
import bankroll.ledger.Ledger;
import bankroll.protocol.CommandHeader.CommandType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Three ledgers on one log: leaders change, messages are lost, processes end and start again as one release or the next,
 * clocks step. In the end everything is asked for again, and all nodes hold the same.
 */
final class ClusterSimulation implements Platform.Hearing, History.Frames {
    private static final int NODES = 3;
    private static final int LONGEST = 1_200;
    private static final int STUCK = 200_000;

    private final Random random;
    private final SharedLog log;
    private final List<SimulatedNode> nodes = new ArrayList<>();
    private final List<byte[]> frames = new ArrayList<>();
    private final int[] compared = new int[NODES];
    private final Map<Long, String> digests = new HashMap<>();
    private final Chain chain = new Chain(ChainHead.START);
    private final History history = new History(this);
    private final Told told = new Told();
    private final Platform platform;
    private final Releases releases;
    private final int slowness;
    private final int[] laziness = new int[NODES];
    private boolean isCalm;

    ClusterSimulation(Random random, Path directory) {
        this.random = random;
        log = new SharedLog(random);
        for (int node = 0; node < NODES; node++) {
            nodes.add(new SimulatedNode(random, directory.resolve("node" + node), log, node));
            laziness[node] = oneOf(1, 1, 3, 10);
        }
        releases = new Releases(random);
        slowness = oneOf(1, 4, 20);
        platform = new Platform(random, history, told, this);
    }

    private int oneOf(int... choices) {
        return choices[random.nextInt(choices.length)];
    }

    void run() {
        for (int turns = random.nextInt(LONGEST); turns > 0; turns--) {
            turn();
        }
        calm();
        askForEverythingAgain();
        nodes.forEach(this::startAgain);
        same();
        nodes.forEach(node -> node.process().close());
    }

    /** Everything that the nodes hold in the end. */
    int fingerprint() {
        return nodes.get(0).disk().fingerprint();
    }

    private void turn() {
        switch (random.nextInt(300)) {
            case 0 -> crash(pick(), "between two turns");
            case 1, 2 -> elect();
            case 3 -> log.depose();
            case 4 -> allEnd();
            case 5, 6 -> pick().disk().full(random.nextBoolean());
            case 7, 8, 9 -> mark();
            case 10, 11, 12 -> askAnother();
            default -> usual();
        }
    }

    private void usual() {
        switch (random.nextInt(8)) {
            case 0, 1 -> platform.act();
            case 2 -> log.commit(random.nextInt(slowness) == 0 ? random.nextInt(4) : 0);
            default -> turn(pick());
        }
    }

    private SimulatedNode pick() {
        return nodes.get(random.nextInt(NODES));
    }

    private void turn(SimulatedNode node) {
        try {
            if (node.isRunning() && !isCalm && random.nextInt(laziness[nodes.indexOf(node)]) > 0) {
                return;
            }
            if (node.isRunning()) {
                node.turn();
                compare(node);
            } else if (isCalm || random.nextInt(20) == 0) {
                launch(node);
            }
        } catch (Crash crash) {
            end(node, crash);
        }
    }

    private void launch(SimulatedNode node) {
        node.faults().on(!isCalm);
        node.launch(releases.next(nodes.stream()
                .filter(SimulatedNode::isRunning)
                .map(SimulatedNode::release)
                .toList()));
        compare(node.process().ledger());
        Trace.say(
                "node {} started at entry {}, release {}",
                nodes.indexOf(node),
                node.disk().size(),
                node.release());
    }

    private void elect() {
        int node = random.nextInt(NODES);
        if (nodes.get(node).isRunning()) {
            log.elect(node);
            platform.turnTo(nodes.get(node).engine());
        }
    }

    /** A node that was replaced may not know it yet. */
    private void askAnother() {
        SimulatedNode node = pick();
        if (node.isRunning()) {
            platform.turnTo(node.engine());
        }
    }

    private void mark() {
        if (log.leader() >= 0) {
            log.append(SharedLog.Kind.MARK, 0, new byte[0]);
        }
    }

    private void crash(SimulatedNode node, String where) {
        if (node.isRunning()) {
            Crash.Kind kind = random.nextBoolean() ? Crash.Kind.KILL : Crash.Kind.POWER_CUT;
            end(node, new Crash(kind, where));
        }
    }

    private void allEnd() {
        nodes.forEach(node -> crash(node, "with all others"));
    }

    private void end(SimulatedNode node, Crash crash) {
        Trace.say("node {}: {}", nodes.indexOf(node), crash.getMessage());
        if (log.leader() == nodes.indexOf(node)) {
            log.depose();
        }
        if (node.isRunning()) {
            platform.forget(node.engine());
        }
        node.end(crash);
        compared[nodes.indexOf(node)] =
                Math.min(compared[nodes.indexOf(node)], node.disk().size());
    }

    /** Frames are the same, byte for byte, whoever wrote them first; and each carries the chain of those before it. */
    private void compare(SimulatedNode node) {
        int number = nodes.indexOf(node);
        for (; compared[number] < node.disk().size(); compared[number]++) {
            int index = compared[number];
            byte[] frame = node.disk().frame(index);
            if (index == frames.size()) {
                frames.add(frame.clone());
                assertTrue(chain.add(new UnsafeBuffer(frame), 0, frame.length), () -> "chain value in entry " + index);
            }
            assertArrayEquals(frames.get(index), frame, () -> "entry " + (index + 1) + " of node " + number);
        }
    }

    /** One state at an entry, on whichever node, whichever way it was reached. */
    private void compare(Ledger ledger) {
        String digest = ledger.digest();
        String before = digests.putIfAbsent(ledger.sequence(), digest);
        assertEquals(before == null ? digest : before, digest, () -> "state at entry " + ledger.sequence());
    }

    /** Nothing breaks any more, and somebody leads. */
    private void calm() {
        Trace.say("calm");
        isCalm = true;
        for (SimulatedNode node : nodes) {
            node.faults().on(false);
            node.disk().full(false);
            turn(node);
        }
        do {
            elect();
        } while (log.leader() < 0);
        drain();
    }

    private void askForEverythingAgain() {
        for (Command command : platform.everSent()) {
            while (!platform.send(command)) {
                usualButQuiet();
            }
            drain();
        }
        RandomCommands.PLAYERS.forEach(player -> insist(Question.balance(player)));
        insist(Question.trialBalance());
        told.ids(random, Integer.MAX_VALUE).forEach(id -> insist(Question.lookup(id[0], id[1])));
        drain();
        history.restart();
        history.advanceTo(frames.size());
        told.check(history);
    }

    private void insist(Question question) {
        while (!platform.send(question)) {
            usualButQuiet();
        }
        drain();
    }

    /** Until all is answered, on every node. */
    private void drain() {
        for (int i = 0; platform.waits() || !nodes.stream().allMatch(this::isDone); i++) {
            if (i == STUCK) {
                throw new AssertionError("requests are stuck");
            }
            usualButQuiet();
        }
    }

    private boolean isDone(SimulatedNode node) {
        return node.isRunning()
                && node.engine().hashKey() != null
                && log.committed() == log.size()
                && node.seat().isUpToDate();
    }

    private void usualButQuiet() {
        log.commit(random.nextInt(4));
        turn(pick());
    }

    /** The state that a node has come to is the one that it recovers. */
    private void startAgain(SimulatedNode node) {
        node.process().ledger().release();
        compare(node.process().ledger());
        end(node, new Crash(Crash.Kind.KILL, "in the end"));
        launch(node);
    }

    private void same() {
        for (SimulatedNode node : nodes) {
            assertEquals(frames.size(), node.disk().size(), "entries of node " + nodes.indexOf(node));
        }
    }

    /** An answer that is given knows all that anybody was told before it was asked for, on whichever node. */
    @Override
    public void before(Engine from, Request answered, long known) {
        if (answered.isRefused()) {
            return;
        }
        long sequence = from.status().syncedSequence();
        assertTrue(sequence >= known, () -> "an answer of entry " + sequence + ", but " + known + " was known");
        nodes.stream().filter(SimulatedNode::isRunning).forEach(this::compare);
        if (sequence < history.sequence() && answered.type() != CommandType.LOOKUP) {
            history.restart();
        }
        history.advanceTo(Math.max(sequence, history.sequence()));
    }

    /** What a leader has decided is on most nodes, so that others come to it too. */
    @Override
    public boolean isKept(long sequence) {
        return sequence <= frames.size();
    }

    @Override
    public long latestMs() {
        return nodes.stream()
                .mapToLong(node -> node.clock().highestWallMs())
                .max()
                .orElseThrow();
    }

    @Override
    public int size() {
        return frames.size();
    }

    @Override
    public byte[] frame(int index) {
        return frames.get(index);
    }
}
