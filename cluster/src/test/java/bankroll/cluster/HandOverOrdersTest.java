package bankroll.cluster;

import static bankroll.cluster.HandOverSeat.PREPARE;
import static bankroll.cluster.HandOverSeat.TERM;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.cluster.Envelope.HandOverOrder;
import bankroll.engine.CommandLog;
import bankroll.testkit.Eventually;
import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Subscription;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.ElectionState;
import io.aeron.cluster.codecs.MessageHeaderDecoder;
import io.aeron.cluster.codecs.RequestVoteDecoder;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a node does that is told to prepare, or who is to lead. */
class HandOverOrdersTest {
    private static final long HEARTBEATS_NS = TimeUnit.SECONDS.toNanos(2);
    private static final long WAYS_NS = TimeUnit.MILLISECONDS.toNanos(200);

    private final HandOverSeat seat = new HandOverSeat();
    private final HandOverOrders orders = seat.orders;
    private final ConsensusModule.Context consensus = seat.consensus;
    private final ReadyNews leader = new ReadyNews(seat.member(0), failure -> {});

    @AfterEach
    void close() {
        leader.close();
        seat.close();
    }

    @Test
    void shouldAppointWhoIsToLeadInThisTermAndInNoElection() {
        orders.ordered(new HandOverOrder(1, TERM - 1));
        assertEquals(Aeron.NULL_VALUE, consensus.appointedLeaderId());
        orders.ordered(PREPARE);
        assertEquals(Aeron.NULL_VALUE, consensus.appointedLeaderId());
        seat.election.set(ElectionState.CANVASS.code());
        orders.ordered(new HandOverOrder(1, TERM));
        assertEquals(Aeron.NULL_VALUE, consensus.appointedLeaderId(), "an election is held");

        seat.election.set(ElectionState.CLOSED.code());
        orders.ordered(new HandOverOrder(1, TERM));
        assertEquals(1, consensus.appointedLeaderId());
    }

    @Test
    void shouldSayThatItIsReadyOnceAllAreReached() {
        seat.follow(0);
        seat.listen(0);
        seat.listen(1);
        orders.ordered(PREPARE);
        until("those two are reached", () -> orders.isOpen(0) && orders.isOpen(1));
        assertFalse(seat.saysThatItIsReady());

        seat.listen(2);
        until("it says so", this::isReady);
    }

    /** The election is held without it. */
    @Test
    void shouldWaitAMomentForAMemberThatIsGoneAndNotWithoutTheLeader() {
        seat.follow(0);
        seat.listen(1);
        orders.ordered(PREPARE);
        until("it reaches itself", () -> orders.isOpen(1));
        seat.nowNs += WAYS_NS + 1;
        assertFalse(seat.saysThatItIsReady());

        seat.nowNs -= 1;
        seat.listen(0);
        until("it reaches the leader", () -> orders.isOpen(0));
        assertFalse(seat.saysThatItIsReady());
        seat.nowNs += 1;
        until("it says so", this::isReady);
    }

    @Test
    void shouldPrepareWhileItCatchesUpAndBeReadyWhenItFollows() {
        seat.follow(0);
        seat.election.set(ElectionState.FOLLOWER_CATCHUP.code());
        seat.listen(0);
        seat.listen(1);
        seat.listen(2);
        orders.ordered(PREPARE);
        until("all are reached", () -> orders.isOpen(0) && orders.isOpen(1) && orders.isOpen(2));
        assertFalse(seat.saysThatItIsReady());
        seat.election.set(ElectionState.CLOSED.code());
        seat.elected.set(TERM + 1);
        assertFalse(seat.saysThatItIsReady(), "of another term");

        seat.elected.set(TERM);
        orders.ordered(PREPARE);
        until("it says so", this::isReady);
    }

    @Test
    void shouldNotBeReadyForALeadOfAnotherTermNorForItsOwn() {
        seat.listen(0);
        seat.listen(1);
        seat.listen(2);
        orders.ordered(new HandOverOrder(HandOverOrder.NOBODY_YET, TERM - 1));
        assertEquals(0, turn());
        assertFalse(orders.isOpen(0), "nothing is prepared");
        orders.ordered(PREPARE);
        until("all are reached", () -> orders.isOpen(0) && orders.isOpen(1) && orders.isOpen(2));
        assertFalse(seat.saysThatItIsReady(), "it leads itself");
    }

    @Test
    void shouldHearNothingOfAnotherVersionNorOfWhoIsNoMember() {
        orders.turn(seat.aeron);
        ExclusivePublication way =
                seat.aeron.addExclusivePublication(seat.context.own().consensusChannel(), ReadyNews.STREAM);
        say(way, 16, 2, 0);
        say(way, 24, 1, 0);
        say(way, 12, 1, 0);
        say(way, 16, 1, 3);
        say(way, 16, 1, -1);
        say(way, 16, 1, 2);

        Eventually.within(Duration.ofSeconds(20), "the last one is heard", () -> {
            orders.turn(seat.aeron);
            return orders.isReady(2, TERM);
        });
        assertFalse(orders.isReady(0, TERM));
        assertEquals(List.of(), seat.faults);
        way.close();
    }

    private static void say(ExclusivePublication way, int length, int version, int member) {
        UnsafeBuffer message = new UnsafeBuffer(new byte[24]);
        message.putInt(0, version, ByteOrder.LITTLE_ENDIAN);
        message.putInt(4, member, ByteOrder.LITTLE_ENDIAN);
        message.putLong(8, TERM, ByteOrder.LITTLE_ENDIAN);
        Eventually.within(Duration.ofSeconds(20), "it is sent", () -> way.offer(message, 0, length) > 0);
    }

    /** Whoever is in an election before the leader is called back by it, and who is to lead is the last to begin one. */
    @Test
    void shouldTellTheLeaderAndTheOthersOfAVoteBeforeItself() {
        seat.follow(0);
        Subscription other = seat.listen(2);
        Subscription own = seat.listen(1);
        orders.ordered(new HandOverOrder(1, TERM));
        Eventually.within(Duration.ofSeconds(20), "the other is told", () -> turn() == 1 && vote(other) == 2);
        seat.nowNs += TimeUnit.MILLISECONDS.toNanos(3);
        turn();
        turn();
        assertEquals(HandOverOrder.NOBODY_YET, vote(own), "the leader isn't told");
        assertEquals(HandOverOrder.NOBODY_YET, vote(other), "it is told once");

        Subscription leads = seat.listen(0);
        Eventually.within(Duration.ofSeconds(20), "the leader is told", () -> turn() == 1 && vote(leads) == 0);
        turn();
        seat.nowNs += TimeUnit.MILLISECONDS.toNanos(2);
        turn();
        assertEquals(HandOverOrder.NOBODY_YET, vote(own), "all may not be in the election");
        seat.nowNs += 1;
        Eventually.within(Duration.ofSeconds(20), "it tells itself", () -> turn() == 1 && vote(own) == 1);
        assertEquals(HandOverOrder.NOBODY_YET, vote(other), "it is told once");

        seat.nowNs += HEARTBEATS_NS;
        turn();
        orders.ordered(new HandOverOrder(1, TERM));
        Eventually.within(Duration.ofSeconds(20), "of a later order, too", () -> turn() == 1 && vote(other) == 2);
    }

    @Test
    void shouldForgetAnOrderAfterTwoHeartbeatsOrOnceSomebodyIsElected() {
        seat.context.heartbeatMs(2_000);
        orders.ordered(new HandOverOrder(1, TERM));
        seat.nowNs += 2 * HEARTBEATS_NS;
        assertEquals(1, turn());
        assertEquals(1, consensus.appointedLeaderId());
        seat.nowNs += 1;
        turn();
        assertEquals(Aeron.NULL_VALUE, consensus.appointedLeaderId());
        assertEquals(0, turn());

        orders.ordered(new HandOverOrder(1, TERM));
        seat.elected.set(TERM + 1);
        seat.election.set(ElectionState.FOLLOWER_READY.code());
        turn();
        assertEquals(1, consensus.appointedLeaderId(), "the election isn't over");
        seat.election.set(ElectionState.CLOSED.code());
        turn();
        assertEquals(Aeron.NULL_VALUE, consensus.appointedLeaderId());
    }

    @Test
    void shouldKeepItsWaysOpenForFourSecondsAfterAPreparation() {
        seat.context.heartbeatMs(200);
        Subscription other = seat.listen(2);
        seat.reachAll();
        seat.nowNs += TimeUnit.SECONDS.toNanos(4);
        turn();
        assertTrue(orders.isOpen(2));
        seat.nowNs += 1;
        turn();

        Eventually.within(Duration.ofSeconds(20), "it is let go", other::hasNoImages);
    }

    private int turn() {
        return seat.turn(CommandLog.NO_TERM);
    }

    private void until(String what, BooleanSupplier isSo) {
        Eventually.within(Duration.ofSeconds(20), what, () -> {
            turn();
            return isSo.getAsBoolean();
        });
    }

    /** Whether this node has told the leader so. */
    private boolean isReady() {
        turn();
        leader.listen(seat.aeron);
        return leader.isReady(1, TERM);
    }

    /** Whose vote in the next term a member is told of; -1 while it is told of none. */
    private static int vote(Subscription listener) {
        int[] candidate = {HandOverOrder.NOBODY_YET};
        listener.poll(
                (buffer, offset, length, header) -> {
                    RequestVoteDecoder vote =
                            new RequestVoteDecoder().wrapAndApplyHeader(buffer, offset, new MessageHeaderDecoder());
                    assertEquals(TERM, vote.logLeadershipTermId());
                    assertEquals(TERM + 1, vote.candidateTermId());
                    candidate[0] = vote.candidateMemberId();
                },
                1);
        return candidate[0];
    }
}
