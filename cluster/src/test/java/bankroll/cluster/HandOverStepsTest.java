package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.cluster.Envelope.HandOverOrder;
import bankroll.engine.CommandLog;
import bankroll.testkit.Eventually;
import bankroll.testkit.FreeMembers;
import io.aeron.Aeron;
import io.aeron.AeronCounters;
import io.aeron.Counter;
import io.aeron.Subscription;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.ElectionState;
import io.aeron.cluster.codecs.MessageHeaderDecoder;
import io.aeron.cluster.codecs.RequestVoteDecoder;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersManager;
import org.agrona.concurrent.status.CountersReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each step of handing the lead over, of the leader and of who follows its order, with members that are reached. */
@Timeout(60)
class HandOverStepsTest {
    private static final long TERM = 7;
    private static final long HEARTBEATS_NS = TimeUnit.SECONDS.toNanos(2);
    private static final long WAYS_NS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long ELECTED_NS = TimeUnit.SECONDS.toNanos(10);
    private static final HandOverOrder PREPARE = new HandOverOrder(HandOverOrder.NOBODY_YET, TERM);

    private final List<HandOverOrder> offered = new ArrayList<>();
    private final ClusterContext context = new ClusterContext()
            .dataDirectory(Path.of("data"))
            .node(1)
            .heartbeatMs(1_000)
            .members(Arrays.stream(FreeMembers.next(3).split(","))
                    .map(MemberAddress::of)
                    .toList());
    private final CountersManager counters = new CountersManager(
            new UnsafeBuffer(BufferUtil.allocateDirectAligned(64 << 10, 8)),
            new UnsafeBuffer(BufferUtil.allocateDirectAligned(16 << 10, 8)));
    private final Counter election = counter(ElectionState.CLOSED.code());
    private final Counter elected = counter(TERM);
    private final ConsensusModule.Context consensus =
            new ConsensusModule.Context().electionStateCounter(election).leadershipTermIdCounter(elected);
    private final LogService service = new LogService(null, 0, null, order -> {}, () -> {});
    private volatile long nowNs = TimeUnit.DAYS.toNanos(1);
    private boolean isLogFree = true;
    private final HandOver handOver =
            new HandOver(context, consensus, look -> look.test(consensus), service, failure -> {}, () -> nowNs);
    private int listeners;
    private Thread asking;
    private MediaDriver driver;
    private Aeron aeron;

    @BeforeEach
    void lead() {
        service.leads = true;
        service.leader = context.node;
        driver = MediaDriver.launchEmbedded(
                new MediaDriver.Context().threadingMode(ThreadingMode.SHARED).dirDeleteOnShutdown(true));
        aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(driver.aeronDirectoryName()));
    }

    @AfterEach
    void close() {
        handOver.close();
        aeron.close();
        driver.close();
    }

    @Test
    void shouldSayWhyItDoesNotBegin() throws Exception {
        assertEquals(Optional.of("this node leads already"), handOver.ask(OptionalInt.of(1)));
        assertEquals(Optional.of("the members are 0 to 2"), handOver.ask(OptionalInt.of(-1)));
        assertEquals(Optional.of("the members are 0 to 2"), handOver.ask(OptionalInt.of(3)));
        handOver.begin();
        assertEquals(Optional.of("it is being handed over already"), handOver.ask(OptionalInt.of(2)));

        service.leads = false;
        assertEquals(Optional.of(ClusterStatus.notLeading(-1)), handOver.ask(OptionalInt.of(2)));
        service.leader = 2;
        assertEquals(Optional.of(ClusterStatus.notLeading(2)), handOver.ask(OptionalInt.of(0)));
    }

    @Test
    void shouldAppointWhoIsToLeadInThisTermAndInNoElection() {
        handOver.ordered(new HandOverOrder(1, TERM - 1));
        assertEquals(Aeron.NULL_VALUE, consensus.appointedLeaderId());
        handOver.ordered(PREPARE);
        assertEquals(Aeron.NULL_VALUE, consensus.appointedLeaderId());
        election.set(ElectionState.CANVASS.code());
        handOver.ordered(new HandOverOrder(1, TERM));
        assertEquals(Aeron.NULL_VALUE, consensus.appointedLeaderId(), "an election is held");

        election.set(ElectionState.CLOSED.code());
        handOver.ordered(new HandOverOrder(1, TERM));
        assertEquals(1, consensus.appointedLeaderId());
        assertEquals(0, HandOver.draw(context, consensus).nextDouble(), "who is appointed doesn't wait");
        consensus.appointedLeaderId(2);
        assertTrue(HandOver.draw(context, consensus).nextDouble() > 0);
    }

    @Test
    void shouldHoldWhatIsOfferedFromTheOrderOnUntilTheLeadHasGone() throws Exception {
        listen(0);
        listen(2);
        CompletableFuture<Optional<String>> answer = ask(OptionalInt.of(2));
        reachAll();
        nowNs += WAYS_NS;
        turn(TERM);
        assertEquals(List.of(PREPARE), offered, "the others may still open their ways");
        assertFalse(handOver.isHeld());

        nowNs += 1;
        turnUntilHeld();
        turn(TERM);
        assertEquals(List.of(PREPARE, new HandOverOrder(2, TERM)), offered);

        election.set(ElectionState.CANVASS.code());
        turn(CommandLog.NO_TERM);
        assertFalse(handOver.isHeld(), "what was held is refused");
        service.leader = 2;
        turn(CommandLog.NO_TERM);

        service.leader = 0;
        election.set(ElectionState.CLOSED.code());
        turn(CommandLog.NO_TERM);
        assertEquals(Optional.of("node 0 leads now, not node 2"), answer.get(), "only then the election was over");
    }

    /** As where this node ends its listener for operators. */
    @Test
    void shouldHoldNothingForWhoWaitsNoLonger() throws Exception {
        listen(2);
        CompletableFuture<Optional<String>> answer = ask(OptionalInt.of(2));
        reachAll();
        nowNs += WAYS_NS + 1;
        turnUntilHeld();

        asking.interrupt();
        assertThrows(ExecutionException.class, answer::get);
        turn(TERM);
        assertFalse(handOver.isHeld());
    }

    @Test
    void shouldGoOnWhereTheOneThatIsToLeadIsSilentForTwoHeartbeats() throws Exception {
        listen(0);
        CompletableFuture<Optional<String>> answer = ask(OptionalInt.empty());
        reachAll();
        nowNs += WAYS_NS + 1;
        turnUntilHeld();
        assertEquals(List.of(PREPARE, new HandOverOrder(0, TERM)), offered, "node 2 isn't reached");
        nowNs += HEARTBEATS_NS;
        turn(TERM);
        assertTrue(handOver.isHeld());

        nowNs += 1;
        turn(TERM);
        assertFalse(handOver.isHeld());
        assertEquals(Optional.of("node 0 has not taken the lead in time; this one goes on"), answer.get());
    }

    @Test
    void shouldSayThatANamedNodeIsNotReachedThoughAnotherIs() throws Exception {
        listen(0);
        CompletableFuture<Optional<String>> answer = ask(OptionalInt.of(2));
        reachAll();
        nowNs += TimeUnit.SECONDS.toNanos(1) + 1;
        turn(TERM);

        assertEquals(Optional.of("node 2 can't be reached"), answer.get());
        assertEquals(List.of(PREPARE), offered);
    }

    @Test
    void shouldSayThatNobodyLeadsWhereAnElectionTakesMoreThanTenSeconds() throws Exception {
        CompletableFuture<Optional<String>> answer = ask(OptionalInt.of(2));
        turn(CommandLog.NO_TERM);
        nowNs += ELECTED_NS;
        turn(CommandLog.NO_TERM);
        turn(TERM);
        assertFalse(answer.isDone(), "it leads in the same term as before");

        nowNs += 1;
        turn(CommandLog.NO_TERM);
        assertEquals(Optional.of("nobody else leads; look at all nodes"), answer.get());
    }

    @Test
    void shouldSayThatItEndsToWhoWaits() throws Exception {
        CompletableFuture<Optional<String>> answer = ask(OptionalInt.of(2));
        handOver.close();

        assertEquals(Optional.of("this node ends"), answer.get());
    }

    /** Whoever is in an election before the leader is called back by it, and who is to lead is the last to begin one. */
    @Test
    void shouldTellTheLeaderAndTheOthersOfAVoteBeforeItself() {
        service.leads = false;
        service.leader = 0;
        Subscription other = listen(2);
        Subscription own = listen(1);
        handOver.ordered(new HandOverOrder(1, TERM));
        Eventually.within(
                Duration.ofSeconds(20), "the other is told", () -> turn(CommandLog.NO_TERM) == 1 && vote(other) == 2);
        nowNs += TimeUnit.MILLISECONDS.toNanos(3);
        turn(CommandLog.NO_TERM);
        turn(CommandLog.NO_TERM);
        assertEquals(HandOverOrder.NOBODY_YET, vote(own), "the leader isn't told");
        assertEquals(HandOverOrder.NOBODY_YET, vote(other), "it is told once");

        Subscription leader = listen(0);
        Eventually.within(
                Duration.ofSeconds(20), "the leader is told", () -> turn(CommandLog.NO_TERM) == 1 && vote(leader) == 0);
        turn(CommandLog.NO_TERM);
        nowNs += TimeUnit.MILLISECONDS.toNanos(2);
        turn(CommandLog.NO_TERM);
        assertEquals(HandOverOrder.NOBODY_YET, vote(own), "all may not be in the election");
        nowNs += 1;
        turn(CommandLog.NO_TERM);
        Eventually.within(Duration.ofSeconds(20), "it tells itself", () -> vote(own) == 1);
        assertEquals(HandOverOrder.NOBODY_YET, vote(other), "it is told once");

        nowNs += HEARTBEATS_NS;
        turn(CommandLog.NO_TERM);
        handOver.ordered(new HandOverOrder(1, TERM));
        Eventually.within(
                Duration.ofSeconds(20),
                "of a later order, too",
                () -> turn(CommandLog.NO_TERM) == 1 && vote(other) == 2);
    }

    @Test
    void shouldForgetAnOrderAfterTwoHeartbeatsOrOnceSomebodyIsElected() {
        context.heartbeatMs(2_000);
        handOver.ordered(new HandOverOrder(1, TERM));
        nowNs += 2 * HEARTBEATS_NS;
        assertEquals(1, turn(CommandLog.NO_TERM));
        assertEquals(1, consensus.appointedLeaderId());
        nowNs += 1;
        turn(CommandLog.NO_TERM);
        assertEquals(Aeron.NULL_VALUE, consensus.appointedLeaderId());
        assertEquals(0, turn(CommandLog.NO_TERM));

        handOver.ordered(new HandOverOrder(1, TERM));
        elected.set(TERM + 1);
        election.set(ElectionState.FOLLOWER_READY.code());
        turn(CommandLog.NO_TERM);
        assertEquals(1, consensus.appointedLeaderId(), "the election isn't over");
        election.set(ElectionState.CLOSED.code());
        turn(CommandLog.NO_TERM);
        assertEquals(Aeron.NULL_VALUE, consensus.appointedLeaderId());
    }

    @Test
    void shouldKeepItsWaysOpenForTwoSecondsAfterAPreparation() {
        context.heartbeatMs(200);
        Subscription other = listen(2);
        handOver.ordered(PREPARE);
        reachAll();
        nowNs += TimeUnit.SECONDS.toNanos(2);
        turn(CommandLog.NO_TERM);
        nowNs += 1;
        turn(CommandLog.NO_TERM);

        Eventually.within(Duration.ofSeconds(20), "it is let go", other::hasNoImages);
    }

    /** An operator asks; the log has taken that all prepare. */
    private CompletableFuture<Optional<String>> ask(OptionalInt named) {
        CompletableFuture<Optional<String>> answer = new CompletableFuture<>();
        asking = new Thread(() -> {
            try {
                answer.complete(handOver.ask(named));
            } catch (InterruptedException | RuntimeException e) {
                answer.completeExceptionally(e);
            }
        });
        asking.start();
        Eventually.within(Duration.ofSeconds(20), "it has begun", () -> {
            turn(TERM);
            return !offered.isEmpty();
        });
        assertEquals(List.of(PREPARE), offered);
        return answer;
    }

    /** The log has brought that all prepare, and those that listen are there. */
    private void reachAll() {
        handOver.ordered(PREPARE);
        turn(TERM);
        Eventually.within(Duration.ofSeconds(20), "all are reached", () -> {
            int[] reached = {0};
            CountersReader ofDriver = aeron.countersReader();
            ofDriver.forEach((id, type, key, label) -> {
                boolean mayBeSentTo = ofDriver.getCounterValue(id) > 0;
                reached[0] += type == AeronCounters.DRIVER_SENDER_LIMIT_TYPE_ID && mayBeSentTo ? 1 : 0;
            });
            return reached[0] == listeners;
        });
    }

    /** Its client hears of a way a moment after the driver. */
    private void turnUntilHeld() {
        Eventually.within(Duration.ofSeconds(20), "it holds what is offered", () -> {
            turn(TERM);
            return handOver.isHeld();
        });
    }

    private Subscription listen(int member) {
        listeners++;
        return aeron.addSubscription(context.members.get(member).consensusChannel(), consensus.consensusStreamId());
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

    private Counter counter(long value) {
        int id = counters.allocate("of this test");
        counters.setCounterValue(id, value);
        return new Counter(counters, id);
    }

    private int turn(long term) {
        return handOver.turn(aeron, term, order -> {
            offered.add(order);
            return isLogFree;
        });
    }
}
