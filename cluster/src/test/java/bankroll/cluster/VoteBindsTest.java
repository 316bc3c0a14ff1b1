package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.testkit.Eventually;
import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.codecs.MessageHeaderEncoder;
import io.aeron.cluster.codecs.RequestVoteEncoder;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.nio.file.Path;
import java.time.Duration;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A follower votes for a candidate of which its leader hears nothing, and hears its leader again when the ballot is over. */
class VoteBindsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    private Path directory;

    @Test
    void shouldConfirmNothingToALeaderOfATermBeforeItsVoteAndHaveItElectAnew() throws Exception {
        try (Nodes nodes = new Nodes(directory).start()) {
            nodes.open("ann");
            nodes.awaitLevel();
            NodeProcess leader = nodes.leader();
            NodeProcess voter = nodes.other(leader);
            NodeProcess candidate = nodes.other(leader, voter);
            long term = leader.term();

            askForVote(voter, nodes.indexOf(candidate), term + 1);

            Eventually.within(PATIENCE, nodes::logs, () -> nodes.leader().term() > term);
            nodes.open("bob");
            nodes.awaitLevel();
            assertTrue(nodes.allRun(), nodes::logs);
            assertFalse(voter.log().contains("expected schemaId"), voter::log);
            nodes.requireSameJournals();
        }
    }

    /** In the candidate's name, and with the best of logs. The first one only has it begin an election. */
    private static void askForVote(NodeProcess voter, int candidate, long term) {
        UnsafeBuffer request = new UnsafeBuffer(new byte[64]);
        new RequestVoteEncoder()
                .wrapAndApplyHeader(request, 0, new MessageHeaderEncoder())
                .logLeadershipTermId(term - 1)
                .logPosition(1 << 30)
                .candidateTermId(term)
                .candidateMemberId(candidate)
                .protocolVersion(ConsensusModule.Configuration.PROTOCOL_SEMANTIC_VERSION);
        try (MediaDriver driver = MediaDriver.launchEmbedded(new MediaDriver.Context()
                        .threadingMode(ThreadingMode.SHARED)
                        .dirDeleteOnShutdown(true));
                Aeron aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(driver.aeronDirectoryName()));
                ExclusivePublication way = aeron.addExclusivePublication(
                        voter.options().own().consensusChannel(),
                        ConsensusModule.Configuration.CONSENSUS_STREAM_ID_DEFAULT)) {
            for (int time = 0; time < 2; time++) {
                Eventually.within(PATIENCE, "it is asked", () -> way.offer(request) > 0);
            }
            Eventually.within(PATIENCE, voter::log, () -> voter.term() >= term);
        }
    }
}
