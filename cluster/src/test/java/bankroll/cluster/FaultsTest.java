package bankroll.cluster;

import bankroll.cluster.Machine.Lost;
import bankroll.cluster.NodeFaults.Whose;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three nodes under load come to harm, by seed; in the end everything that was acknowledged is asked again. One of each in a
 * usual build; {@code -Dfaults=N} of each kind with {@code -Psoak}.
 */
@Timeout(7_200)
class FaultsTest {
    private static final int FAULTS = Integer.getInteger("faults", 30);
    private static final long SEED = Long.getLong("seed", 11);
    private static final int SHORTEST_PAUSE_MS = 500;
    private static final int LONGEST_PAUSE_MS = 20_000;
    private static final int SHORT_MS = 1_500;

    @TempDir
    private Path directory;

    private final Random random = new Random(SEED);

    /** What a fault does to them. */
    private interface Harm {
        void to(NodeFaults nodes) throws Exception;
    }

    @BeforeEach
    void tellSeed() {
        System.out.println("-Dseed=" + SEED);
    }

    @Test
    void shouldOutliveOneOfEach() throws Exception {
        onMachines(1, nodes -> {
            nodes.leaveLittleRoom();
            nodes.cutOff(Whose.LEADER, Lost.BOTH, SHORT_MS);
            nodes.cutOff(Whose.FOLLOWER, Lost.SENT, SHORT_MS);
            nodes.pause(Whose.LEADER, SHORT_MS);
            nodes.clock(Whose.LEADER, "+1h");
            nodes.cutPower(Whose.FOLLOWER);
            nodes.flipBit();
            nodes.cutAllPower();
        });
    }

    @Test
    @EnabledIfSystemProperty(named = "soak", matches = "true")
    void shouldOutliveKills() throws Exception {
        repeat(NodeFaults.onLoopback(random, directory), FAULTS, nodes -> {
            nodes.kill(Whose.LEADER);
            nodes.kill(Whose.FOLLOWER);
            nodes.killAll();
        });
    }

    @Test
    @EnabledIfSystemProperty(named = "soak", matches = "true")
    void shouldOutlivePauses() throws Exception {
        repeat(NodeFaults.onLoopback(random, directory), FAULTS, nodes -> {
            nodes.pause(Whose.LEADER, aWhileMs());
            nodes.pause(Whose.FOLLOWER, aWhileMs());
        });
    }

    @Test
    @EnabledIfSystemProperty(named = "soak", matches = "true")
    void shouldOutlivePartitions() throws Exception {
        onMachines(FAULTS, nodes -> {
            for (Lost lost : Lost.values()) {
                nodes.cutOff(Whose.LEADER, lost, aWhileMs());
                nodes.cutOff(Whose.FOLLOWER, lost, aWhileMs());
            }
        });
    }

    @Test
    @EnabledIfSystemProperty(named = "soak", matches = "true")
    void shouldOutlivePowerCuts() throws Exception {
        onMachines(FAULTS, nodes -> {
            nodes.cutPower(Whose.LEADER);
            nodes.cutPower(Whose.FOLLOWER);
            nodes.cutAllPower();
        });
    }

    @Test
    @EnabledIfSystemProperty(named = "soak", matches = "true")
    void shouldOutliveClocksThatAreAnHourOff() throws Exception {
        onMachines(FAULTS, nodes -> {
            nodes.clock(Whose.LEADER, "+1h");
            nodes.clock(Whose.FOLLOWER, "-1h");
            nodes.clock(Whose.LEADER, "-1h");
            nodes.clock(Whose.FOLLOWER, "+1h");
        });
    }

    @Test
    @EnabledIfSystemProperty(named = "soak", matches = "true")
    void shouldOutliveFullDisks() throws Exception {
        onMachines(FAULTS, nodes -> {
            nodes.fillDisk(Whose.LEADER, aWhileMs());
            nodes.fillDisk(Whose.FOLLOWER, aWhileMs());
        });
    }

    @Test
    @EnabledIfSystemProperty(named = "soak", matches = "true")
    void shouldStopOverAFlippedBitAndTakeTheNodeBackWithoutItsData() throws Exception {
        repeat(NodeFaults.onLoopback(random, directory), FAULTS, NodeFaults::flipBit);
    }

    private int aWhileMs() {
        return SHORTEST_PAUSE_MS + random.nextInt(LONGEST_PAUSE_MS - SHORTEST_PAUSE_MS);
    }

    private void onMachines(int times, Harm harm) throws Exception {
        repeat(NodeFaults.onMachines(random, directory), times, harm);
    }

    /** Closes the nodes, too. */
    private static void repeat(NodeFaults fresh, int times, Harm harm) throws Exception {
        try (NodeFaults nodes = fresh) {
            for (int i = 0; i < times; i++) {
                harm.to(nodes);
            }
            nodes.check();
        }
    }
}
