package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.testkit.Eventually;
import io.aeron.cluster.service.ClusterMarkFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * A former leader comes back with entries that nobody else has. However many bytes they are, they don't count as what the others
 * have booked since: who is told of a booking finds it again, whichever node is killed then. {@code -Dreturns=N} of each kind
 * with {@code -Psoak}, each with new nodes.
 */
@Timeout(7_200)
class StaleTailTest {
    private static final int RETURNS = Integer.getInteger("returns", 5);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long ANSWER_MS = 5_000;

    /** Of 17 KB each, in one command. */
    private static final int LARGE = 5;

    private static final int COMMANDS = 4;

    /** More than what a new leader and one booking take. */
    private static final int TAIL_BYTES = 100_000;

    private static final String AMOUNT = "7";

    @TempDir
    private Path directory;

    @Test
    @EnabledIfSystemProperty(named = "soak", matches = "true")
    void shouldFindWhatWasAnsweredWhenALeaderComesBackWithWhatNobodyElseHas() throws Exception {
        assertEquals(Collections.nCopies(RETURNS, AMOUNT), balances(COMMANDS), "balances after one deposit each");
    }

    @Test
    @EnabledIfSystemProperty(named = "soak", matches = "true")
    void shouldFindWhatWasAnsweredWhenALeaderComesBackWithWhatAllHave() throws Exception {
        assertEquals(Collections.nCopies(RETURNS, AMOUNT), balances(0), "balances after one deposit each");
    }

    private List<String> balances(int commandsOfItsOwn) throws IOException {
        List<String> balances = new ArrayList<>();
        for (int turn = 0; turn < RETURNS; turn++) {
            Path own = Files.createDirectory(directory.resolve("returns" + turn));
            try (Nodes nodes = new Nodes(own).start()) {
                nodes.open("p");
                nodes.awaitLevel();
                NodeProcess former = nodes.leader();
                endLead(nodes, former, commandsOfItsOwn);
                payInWhileItReturns(nodes, former);
                balances.add(nodes.ask("balance p"));
            }
        }
        return balances;
    }

    /** With commands that nobody else has. The other two go on without it. */
    private static void endLead(Nodes nodes, NodeProcess leader, int commandsOfItsOwn) {
        List<NodeProcess> others = List.of(nodes.other(leader), nodes.other(leader, nodes.other(leader)));
        others.forEach(NodeProcess::kill);
        long before = recordedBytes(leader);
        List<CompletableFuture<String>> asked = new ArrayList<>();
        for (int command = 0; command < commandsOfItsOwn; command++) {
            String question = "large l" + command + " p 1 " + LARGE;
            asked.add(CompletableFuture.supplyAsync(() -> leader.ask(question)));
        }
        long wanted = before + (commandsOfItsOwn == 0 ? 0 : TAIL_BYTES);
        Eventually.within(PATIENCE, () -> "nothing is recorded" + nodes.logs(), () -> recordedBytes(leader) >= wanted);
        leader.kill();
        List<String> answers = asked.stream().map(CompletableFuture::join).toList();
        assertEquals(Collections.nCopies(commandsOfItsOwn, NodeMain.UNAVAILABLE), answers);
        others.forEach(NodeProcess::start);
        nodes.ask("books");
        nodes.awaitLevel();
    }

    /** The third is down meanwhile, and comes back when whoever has answered is gone. */
    private static void payInWhileItReturns(Nodes nodes, NodeProcess former) throws IOException {
        NodeProcess leader = nodes.leader();
        NodeProcess follower = nodes.other(leader);
        startUntilItTellsWhatItHas(former);
        follower.kill();
        nodes.insist(leader, "deposit d p " + AMOUNT, "OK", ANSWER_MS).kill();
        follower.start();
    }

    /** Up to the moment before: a leader that hears of nobody for a heartbeat leads no longer. */
    private static void startUntilItTellsWhatItHas(NodeProcess node) throws IOException {
        Path sign = node.options().consensusDirectory().resolve(ClusterMarkFile.FILENAME);
        Files.deleteIfExists(sign);
        node.start();
        Eventually.within(PATIENCE, () -> "it takes no part\n" + node.log(), () -> Files.exists(sign));
    }

    /** Behind the last byte of its log in its archive. */
    private static long recordedBytes(NodeProcess node) {
        ClusterContext options = node.options();
        AtomicLong end = new AtomicLong();
        ArchiveTail.recordings(options.archiveDirectory(), recording -> {
            if (recording.streamId() == ArchiveTail.LOG_STREAM) {
                end.set(recordedBytes(options, recording.recordingId()));
            }
        });
        return end.get();
    }

    private static long recordedBytes(ClusterContext options, long recording) {
        long begin = 0;
        while (Files.exists(options.recorded(recording, begin + options.termBytes))) {
            begin += options.termBytes;
        }
        try {
            byte[] bytes = Files.readAllBytes(options.recorded(recording, begin));
            int end = bytes.length;
            while (end > 0 && bytes[end - 1] == 0) {
                end--;
            }
            return begin + end;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
