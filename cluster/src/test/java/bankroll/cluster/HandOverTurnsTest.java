package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import bankroll.cluster.Envelope.HandOverOrder;
import bankroll.engine.CommandLog;
import bankroll.testkit.Eventually;
import bankroll.testkit.FreeMembers;
import io.aeron.Aeron;
import io.aeron.Counter;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.ElectionState;
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
import java.util.concurrent.TimeUnit;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersManager;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** For how long a leader tries to hand over where it gets no further, and what it answers, turn by turn. */
@Timeout(60)
class HandOverTurnsTest {
    private static final long TERM = 7;
    private static final HandOverOrder PREPARE = new HandOverOrder(HandOverOrder.NOBODY_YET, TERM);

    private final List<HandOverOrder> offered = new ArrayList<>();
    private final ClusterContext context = new ClusterContext()
            .dataDirectory(Path.of("data"))
            .node(1)
            .members(Arrays.stream(FreeMembers.next(3).split(","))
                    .map(MemberAddress::of)
                    .toList());
    private final CountersManager counters = new CountersManager(
            new UnsafeBuffer(BufferUtil.allocateDirectAligned(64 << 10, 8)),
            new UnsafeBuffer(BufferUtil.allocateDirectAligned(16 << 10, 8)));
    private final ConsensusModule.Context consensus = new ConsensusModule.Context()
            .electionStateCounter(counter(ElectionState.CLOSED.code()))
            .leadershipTermIdCounter(counter(TERM));
    private final LogService service = new LogService(null, 0, null, order -> {}, () -> {});
    private volatile long nowNs = 1_000;
    private boolean isLogFree;
    private volatile boolean hasEnded;
    private final HandOver handOver = new HandOver(
            context, consensus, look -> !hasEnded && look.test(consensus), service, failure -> {}, () -> nowNs);

    @BeforeEach
    void lead() {
        service.leads = true;
        service.leader = context.node;
    }

    @Test
    void shouldGiveUpWhereTheLogTakesNothingFor18Seconds() {
        handOver.begin();
        assertEquals(1, turn());
        nowNs += TimeUnit.SECONDS.toNanos(18);
        assertEquals(1, turn());
        assertEquals(List.of(PREPARE, PREPARE), offered);

        nowNs += 1;
        turn();
        assertEquals(0, turn());
        assertEquals(List.of(PREPARE, PREPARE, PREPARE), offered, "it is over");

        handOver.begin();
        assertEquals(1, turn(), "another may begin");
    }

    @Test
    void shouldGiveUpWhereNoNodeIsReachedForASecond() {
        isLogFree = true;
        handOver.begin();
        turn();
        nowNs += TimeUnit.SECONDS.toNanos(1);
        assertEquals(1, turn());
        assertFalse(handOver.isHeld(), "what is offered goes on into the log");

        nowNs += 1;
        turn();
        assertEquals(0, turn());
        assertEquals(List.of(PREPARE), offered);
    }

    @Test
    void shouldBeginOnceWhileItIsBeingHandedOver() {
        handOver.begin();
        turn();
        nowNs += TimeUnit.SECONDS.toNanos(10);
        handOver.begin();
        turn();
        nowNs += TimeUnit.SECONDS.toNanos(8) + 1;
        turn();

        assertEquals(0, turn(), "it was not begun anew");
    }

    @Test
    void shouldSayWhoLeadsWhereAnElectionWentToAnotherNodeThanTheOneThatWasNamed() throws Exception {
        assertEquals(Optional.of("node 0 leads now, not node 2"), answerOnceLedBy(0, 2));
        assertEquals(Optional.empty(), answerOnceLedBy(2, 2));
        assertEquals(Optional.empty(), answerOnceLedBy(0, -1), "any would do");
    }

    private Optional<String> answerOnceLedBy(int leader, int named) throws Exception {
        CompletableFuture<Optional<String>> answer = ask(named);
        service.leader = leader;
        turn(null, CommandLog.NO_TERM);
        service.leader = context.node;
        return answer.get();
    }

    /** It is elected again when the named node is gone before it stands. */
    @Test
    void shouldSayAtOnceThatThisNodeLeadsAgain() throws Exception {
        CompletableFuture<Optional<String>> answer = ask(2);
        turn(null, CommandLog.NO_TERM);
        turn(null, TERM + 1);

        nowNs += TimeUnit.SECONDS.toNanos(10) + 1; // so long it would say that nobody leads
        turn(null, TERM + 1);
        assertEquals(Optional.of("node 2 has not taken the lead; this one leads again"), answer.get());
    }

    @Test
    void shouldSayThatTheLogTakesNothingWhereTheNamedNodeIsReached() throws Exception {
        try (MediaDriver driver = driver();
                Aeron aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(driver.aeronDirectoryName()))) {
            aeron.addSubscription(context.members.get(2).consensusChannel(), consensus.consensusStreamId());
            CompletableFuture<Optional<String>> answer = ask(2);
            handOver.ordered(PREPARE);
            isLogFree = false;
            nowNs += TimeUnit.MILLISECONDS.toNanos(201);
            Eventually.within(Duration.ofSeconds(20), "it is not reached", () -> {
                turn(aeron, TERM);
                return offered.contains(new HandOverOrder(2, TERM));
            });

            nowNs += TimeUnit.SECONDS.toNanos(1);
            turn(aeron, TERM);

            assertEquals(Optional.of("the log takes nothing"), answer.get());
            handOver.close();
        }
    }

    /** Aeron has given back the memory that they lie in: a look there would end the process without a word. */
    @Test
    void shouldNotLookAtCountersOfAnAeronThatHasEnded() throws Exception {
        try (MediaDriver driver = driver();
                Aeron aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(driver.aeronDirectoryName()))) {
            CompletableFuture<Optional<String>> answer = ask(2);
            handOver.ordered(PREPARE);
            hasEnded = true;
            consensus.electionStateCounter(null).leadershipTermIdCounter(null);

            service.leader = 0;
            turn(aeron, CommandLog.NO_TERM);
            handOver.ordered(new HandOverOrder(context.node, TERM));
            turn(aeron, CommandLog.NO_TERM);
            nowNs += TimeUnit.SECONDS.toNanos(10) + 1;
            turn(aeron, CommandLog.NO_TERM);

            assertEquals(Optional.of("nobody else leads; look at all nodes"), answer.get());
            assertEquals(Aeron.NULL_VALUE, consensus.appointedLeaderId(), "an order that comes now is void");
            handOver.close();
        }
    }

    private static MediaDriver driver() {
        return MediaDriver.launchEmbedded(
                new MediaDriver.Context().threadingMode(ThreadingMode.SHARED).dirDeleteOnShutdown(true));
    }

    /** An operator asks for a node, or for any, -1; the log has taken that all prepare. */
    private CompletableFuture<Optional<String>> ask(int node) {
        isLogFree = true;
        offered.clear();
        CompletableFuture<Optional<String>> answer = new CompletableFuture<>();
        OptionalInt named = node < 0 ? OptionalInt.empty() : OptionalInt.of(node);
        new Thread(() -> {
                    try {
                        answer.complete(handOver.ask(named));
                    } catch (InterruptedException | RuntimeException e) {
                        answer.completeExceptionally(e);
                    }
                })
                .start();
        Eventually.within(Duration.ofSeconds(20), "it has begun", () -> {
            turn();
            return !offered.isEmpty();
        });
        assertEquals(List.of(PREPARE), offered);
        return answer;
    }

    private Counter counter(long value) {
        int id = counters.allocate("of this test");
        counters.setCounterValue(id, value);
        return new Counter(counters, id);
    }

    /** A turn of the leader's; how much it did. */
    private int turn() {
        return turn(null, TERM);
    }

    private int turn(Aeron aeron, long term) {
        return handOver.turn(aeron, term, order -> {
            offered.add(order);
            return isLogFree;
        });
    }
}
