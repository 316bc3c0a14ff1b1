package bankroll.cluster;

import static bankroll.cluster.HandOverSeat.PREPARE;
import static bankroll.cluster.HandOverSeat.TERM;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.cluster.Envelope.HandOverOrder;
import bankroll.engine.CommandLog;
import bankroll.testkit.Eventually;
import io.aeron.Aeron;
import io.aeron.cluster.ElectionState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The leader of a hand-over: whom it chooses, for how long it waits where it gets no further, and what it answers. */
class HandOverTurnsTest {
    private static final OptionalInt ANY = OptionalInt.empty();
    private static final OptionalInt NODE_2 = OptionalInt.of(2);
    private static final long HEARTBEATS_NS = TimeUnit.SECONDS.toNanos(2);
    private static final long READY_NS = TimeUnit.SECONDS.toNanos(2);
    private static final long ELECTED_NS = TimeUnit.SECONDS.toNanos(10);

    private final HandOverSeat seat = new HandOverSeat();
    private final HandOver handOver = seat.handOver;

    @AfterEach
    void close() {
        seat.close();
    }

    @Test
    void shouldSayWhyItDoesNotBegin() throws Exception {
        assertEquals(Optional.of("this node leads already"), handOver.ask(OptionalInt.of(1)));
        assertEquals(Optional.of("the members are 0 to 2"), handOver.ask(OptionalInt.of(-1)));
        assertEquals(Optional.of("the members are 0 to 2"), handOver.ask(OptionalInt.of(3)));
        handOver.begin();
        assertEquals(Optional.of("it is being handed over already"), handOver.ask(NODE_2));

        seat.service.leads = false;
        assertEquals(Optional.of(ClusterStatus.notLeading(-1)), handOver.ask(NODE_2));
        seat.service.leader = 2;
        assertEquals(Optional.of(ClusterStatus.notLeading(2)), handOver.ask(OptionalInt.of(0)));
    }

    @Test
    void shouldSayAtOnceThatTheLeadWasLostBeforeItBegan() throws Exception {
        seat.isLogFree = false;
        CompletableFuture<Optional<String>> answer = seat.ask(NODE_2);
        seat.service.leads = false;
        seat.service.leader = 0;
        seat.turn(CommandLog.NO_TERM);

        assertEquals(Optional.of(ClusterStatus.notLeading(0)), answer.get());
    }

    @Test
    void shouldNameNobodyAsTheLeaderWhileAnElectionIsHeld() throws Exception {
        seat.service.leads = false;
        seat.service.leader = 0;
        assertEquals(Optional.of(ClusterStatus.notLeading(0)), handOver.ask(OptionalInt.empty()));

        seat.election.set(ElectionState.CANVASS.code());
        assertEquals(Optional.of(ClusterStatus.notLeading(-1)), handOver.ask(OptionalInt.empty()));
    }

    /** The log may still take something a moment after the lead was lost. */
    @Test
    void shouldOrderNothingWhileThereIsNoTerm() {
        handOver.begin();
        seat.turn(CommandLog.NO_TERM);
        seat.turn(CommandLog.NO_TERM);
        assertEquals(List.of(), seat.offered);
        assertFalse(handOver.isHeld(), "nobody has said that it is ready");

        turn();
        assertEquals(List.of(PREPARE), seat.offered);
    }

    @Test
    void shouldGiveUpWhereTheLogTakesNothingForFiveSeconds() {
        seat.isLogFree = false;
        handOver.begin();
        assertEquals(1, turn());
        seat.nowNs += TimeUnit.SECONDS.toNanos(5);
        assertEquals(1, turn());
        assertEquals(List.of(PREPARE, PREPARE), seat.offered);

        seat.nowNs += 1;
        turn();
        assertEquals(0, turn());
        assertEquals(List.of(PREPARE, PREPARE, PREPARE), seat.offered, "it is over");

        handOver.begin();
        assertEquals(1, turn(), "another may begin");
    }

    @Test
    void shouldGiveUpWhereNoNodeIsReadyForTwoSeconds() throws Exception {
        CompletableFuture<Optional<String>> answer = seat.ask(ANY);
        seat.nowNs += READY_NS;
        assertEquals(1, turn());
        assertFalse(handOver.isHeld(), "what is offered goes on into the log");

        seat.nowNs += 1;
        turn();
        assertEquals(0, turn());
        assertEquals(List.of(PREPARE), seat.offered);
        assertEquals(Optional.of("no other node is reached and ready to lead"), answer.get());
    }

    @Test
    void shouldBeginOnceWhileItIsBeingHandedOver() {
        seat.isLogFree = false;
        handOver.begin();
        turn();
        seat.nowNs += TimeUnit.SECONDS.toNanos(3);
        handOver.begin();
        turn();
        seat.nowNs += TimeUnit.SECONDS.toNanos(2) + 1;
        turn();

        assertEquals(0, turn(), "it was not begun anew");
    }

    @Test
    void shouldHoldWhatIsOfferedFromTheOrderOnUntilTheLeadHasGone() throws Exception {
        CompletableFuture<Optional<String>> answer = seat.ask(NODE_2);
        seat.ready(0, TERM);
        seat.ready(2, TERM - 1);
        turn();
        assertEquals(List.of(PREPARE), seat.offered, "another is ready, and this one was");
        assertFalse(handOver.isHeld());

        seat.ready(2, TERM);
        turn();
        turn();
        assertTrue(handOver.isHeld());
        assertEquals(List.of(PREPARE, new HandOverOrder(2, TERM)), seat.offered);

        seat.election.set(ElectionState.CANVASS.code());
        seat.turn(CommandLog.NO_TERM);
        assertFalse(handOver.isHeld(), "what was held is refused");
        seat.service.leader = 2;
        seat.turn(CommandLog.NO_TERM);

        seat.service.leader = 0;
        seat.election.set(ElectionState.CLOSED.code());
        seat.turn(CommandLog.NO_TERM);
        assertEquals(Optional.of("node 0 leads now, not node 2"), answer.get(), "only then the election was over");
    }

    /** As where this node ends its listener for operators. */
    @Test
    void shouldHoldNothingForWhoWaitsNoLonger() throws Exception {
        CompletableFuture<Optional<String>> answer = seat.ask(NODE_2);
        seat.ready(2, TERM);
        turn();
        assertTrue(handOver.isHeld());

        seat.asking.interrupt();
        assertThrows(ExecutionException.class, answer::get);
        turn();
        assertFalse(handOver.isHeld());
    }

    @Test
    void shouldGoOnWhereTheOneThatIsToLeadIsSilentForTwoHeartbeats() throws Exception {
        CompletableFuture<Optional<String>> answer = seat.ask(ANY);
        seat.ready(0, TERM);
        turn();
        assertEquals(List.of(PREPARE, new HandOverOrder(0, TERM)), seat.offered, "node 2 isn't ready");
        seat.nowNs += HEARTBEATS_NS;
        turn();
        assertTrue(handOver.isHeld());

        seat.nowNs += 1;
        turn();
        assertFalse(handOver.isHeld());
        assertEquals(Optional.of("node 0 has not taken the lead in time; this one goes on"), answer.get());

        seat.ask(ANY);
        turn();
        assertEquals(List.of(PREPARE), seat.offered, "who was ready then has to say so again");
    }

    @Test
    void shouldSayThatANamedNodeIsNotReachedOrNotReady() throws Exception {
        seat.listen(0);
        CompletableFuture<Optional<String>> answer = seat.ask(NODE_2);
        seat.reachAll();
        seat.nowNs += READY_NS + 1;
        turn();
        assertEquals(Optional.of("node 2 can't be reached"), answer.get());

        CompletableFuture<Optional<String>> ofReached = seat.ask(OptionalInt.of(0));
        seat.orders.ordered(PREPARE);
        turn();
        Eventually.within(Duration.ofSeconds(20), "its client hears of the way", () -> seat.orders.isOpen(0));
        seat.nowNs += READY_NS + 1;
        turn();
        assertEquals(Optional.of("node 0 is not ready to lead: it is behind"), ofReached.get());
    }

    @Test
    void shouldSayThatTheLogTakesNothingWhereTheNamedNodeIsReady() throws Exception {
        CompletableFuture<Optional<String>> answer = seat.ask(NODE_2);
        seat.isLogFree = false;
        seat.ready(2, TERM);
        turn();
        assertEquals(List.of(PREPARE, new HandOverOrder(2, TERM)), seat.offered);

        seat.nowNs += READY_NS + 1;
        turn();

        assertEquals(Optional.of("the log takes nothing"), answer.get());
    }

    @Test
    void shouldSayWhoLeadsWhereAnElectionWentToAnotherNodeThanTheOneThatWasNamed() throws Exception {
        assertEquals(Optional.of("node 0 leads now, not node 2"), answerOnceLedBy(0, NODE_2));
        assertEquals(Optional.empty(), answerOnceLedBy(2, NODE_2));
        assertEquals(Optional.empty(), answerOnceLedBy(0, ANY), "any would do");
    }

    private Optional<String> answerOnceLedBy(int leader, OptionalInt named) throws Exception {
        CompletableFuture<Optional<String>> answer = seat.ask(named);
        seat.service.leader = leader;
        seat.turn(CommandLog.NO_TERM);
        seat.service.leader = seat.context.node;
        return answer.get();
    }

    /** It is elected again when the named node is gone before it stands. */
    @Test
    void shouldSayAtOnceThatThisNodeLeadsAgain() throws Exception {
        CompletableFuture<Optional<String>> answer = seat.ask(NODE_2);
        seat.turn(CommandLog.NO_TERM);
        seat.turn(TERM + 1);

        seat.nowNs += ELECTED_NS + 1; // so long it would say that nobody leads
        seat.turn(TERM + 1);
        assertEquals(Optional.of("node 2 has not taken the lead; this one leads again"), answer.get());
    }

    @Test
    void shouldSayThatNobodyLeadsWhereAnElectionTakesMoreThanTenSeconds() throws Exception {
        CompletableFuture<Optional<String>> answer = seat.ask(NODE_2);
        seat.turn(CommandLog.NO_TERM);
        seat.nowNs += ELECTED_NS;
        seat.turn(CommandLog.NO_TERM);
        turn();
        assertFalse(answer.isDone(), "it leads in the same term as before");

        seat.nowNs += 1;
        seat.turn(CommandLog.NO_TERM);
        assertEquals(Optional.of("nobody else leads; look at all nodes"), answer.get());
    }

    /** As when all nodes are told to end at once. */
    @Test
    void shouldNotWaitForAnElectionToWhichItHasSentNobodyWhereItEnds() throws Exception {
        CompletableFuture<Optional<String>> answer = seat.ask(handOver::askToEnd);
        seat.turn(CommandLog.NO_TERM);
        seat.nowNs += 1;
        seat.turn(CommandLog.NO_TERM);

        assertEquals(Optional.of("no other node has taken the lead yet"), answer.get());
    }

    @Test
    void shouldWaitTwoHeartbeatsForTheOneThatItHasToldToLeadWhereItEnds() throws Exception {
        CompletableFuture<Optional<String>> answer = seat.ask(handOver::askToEnd);
        seat.ready(2, TERM);
        turn();
        seat.turn(CommandLog.NO_TERM);
        seat.nowNs += HEARTBEATS_NS;
        seat.turn(CommandLog.NO_TERM);
        seat.turn(TERM + 1);
        assertEquals(Optional.of("another node has not taken the lead; this one leads again"), answer.get());

        CompletableFuture<Optional<String>> another = seat.ask(handOver::askToEnd);
        seat.ready(2, TERM);
        turn();
        seat.turn(CommandLog.NO_TERM);
        seat.nowNs += HEARTBEATS_NS + 1;
        seat.turn(CommandLog.NO_TERM);
        assertEquals(Optional.of("no other node has taken the lead yet"), another.get());
    }

    @Test
    void shouldHaveNothingToHandOverWhereItEndsAndDoesNotLead() throws Exception {
        seat.service.leads = false;

        assertEquals(Optional.empty(), handOver.askToEnd());
    }

    @Test
    void shouldSayThatItEndsToWhoWaits() throws Exception {
        CompletableFuture<Optional<String>> answer = seat.ask(NODE_2);
        handOver.close();

        assertEquals(Optional.of("this node ends"), answer.get());
    }

    /** Aeron has given back the memory that they lie in: a look there would end the process without a word. */
    @Test
    void shouldNotLookAtCountersOfAnAeronThatHasEnded() throws Exception {
        CompletableFuture<Optional<String>> answer = seat.ask(NODE_2);
        seat.orders.ordered(PREPARE);
        seat.hasEnded = true;
        seat.consensus.electionStateCounter(null).leadershipTermIdCounter(null);

        seat.service.leader = 0;
        seat.turn(CommandLog.NO_TERM);
        seat.orders.ordered(PREPARE);
        seat.orders.ordered(new HandOverOrder(seat.context.node, TERM));
        seat.turn(CommandLog.NO_TERM);
        seat.nowNs += ELECTED_NS + 1;
        seat.turn(CommandLog.NO_TERM);

        assertEquals(Optional.of("nobody else leads; look at all nodes"), answer.get());
        assertEquals(Aeron.NULL_VALUE, seat.consensus.appointedLeaderId(), "an order that comes now is void");
    }

    private int turn() {
        return seat.turn(TERM);
    }
}
