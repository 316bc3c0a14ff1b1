package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ExitCode;
import bankroll.engine.EngineContext;
import bankroll.testkit.CachedPages;
import bankroll.testkit.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log is kept short, and a node that lacks more than what is kept begins with another one's journal and mark. */
class SeedTest {
    private static final long KEPT_BYTES = 1 << 20;
    private static final long PATIENCE_NS = TimeUnit.MINUTES.toNanos(3);

    @TempDir
    private Path directory;

    @Test
    void shouldStopANodeThatWasAwayForLongerThanTheLogIsKeptAndTakeItBackSeeded() throws Exception {
        try (Nodes nodes = Nodes.keeping(directory, KEPT_BYTES).start()) {
            nodes.open("ann");
            nodes.mark();
            NodeProcess away = nodes.follower();
            away.kill();
            int batches = bookUntilTheSystemForgetsTheLogsBegin(nodes) + bookUntilTheLogIsCut(nodes);

            away.start();
            int code = away.exitCode();

            assertEquals(ExitCode.DAMAGE, code, away::log);
            assertTrue(away.log().contains("it was away for longer than the log is kept"), away::log);
            assertTrue(away.log().contains("cluster seed"), away::log);

            nodes.seed(away);
            assertEquals("OK", nodes.ask("deposit after-seed ann 1"));
            away.start();
            assertEquals("OK", nodes.ask("deposit d1 ann 1"));
            assertEquals(String.valueOf(batches * 500 + 2), nodes.ask("balance ann"));
            nodes.requireSameJournals();
            nodes.startAll();
            assertEquals("OK", nodes.ask("deposit d2 ann 1"), "all start again from what is kept");
        }
    }

    @Test
    void shouldNotStartOnAFlippedBitAndCureItWithASeedUnderLoad() throws Exception {
        try (Nodes nodes = new Nodes(directory).start();
                NodeCallers callers = new NodeCallers(nodes)) {
            nodes.open("ann");
            assertEquals("OK", nodes.ask("fill f ann 1 400"));
            nodes.mark();
            nodes.awaitSame();
            NodeProcess harmed = nodes.follower();
            harmed.stop();
            flipABit(harmed.data());
            callers.start();

            harmed.start();

            assertFalse(harmed.exitCode() == 0, harmed::log);
            assertTrue(harmed.log().contains("damaged"), harmed::log);
            harmed.deleteData();
            callers.awaitMore(100);
            nodes.seed(harmed);
            harmed.start();
            callers.awaitMore(100);
            nodes.awaitLevel();
            nodes.lead(harmed);
            callers.awaitMore(100);
            nodes.mark();
            callers.check();
            nodes.awaitSame();
            awaitToldLeader(harmed, nodes);
            nodes.requireSameJournals();
        }
    }

    /** In the term of its mark: what it confirms must outlive the other two, whatever it began with. */
    @Test
    void shouldKeepWhatASeededNodeConfirmedAndLetItLead() throws Exception {
        try (Nodes nodes = new Nodes(directory).start();
                NodeCallers callers = new NodeCallers(nodes).start()) {
            callers.awaitMore(20);
            nodes.mark();
            NodeProcess seeded = nodes.follower();
            seeded.kill();
            seeded.deleteData();
            callers.awaitMore(20);
            nodes.seed(seeded);
            seeded.start();
            nodes.awaitLevel();
            NodeProcess behind = nodes.other(seeded, nodes.leader());
            behind.kill();
            callers.awaitMore(50);
            NodeProcess first = nodes.other(seeded);
            first.kill();
            seeded.kill();

            behind.start();
            seeded.start();
            callers.awaitMore(20);

            assertTrue(logOf(seeded) >= 0, "it knows its log");
            first.start();
            callers.check();
            nodes.requireSameJournals();
        }
    }

    /** As Aeron's book has it; -1 for none. */
    private static long logOf(NodeProcess node) {
        Path log = node.data().resolve(ClusterContext.DIRECTORY);
        return RecordedMarks.read(log.resolve(ClusterContext.CONSENSUS)).log();
    }

    /** Nothing in the log behind the mark says who leads: the mark does. It may have caught up while its election ends. */
    private static void awaitToldLeader(NodeProcess seeded, Nodes nodes) {
        Eventually.within(
                Duration.ofNanos(PATIENCE_NS),
                () -> "it does not say who leads" + nodes.logs(),
                () -> seeded.toldLeader() == nodes.indexOf(nodes.leader()));
    }

    /** Until whole files of the log are gone on both that run; tells how many batches of 500 that took. */
    private static int bookUntilTheLogIsCut(Nodes nodes) {
        long beganNs = System.nanoTime();
        for (int batch = 0; ; batch++) {
            assertEquals("OK", nodes.ask("fill f" + batch + " ann 1 500"));
            if (batch % 20 == 19) {
                nodes.leader().ask("mark");
            }
            if (isCut(nodes.leader()) && isCut(nodes.follower())) {
                return batch + 1;
            }
            if (System.nanoTime() - beganNs > PATIENCE_NS) {
                throw new AssertionError("the log is not cut: " + nodes.leader().ask("log") + nodes.logs());
            }
        }
    }

    /** Until the first of the log's files is on disk alone; tells how many batches of 500 that took. */
    private static int bookUntilTheSystemForgetsTheLogsBegin(Nodes nodes) throws IOException, InterruptedException {
        NodeProcess leader = nodes.leader();
        Path first = leader.options().recorded(logOf(leader), 0);
        long beganNs = System.nanoTime();
        int batches = 0;
        while (CachedPages.isTold(first) && CachedPages.bytes(first) != 0) {
            assertEquals("OK", nodes.ask("fill e" + batches++ + " ann 1 500"));
            assertTrue(System.nanoTime() - beganNs < PATIENCE_NS, "all of the log is in memory");
        }
        return batches;
    }

    private static boolean isCut(NodeProcess node) {
        return Long.parseLong(node.ask("log")) > 0;
    }

    private static void flipABit(Path data) throws IOException {
        try (Stream<Path> files = Files.walk(data.resolve(EngineContext.JOURNAL))) {
            Path file = files.filter(it -> it.toString().endsWith(".cq4"))
                    .max(Comparator.comparing(SeedTest::bytesUsed))
                    .orElseThrow();
            byte[] bytes = Files.readAllBytes(file);
            int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("f-200");
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.write(ByteBuffer.wrap(new byte[] {(byte) (bytes[at] ^ 1)}), at);
            }
        }
    }

    private static long bytesUsed(Path file) {
        try {
            byte[] bytes = Files.readAllBytes(file);
            int end = bytes.length;
            while (end > 0 && bytes[end - 1] == 0) {
                end--;
            }
            return end;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
