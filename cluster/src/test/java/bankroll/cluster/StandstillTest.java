package bankroll.cluster;

import static bankroll.cluster.Standstill.Wait.FOR_A_MARK;
import static bankroll.cluster.Standstill.Wait.NONE;
import static bankroll.cluster.Standstill.Wait.TO_LEAD;
import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.cluster.Standstill.Wait;
import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import io.aeron.Counter;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.ElectionState;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Of a node that waits, and of which nobody knows any more. */
class StandstillTest {
    private static final long TO_LEAD_NS = TO_LEAD.longestNs;

    private final Standstill standstill = new Standstill();

    @Test
    void shouldBeginAnewWhereItWaitsToLeadForLongWhileAnotherLeads() {
        requireNone(TO_LEAD, true, 100);
        requireNone(TO_LEAD, true, 99 + TO_LEAD_NS);
        requireEnd("this node was chosen to lead, and another one leads since", TO_LEAD, 100 + TO_LEAD_NS);
        requireNone(TO_LEAD, true, 101 + TO_LEAD_NS);
    }

    /** The others may take long to copy its log. */
    @Test
    void shouldWaitToLeadForAsLongAsNobodyElseDoes() {
        requireNone(TO_LEAD, true, 100);
        requireNone(TO_LEAD, false, 100 + TO_LEAD_NS);
        requireNone(TO_LEAD, true, 100 + 3 * TO_LEAD_NS);
        requireNone(TO_LEAD, true, 99 + 4 * TO_LEAD_NS);
    }

    @Test
    void shouldTakeItForNothingThatAnotherLeadsWhomItFollows() {
        requireNone(NONE, true, 100);
        requireNone(NONE, true, 100 + 2 * TO_LEAD_NS);
        requireNone(TO_LEAD, true, 100 + 3 * TO_LEAD_NS);
    }

    /** Its log was lost on the way to the mark: nobody would end that wait. */
    @Test
    void shouldBeginAnewWhereAMarkComesToNoEndWhoeverLeads() {
        long longestNs = FOR_A_MARK.longestNs;
        requireNone(FOR_A_MARK, false, 100);
        requireNone(FOR_A_MARK, true, 99 + longestNs);
        requireEnd("a mark that this node makes comes to no end", FOR_A_MARK, 100 + longestNs);
        requireNone(NONE, true, 101 + longestNs);
        requireNone(FOR_A_MARK, true, 102 + longestNs);
        requireNone(FOR_A_MARK, true, 101 + 2 * longestNs);
    }

    @Test
    void shouldKnowOfTheConsensusModuleForWhatItWaits() {
        TestCounters counters = new TestCounters();
        Counter election = counters.counter(ElectionState.LEADER_LOG_REPLICATION.code());
        Counter state = counters.counter(ConsensusModule.State.ACTIVE.code());
        ConsensusModule.Context consensus =
                new ConsensusModule.Context().electionStateCounter(election).moduleStateCounter(state);
        assertEquals(TO_LEAD, Wait.of(consensus));

        election.set(ElectionState.FOLLOWER_CATCHUP.code());
        assertEquals(NONE, Wait.of(consensus));
        state.set(ConsensusModule.State.SNAPSHOT.code());
        assertEquals(FOR_A_MARK, Wait.of(consensus));
    }

    private void requireNone(Wait wait, boolean hearsLeader, long nowNs) {
        assertEquals(Optional.empty(), standstill.end(wait, hearsLeader, nowNs));
    }

    private void requireEnd(String why, Wait wait, long nowNs) {
        ConditionException end = standstill.end(wait, true, nowNs).orElseThrow();
        assertEquals(ExitCode.IO, end.exitCode());
        assertEquals(why, end.getMessage().substring(0, why.length()));
    }
}
