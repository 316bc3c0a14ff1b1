package bankroll.cluster;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ExitCode;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** Three nodes under load, and what can happen to them. Notes for how long nobody was answered. */
final class NodeFaults implements AutoCloseable {
    private static final int BETWEEN = 100;

    /** Room for hours of these callers, and less than Aeron's archive wants to begin a recording, unless it is told. */
    private static final long LITTLE_ROOM_BYTES = 96 << 20;

    /** Which node it happens to. */
    enum Whose {
        LEADER,
        FOLLOWER
    }

    private final Map<String, List<Long>> figures = new TreeMap<>();
    private final Random random;
    private final List<Machine> machines;
    private final Nodes nodes;
    private final NodeCallers callers;

    private NodeFaults(Random random, List<Machine> machines, Nodes nodes) {
        this.random = random;
        this.machines = machines;
        this.nodes = nodes.start();
        try {
            callers = new NodeCallers(nodes).start();
        } catch (RuntimeException | Error e) {
            nodes.close();
            machines.forEach(Machine::close);
            throw e;
        }
    }

    /** As processes of this machine. */
    static NodeFaults onLoopback(Random random, Path directory) throws Exception {
        return new NodeFaults(random, List.of(), new Nodes(directory));
    }

    /** Each with a network address, a disk and a clock of its own. */
    static NodeFaults onMachines(Random random, Path directory) {
        List<Machine> machines = Machine.three(directory);
        return new NodeFaults(random, machines, new Nodes(directory, machines));
    }

    private NodeProcess pick(Whose whose) {
        return whose == Whose.LEADER ? nodes.leader() : nodes.follower();
    }

    void kill(Whose whose) {
        NodeProcess node = pick(whose);
        node.kill();
        note("killed " + whose, callers.silenceMs());
        callers.awaitMore(BETWEEN);
        node.start();
        level("started, killed " + whose);
    }

    void killAll() {
        nodes.each(NodeProcess::kill);
        nodes.startAll();
        note("all killed and started", callers.silenceMs());
        level("started, all killed");
    }

    void pause(Whose whose, long ms) {
        NodeProcess node = pick(whose);
        long beganNs = System.nanoTime();
        node.pause();
        note("paused " + whose, callers.silenceMs());
        while (System.nanoTime() - beganNs < TimeUnit.MILLISECONDS.toNanos(ms)) {
            callers.awaitMore(1);
        }
        node.resume();
        startEnded();
        level("resumed, paused " + whose);
    }

    /** A node may end for what it went through; its service manager starts it again. */
    private void startEnded() {
        callers.awaitMore(BETWEEN);
        nodes.startAll();
        nodes.awaitLevel();
        nodes.startAll();
    }

    void cutOff(Whose whose, Machine.Lost lost, long ms) {
        Machine machine = machine(pick(whose));
        long beganNs = System.nanoTime();
        machine.cutOff(lost);
        String what = whose + " " + lost;
        note("cut off " + what, callers.silenceMs());
        while (System.nanoTime() - beganNs < TimeUnit.MILLISECONDS.toNanos(ms)) {
            callers.awaitMore(1);
        }
        machine.connectAgain();
        level("connected, cut off " + what);
    }

    private Machine machine(NodeProcess node) {
        return machines.get(nodes.indexOf(node));
    }

    void cutPower(Whose whose) {
        NodeProcess node = pick(whose);
        machine(node).cutPower();
        node.kill();
        note("power cut of " + whose, callers.silenceMs());
        callers.awaitMore(BETWEEN);
        machine(node).restorePower();
        node.start();
        level("started, power cut of " + whose);
    }

    void cutAllPower() {
        machines.forEach(Machine::cutPower);
        nodes.each(NodeProcess::kill);
        machines.forEach(Machine::restorePower);
        nodes.startAll();
        note("power cut of all", callers.silenceMs());
        level("started, power cut of all");
    }

    /** By an hour, while somebody else leads and while it does. */
    void clock(Whose whose, String offset) {
        Machine.needsClocks();
        machine(pick(whose)).clock(offset);
        LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(2));
        note("clock of " + whose, callers.silenceMs());
        kill(Whose.LEADER);
        machines.forEach(machine -> machine.clock("+0s"));
    }

    /** From now on: a mark has room enough, and so has a node that starts. */
    void leaveLittleRoom() {
        machines.forEach(machine -> machine.leave(LITTLE_ROOM_BYTES));
        nodes.mark();
    }

    /** It may end by itself, and says why, or wait; with room it comes back. */
    void fillDisk(Whose whose, long ms) {
        NodeProcess node = pick(whose);
        int logged = node.log().length();
        machine(node).fillDisk();
        long beganNs = System.nanoTime();
        while (System.nanoTime() - beganNs < TimeUnit.MILLISECONDS.toNanos(ms)) {
            note("full disk of " + whose, callers.awaitMore(BETWEEN));
        }
        if (!node.isRunning()) {
            assertEquals(ExitCode.IO, node.exitCode());
            String words = node.log().substring(logged);
            assertTrue(words.contains("the disk of ") && words.contains(" is full"), words);
        }
        machine(node).freeDisk();
        startEnded();
        level("room, full disk of " + whose);
    }

    /** In the middle of what was acknowledged: it must not start over that, and says where. Then it is seeded. */
    void flipBit() throws IOException {
        NodeProcess node = pick(Whose.FOLLOWER);
        callers.awaitMore(1);
        byte[] wanted = callers.newest();
        callers.awaitMore(BETWEEN);
        nodes.mark();
        node.kill();
        flip(node.data().resolve("journal"), wanted);
        int logged = node.log().length();
        node.start();
        assertNotEquals(0, node.exitCode());
        String words = node.log().substring(logged);
        assertTrue(words.contains("the frame's CRC32C does not fit its bytes"), words);
        callers.awaitMore(BETWEEN);
        node.deleteData();
        nodes.seed(node);
        node.start();
        level("seeded, flipped bit");
    }

    private static void flip(Path journal, byte[] wanted) throws IOException {
        try (Stream<Path> files = Files.walk(journal)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                byte[] bytes = Files.readAllBytes(file);
                int at = new String(bytes, ISO_8859_1).indexOf(new String(wanted, ISO_8859_1));
                if (at >= 0) {
                    try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
                        open.seek(at + 1);
                        open.write(bytes[at + 1] ^ 1);
                    }
                    return;
                }
            }
        }
        throw new AssertionError("an acknowledged id is not in " + journal);
    }

    private void level(String what) {
        note(what + ": level", nodes.awaitLevel());
        nodes.each(this::startNewBeginning);
        callers.awaitMore(BETWEEN);
        if (random.nextInt(3) == 0) {
            nodes.mark();
        }
    }

    /** As its service manager does, where it had to begin anew: on a machine that has too much to do, others may have elected. */
    private void startNewBeginning(NodeProcess node) {
        if (!node.isRunning()) {
            assertEquals(ExitCode.IO, node.exitCode(), nodes::logs);
            System.out.println("  node " + nodes.indexOf(node) + " begins anew");
            node.start();
        }
    }

    private void note(String what, long ms) {
        System.out.println("  " + what.toLowerCase(Locale.ROOT) + ": " + ms + " ms");
        figures.computeIfAbsent(what.toLowerCase(Locale.ROOT), it -> new ArrayList<>())
                .add(ms);
    }

    /** All that was told holds, on every node. */
    void check() {
        callers.check();
        nodes.requireSameJournals();
        System.out.println(callers.acknowledged() + " bookings; milliseconds, median and most:");
        figures.forEach((what, all) -> {
            List<Long> sorted = all.stream().sorted().toList();
            System.out.println("  " + what + ", " + sorted.size() + " times: " + sorted.get(sorted.size() / 2) + ", "
                    + sorted.get(sorted.size() - 1));
        });
    }

    @Override
    public void close() {
        callers.close();
        nodes.close();
        machines.forEach(Machine::close);
    }
}
