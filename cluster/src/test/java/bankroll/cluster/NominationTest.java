package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aeron.Aeron;
import io.aeron.Counter;
import io.aeron.cluster.ConsensusModule;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** When a node stands in an election, in parts of half a ballot. */
class NominationTest {
    private static final long BALLOT_NS = 500;

    private final Counter elections = new TestCounters().counter(0);
    private final ConsensusModule.Context consensus =
            new ConsensusModule.Context().electionCounter(elections).electionTimeoutNs(BALLOT_NS);
    private final Nomination node = new Nomination(2, consensus);

    @Test
    void shouldDrawWithinHalfABallotInTheFirstRoundOfEachElection() {
        for (int election = 0; election < 100; election++) {
            elections.set(election);
            double drawn = node.nextDouble();
            assertTrue(drawn > 0 && drawn < 1, drawn + " in election " + election);
            assertEquals(BALLOT_NS, consensus.electionTimeoutNs());
        }
    }

    /** They refused each other, and would go on to. */
    @Test
    void shouldStandABallotBehindTheNodeBeforeOnceARoundHasFailed() {
        Nomination before = new Nomination(1, consensus);
        before.nextDouble();
        node.nextDouble();

        double first = before.nextDouble();
        double second = node.nextDouble();

        assertTrue(first >= 2 && first < 2.1, "" + first);
        assertTrue(second >= 4 && second < 4.1, "" + second);
    }

    @Test
    void shouldHoldLongerBallotsTheMoreRoundsHaveFailed() {
        long[] ballots = IntStream.range(0, 6)
                .mapToLong(round -> {
                    node.nextDouble();
                    return consensus.electionTimeoutNs() / BALLOT_NS;
                })
                .toArray();
        assertEquals("[1, 1, 2, 4, 4, 4]", Arrays.toString(ballots));

        elections.set(7);
        assertTrue(node.nextDouble() < 1, "another election begins anew");
        assertEquals(BALLOT_NS, consensus.electionTimeoutNs());
    }

    @Test
    void shouldStandAtOnceWhenItIsAppointed() {
        consensus.appointedLeaderId(2);
        assertEquals(0, node.nextDouble());
        assertEquals(0, node.nextDouble());

        consensus.appointedLeaderId(Aeron.NULL_VALUE);
        assertTrue(node.nextDouble() > 0);
    }
}
