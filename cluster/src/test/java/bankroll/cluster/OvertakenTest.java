package bankroll.cluster;

import static bankroll.cluster.Overtaken.PATIENCE_NS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ExitCode;
import io.aeron.Counter;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.ElectionState;
import org.junit.jupiter.api.Test;

/** Of a node that was chosen to lead, and of which nobody knows any more. */
class OvertakenTest {
    private final Overtaken overtaken = new Overtaken();

    @Test
    void shouldBeginAnewWhereItWaitsToLeadForLongWhileAnotherLeads() {
        assertFalse(overtaken.isSo(true, true, 100));
        assertFalse(overtaken.isSo(true, true, 99 + PATIENCE_NS));
        assertTrue(overtaken.isSo(true, true, 100 + PATIENCE_NS));
        assertFalse(overtaken.isSo(true, true, 101 + PATIENCE_NS), "told once");
        assertEquals(ExitCode.IO, Overtaken.end().exitCode());
    }

    /** The others may take long to copy its log. */
    @Test
    void shouldWaitToLeadForAsLongAsNobodyElseDoes() {
        assertFalse(overtaken.isSo(true, true, 100));
        assertFalse(overtaken.isSo(true, false, 100 + PATIENCE_NS), "the leader before it is gone");
        assertFalse(overtaken.isSo(true, true, 100 + 3 * PATIENCE_NS));
        assertFalse(overtaken.isSo(true, true, 99 + 4 * PATIENCE_NS), "it is heard since then alone");
    }

    @Test
    void shouldTakeItForNothingThatAnotherLeadsWhomItFollows() {
        assertFalse(overtaken.isSo(false, true, 100));
        assertFalse(overtaken.isSo(false, true, 100 + 2 * PATIENCE_NS));
        assertFalse(overtaken.isSo(true, true, 100 + 3 * PATIENCE_NS));
    }

    @Test
    void shouldKnowOfTheElectionWhetherItWaitsToLead() {
        Counter election = new TestCounters().counter(ElectionState.LEADER_LOG_REPLICATION.code());
        ConsensusModule.Context consensus = new ConsensusModule.Context().electionStateCounter(election);
        assertTrue(Overtaken.waitsToLead(consensus));

        election.set(ElectionState.FOLLOWER_LOG_REPLICATION.code());
        assertFalse(Overtaken.waitsToLead(consensus));
    }
}
