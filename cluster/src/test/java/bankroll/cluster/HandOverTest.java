package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.testkit.Eventually;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * The lead goes from one node to another, by a hand-over or by a kill, and nothing that was acknowledged is lost on the way: three
 * processes on loopback, Aeron between them, real journals. One cluster for all tests; each leaves three nodes that run.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class HandOverTest {
    private static final int ROUNDS = Integer.getInteger("rounds", 1);

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private static Path directory;

    private static Nodes nodes;

    @BeforeAll
    static void start() throws Exception {
        nodes = new Nodes(directory).start();
    }

    /** Whatever the test before has left. */
    @BeforeEach
    void startStopped() {
        nodes.startAll();
        nodes.awaitSame();
    }

    @AfterAll
    static void shouldEndWithTheSameJournals() {
        try (Nodes all = nodes) {
            all.requireSameJournals();
            assertEquals(List.of(), all.faults(), all::logs);
        }
    }

    @Test
    void shouldGoOnWithoutAKilledLeaderAndTakeItBack() {
        nodes.open("eve");
        assertEquals("OK", nodes.ask("deposit e1 eve 500"));
        nodes.mark();
        NodeProcess killed = nodes.leader();

        killed.kill();

        assertEquals("OK", nodes.ask("deposit e1 eve 500"), "asked again");
        assertEquals("OK", nodes.ask("deposit e2 eve 70"));
        assertEquals("570", nodes.ask("balance eve"));

        killed.start();
        nodes.awaitSame();
        assertTrue(killed.markSequence() > 0, "it has gone on from its mark");
    }

    /** Comes first: a node that was started a moment ago may be out of the others' reach. */
    @Test
    @Order(1)
    void shouldBringTheLeadToWhoeverIsNamedWhileBookingsGoOn() throws Exception {
        Bookings bookings = new Bookings("ann");
        bookings.book(20);
        for (int to = 0; to < 3; to++) {
            NodeProcess named = nodes.get(to);
            CompletableFuture<?> lead = CompletableFuture.runAsync(() -> nodes.lead(named));
            bookings.bookWhile(() -> !lead.isDone());
            bookings.book(20);
            lead.get();
        }
        // a follower that gets its turn late tells who led before
        Eventually.within(PATIENCE, nodes::logs, () -> {
            NodeProcess leader = nodes.leader();
            String wanted = "this node doesn't lead, node " + nodes.indexOf(leader)
                    + " does: ask the one that leads at its operators' listener (--operator-url)";
            return nodes.other(leader).ask("hand-over").equals(wanted);
        });
        bookings.requireBookedOnce();
    }

    @Test
    void shouldGoOnWhereNobodyCanTakeTheLead() {
        nodes.open("bob");
        NodeProcess gone = nodes.follower();
        gone.kill();

        String number = String.valueOf(nodes.indexOf(gone));
        Eventually.within(PATIENCE, nodes::logs, () -> {
            NodeProcess leader = nodes.leader();
            return leader.ask("hand-over " + number).equals("node " + number + " can't be reached") && leader.leads();
        });
        assertEquals("OK", nodes.ask("deposit b1 bob 5"));

        Eventually.within(
                PATIENCE, nodes::logs, () -> nodes.leader().ask("hand-over").equals("done"));
        assertEquals("OK", nodes.ask("deposit b2 bob 5"));
        gone.start();
        nodes.awaitSame();
    }

    /** Says in a log for how long nobody answered, next to a leader that is stopped and one that is killed. */
    @Test
    @Timeout(1_800)
    @EnabledIfSystemProperty(named = "soak", matches = "true")
    void shouldKeepCallersWaitingForLessThanALeaderThatEnds() throws Exception {
        Map<String, List<Long>> silences = new TreeMap<>();
        Bookings bookings = new Bookings("kim");
        for (int round = 0; round < ROUNDS; round++) {
            for (String how : List.of("handed over", "stopped", "killed")) {
                bookings.book(100);
                NodeProcess leader = nodes.leader();
                bookings.longestSilenceMs();
                CompletableFuture<?> end = CompletableFuture.runAsync(() -> end(leader, how));
                bookings.bookWhile(() -> !end.isDone() || leader.leads());
                bookings.book(20);
                silences.computeIfAbsent(how, it -> new ArrayList<>()).add(bookings.longestSilenceMs());
                nodes.startAll();
                nodes.awaitSame();
            }
        }
        System.out.println("milliseconds without an answer, leader " + silences);
        bookings.requireBookedOnce();
    }

    private static void end(NodeProcess leader, String how) {
        switch (how) {
            case "handed over" -> assertEquals("done", leader.ask("hand-over"));
            case "stopped" -> leader.stop();
            default -> leader.kill();
        }
    }

    /** Deposits of 1, one after another, each until it is answered. */
    private static final class Bookings {
        private static final long ANSWER_MS = 500;

        private final String player;
        private NodeProcess last;
        private int sent;
        private long silenceNs;

        private Bookings(String player) {
            this.player = player;
            nodes.open(player);
            last = nodes.leader();
        }

        void book(int count) {
            for (int i = 0; i < count; i++) {
                long beganNs = System.nanoTime();
                last = nodes.insist(last, deposit(sent++), "OK", ANSWER_MS);
                silenceNs = Math.max(silenceNs, System.nanoTime() - beganNs);
            }
        }

        void bookWhile(BooleanSupplier goesOn) {
            do {
                book(1);
            } while (goesOn.getAsBoolean());
        }

        long longestSilenceMs() {
            long ms = TimeUnit.NANOSECONDS.toMillis(silenceNs);
            silenceNs = 0;
            return ms;
        }

        void requireBookedOnce() {
            for (int id = 0; id < sent; id++) {
                assertEquals("OK", nodes.ask(deposit(id)));
            }
            assertEquals(String.valueOf(sent), nodes.ask("balance " + player));
        }

        private String deposit(int id) {
            return "deposit " + player + id + " " + player + " 1";
        }
    }
}
