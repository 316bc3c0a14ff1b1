package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ExitCode;
import bankroll.testkit.Eventually;
import io.aeron.cluster.RecordingLog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who has no log: all of a new cluster begin one together, and whoever has lost its own takes no part before it is seeded. */
@Timeout(180)
class FormationTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path directory;

    /** Its vote would let a node lead that lacks what it had confirmed. */
    @Test
    void shouldNotLetANodeVoteThatHasLostWhatItConfirmed() throws Exception {
        try (Nodes nodes = new Nodes(directory).start()) {
            assertEquals("CREATED", nodes.ask("open ann"));
            assertEquals("OK", nodes.ask("deposit d1 ann 1"));
            nodes.mark();
            nodes.awaitSame();
            NodeProcess first = nodes.leader();
            NodeProcess behind = nodes.follower();
            NodeProcess lost = nodes.otherFollower(behind);
            behind.kill();
            assertEquals("OK", nodes.ask("deposit d2 ann 1000"));
            lost.kill();
            lost.deleteData();
            first.kill();

            behind.start();
            requireRefused(lost, "the cluster has begun, and this node may have confirmed what it has no longer");
            assertTrue(lost.log().contains("node " + nodes.indexOf(behind) + " ("), lost::log);
            assertTrue(lost.log().contains("cluster seed --operator-url URL"), lost::log);
            SeedMain.breakOff(lost, first, 1);
            requireRefused(lost, "a seed of this node was not finished");

            first.start();
            assertEquals("1001", nodes.ask("balance ann"));
            nodes.seed(lost);
            lost.start();
            nodes.requireSameJournals();
        }
    }

    private static void requireRefused(NodeProcess node, String why) {
        int told = node.log().length();
        assertEquals(ExitCode.CONFIGURATION, node.start().exitCode(), node::log);
        assertTrue(node.log().substring(told).contains(why), node::log);
    }

    @Test
    void shouldBeginALogOnceAllAreThereAlsoWhereTheyWereKilledMeanwhile() throws Exception {
        try (Nodes nodes = new Nodes(directory)) {
            NodeProcess early = nodes.get(0).start();
            NodeProcess away = nodes.get(1).start();
            NodeProcess late = nodes.get(2);
            String absent = "node 2 (" + late.options().own() + "), which does not answer";
            Eventually.within(PATIENCE, early::log, () -> early.ask("waits-for").equals(absent));
            Eventually.within(
                    PATIENCE,
                    early::log,
                    () -> early.log().contains("begins one only together with all others. It waits for " + absent));
            away.kill();
            late.start();
            Eventually.within(PATIENCE, "it knows all", () -> isPrepared(early));
            assertFalse(isPrepared(late), "it has not seen who is away");
            assertEquals("follows -1 0 0 -1", early.ask("status"));
            early.kill();

            early.start();
            away.start();

            assertEquals("CREATED", nodes.ask("open ann"));
            assertEquals("OK", nodes.ask("deposit d1 ann 1"));
            nodes.requireSameJournals();
            assertFalse(nodes.logs().contains("met with an error"), nodes::logs);
        }
    }

    /** As a power cut just before it took part would leave it: the others are two, and go on without it. */
    @Test
    void shouldTakeANodeThatNeverHadALogAlsoWhereTheOthersHaveBegun() throws Exception {
        try (Nodes nodes = new Nodes(directory).start()) {
            assertEquals("CREATED", nodes.ask("open ann"));
            nodes.awaitSame();
            NodeProcess late = nodes.follower();
            NodeProcess away = nodes.otherFollower(late);
            late.kill();
            late.deleteData();
            LoneMember.record(late.options(), Formation.STREAM);
            away.kill();

            late.start();

            assertEquals("OK", nodes.ask("deposit d1 ann 1"), "two are enough");
            away.start();
            nodes.requireSameJournals();
        }
    }

    /** Aeron's book learns of a log only once a part of it is copied, and confirmed. */
    @Test
    void shouldNotTakeANodeThatHasSomeOfALogAndDoesNotKnowOfIt() throws Exception {
        try (Nodes nodes = new Nodes(directory).start()) {
            assertEquals("CREATED", nodes.ask("open ann"));
            nodes.awaitSame();
            NodeProcess ended = nodes.follower();
            ended.kill();
            Path log = ended.data().resolve(ClusterContext.DIRECTORY);
            Files.delete(log.resolve(ClusterContext.CONSENSUS).resolve(RecordingLog.RECORDING_LOG_FILE_NAME));

            requireRefused(ended, "it may have confirmed them, and does not know them");
        }
    }

    private static boolean isPrepared(NodeProcess node) {
        boolean[] isFound = new boolean[1];
        Path log = node.data().resolve(ClusterContext.DIRECTORY);
        ArchiveTail.recordings(
                log.resolve(ClusterContext.ARCHIVE), each -> isFound[0] |= each.streamId() == Formation.STREAM);
        return isFound[0];
    }
}
