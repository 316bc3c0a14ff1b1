package bankroll.cluster;

import static io.aeron.cluster.ElectionState.CANVASS;
import static io.aeron.cluster.ElectionState.FOLLOWER_LOG_INIT;
import static io.aeron.cluster.ElectionState.FOLLOWER_REPLAY;
import static io.aeron.cluster.ElectionState.INIT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bankroll.condition.ExitCode;
import io.aeron.cluster.ElectionState;
import org.agrona.concurrent.AgentTerminationException;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.YieldingIdleStrategy;
import org.junit.jupiter.api.Test;

/** Of a node that replays its log up to where a new leader calls it confirmed. */
class ForgottenTermTest {
    private static final long LAST = 12;

    private ElectionState election = CANVASS;
    private long replayed = 9;
    private int ends;

    private final NewBeginning anew = new NewBeginning(() -> ends++);
    private final ForgottenTerm forgotten = new ForgottenTerm(() -> election, () -> replayed, () -> LAST, anew);
    private final IdleStrategy idle = new BetweenTurns(forgotten::look, YieldingIdleStrategy.INSTANCE);

    /** As the consensus module goes on from one turn to the next. */
    private void turn(ElectionState next, long term) {
        election = next;
        replayed = term;
        idle.idle(0);
    }

    @Test
    void shouldEndTheNodeWhereAReplayIsBrokenOffInAnOlderTerm() {
        for (ElectionState next : new ElectionState[] {CANVASS, INIT}) {
            turn(CANVASS, 9);
            turn(FOLLOWER_REPLAY, 9);
            turn(FOLLOWER_REPLAY, 10);

            assertThrows(AgentTerminationException.class, () -> turn(next, 11));
            assertEquals(ExitCode.IO, anew.why().exitCode());
        }
        assertEquals(2, ends);
    }

    @Test
    void shouldGoOnWhereAReplayHasComeToTheLastTerm() {
        turn(FOLLOWER_REPLAY, 9);
        turn(CANVASS, LAST);

        turn(FOLLOWER_REPLAY, LAST);
        turn(FOLLOWER_LOG_INIT, LAST);
        assertNull(anew.why());
    }

    /** A log without a mark, of which nothing was replayed before. */
    @Test
    void shouldEndTheNodeWhereAReplayIsBrokenOffInTheFirstTerm() {
        turn(CANVASS, 0);
        turn(FOLLOWER_REPLAY, 0);

        assertThrows(AgentTerminationException.class, () -> turn(CANVASS, 0));
    }

    /** Aeron's count of terms stands at the first one. */
    @Test
    void shouldGoOnWhereNothingIsReplayed() {
        turn(INIT, 0);
        turn(CANVASS, 0);
        turn(CANVASS, 0);
        turn(FOLLOWER_LOG_INIT, 0);

        assertNull(anew.why());
    }

    /** The mark from which it was to begin is of an older term, too. */
    @Test
    void shouldGoOnWhereNoTermBeganInTheReplay() {
        turn(CANVASS, 9);
        turn(FOLLOWER_REPLAY, 9);
        turn(CANVASS, 9);

        assertNull(anew.why());
        assertEquals(0, ends);
    }
}
