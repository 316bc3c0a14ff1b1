package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nodes are killed and paused under load, by seed; in the end every id that was ever sent is sent again, and the books say that
 * each was booked once. Prints for how long nobody answered.
 */
@EnabledIfSystemProperty(named = "soak", matches = "true")
@Timeout(3_600)
class FaultsTest {
    private static final int FAULTS = Integer.getInteger("faults", 20);
    private static final long SEED = Long.getLong("seed", 11);
    private static final long ANSWER_MS = 500;
    private static final int BETWEEN = 200;

    @TempDir
    private Path directory;

    private final Random random = new Random(SEED);
    private final List<String> sent = new ArrayList<>();
    private final Map<String, List<Long>> silences = new TreeMap<>();
    private NodeProcess last;

    @Test
    void shouldBookOnceWhatWasSentWhileNodesDiedOrStoodStill() throws Exception {
        System.out.println("FaultsTest seed " + SEED);
        try (ThreeNodes nodes = new ThreeNodes(directory).start()) {
            assertEquals("CREATED", nodes.ask("open ann"));
            last = nodes.leader();
            for (int fault = 0; fault < FAULTS; fault++) {
                book(nodes, BETWEEN);
                harm(nodes);
                book(nodes, BETWEEN);
                if (fault % 3 == 0) {
                    nodes.mark();
                }
            }
            for (String id : sent) {
                assertEquals("OK", nodes.ask("deposit " + id + " ann 1"), id);
            }
            assertEquals(String.valueOf(sent.size()), nodes.ask("balance ann"));
            nodes.requireSameJournals();
        }
        System.out.println(sent.size() + " bookings; milliseconds without an answer: " + silences);
    }

    private void harm(ThreeNodes nodes) {
        NodeProcess leader = nodes.leader();
        boolean isLeader = random.nextBoolean();
        NodeProcess node = isLeader ? leader : nodes.follower();
        String who = isLeader ? "leader" : "follower";
        if (random.nextBoolean()) {
            node.kill();
            silence("killed " + who, nodes);
            book(nodes, BETWEEN);
            long beganNs = System.nanoTime();
            node.start();
            nodes.awaitSame();
            note("rejoined " + who, beganNs);
        } else {
            node.pause();
            silence("paused " + who, nodes);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(500 + random.nextInt(6_000)));
            node.resume();
            long beganNs = System.nanoTime();
            nodes.awaitSame();
            note("resumed " + who, beganNs);
        }
    }

    /** From the fault on until the next booking is acknowledged. */
    private void silence(String what, ThreeNodes nodes) {
        long beganNs = System.nanoTime();
        book(nodes, 1);
        note(what, beganNs);
    }

    private void note(String what, long beganNs) {
        long ms = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNs);
        System.out.println("  " + what + ": " + ms + " ms");
        silences.computeIfAbsent(what, it -> new ArrayList<>()).add(ms);
    }

    /** So many new ids, each until it is acknowledged. */
    private void book(ThreeNodes nodes, int count) {
        for (int i = 0; i < count; i++) {
            String id = "d" + sent.size();
            sent.add(id);
            last = nodes.insist(last, "deposit " + id + " ann 1", "OK", ANSWER_MS);
        }
    }
}
