package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.cluster.ClusterContext.SteadyClock;
import bankroll.testkit.Eventually;
import bankroll.testkit.FreeMembers;
import io.aeron.Aeron;
import io.aeron.Counter;
import io.aeron.ExclusivePublication;
import io.aeron.Subscription;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.ElectionState;
import io.aeron.cluster.NodeStateFile;
import io.aeron.cluster.RecordingLog;
import io.aeron.cluster.client.ClusterException;
import io.aeron.cluster.service.Cluster;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.agrona.concurrent.AgentTerminationException;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.YieldingIdleStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That each of its parts looks between the turns of a consensus module, which this test plays. */
class ElectionGuardTest {
    private static final int STREAM = ConsensusModule.Configuration.CONSENSUS_STREAM_ID_DEFAULT;
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final long VOTED = 6;

    @TempDir
    private Path directory;

    private final ClusterContext context = new ClusterContext()
            .node(0)
            .members(Stream.of(FreeMembers.next(3).split(","))
                    .map(MemberAddress::of)
                    .toList());
    private final Confirmations confirmations = new Confirmations(context);
    private final List<Throwable> faults = new ArrayList<>();
    private final Counter replayed = new TestCounters().counter(0);
    private final Counter election = new TestCounters().counter(ElectionState.CLOSED.code());
    private final Counter role = new TestCounters().counter(Cluster.Role.FOLLOWER.code());
    private int ends;
    private MediaDriver driver;
    private Aeron aeron;
    private RecordingLog terms;
    private NodeStateFile votes;
    private ElectionGuard guard;
    private IdleStrategy idle;
    /** The consensus module's, which comes later. */
    private Subscription aerons;

    @BeforeEach
    void begin() throws Exception {
        context.dataDirectory(directory).buffers = directory;
        Files.createDirectories(context.directory());
        driver = MediaDriver.launch(new MediaDriver.Context()
                .aeronDirectoryName(context.aeronDirectory())
                .epochClock(SteadyClock.INSTANCE)
                .threadingMode(ThreadingMode.SHARED)
                .dirDeleteOnShutdown(true));
        aeron = Aeron.connect(context.driverClient(faults::add));
        terms = new RecordingLog(directory.toFile(), true);
        votes = new NodeStateFile(directory.toFile(), true, 0);
        votes.updateCandidateTermId(VOTED, 0, 0);
        guard = new ElectionGuard(context, options(), confirmations, faults::add, () -> ends++);
        idle = guard.looking(YieldingIdleStrategy.INSTANCE);
        aerons = aeron.addSubscription(context.own().consensusChannel(), STREAM);
        confirmations.enter(1, 5);
    }

    /** A node that has replayed nothing. Who has voted for whom is Aeron's own affair: nobody else may set that. */
    private ConsensusModule.Context options() throws ReflectiveOperationException {
        ConsensusModule.Context options = new ConsensusModule.Context()
                .aeron(aeron)
                .recordingLog(terms)
                .electionStateCounter(election)
                .leadershipTermIdCounter(replayed)
                .clusterNodeRoleCounter(role);
        Method set = ConsensusModule.Context.class.getDeclaredMethod("nodeStateFile", NodeStateFile.class);
        set.setAccessible(true);
        set.invoke(options, votes);
        return options;
    }

    @AfterEach
    void end() {
        votes.close();
        terms.close();
        aeron.close();
        driver.close();
    }

    private void turn(ElectionState next) {
        election.set(next.code());
        idle.idle(0);
    }

    @Test
    void shouldHearWhatAnotherMemberConfirms() {
        assertFalse(confirmations.cover(5, 100));
        confirmTo(100);

        turn(ElectionState.CLOSED);

        assertTrue(confirmations.cover(5, 100));
        assertNull(guard.broken());
    }

    /** It has two strategies to idle by. */
    @Test
    void shouldHearInWhicheverWayItIdles() {
        IdleStrategy second = guard.looking(YieldingIdleStrategy.INSTANCE);
        confirmTo(100);

        second.idle(0);

        assertTrue(confirmations.cover(5, 100));
    }

    @Test
    void shouldEndTheNodeThatWouldConfirmToALeaderFromBeforeItsVote() {
        assertThrows(AgentTerminationException.class, () -> turn(ElectionState.FOLLOWER_READY));

        assertTrue(guard.broken().getMessage().contains("has voted in term " + VOTED), guard.broken()::getMessage);
        assertEquals(1, ends);
    }

    @Test
    void shouldEndTheNodeThatForgetsOfWhichTermItsLogIs() {
        terms.appendTerm(1, 0, 0, 0);
        terms.appendTerm(1, 1, 128, 0);
        terms.appendTerm(1, 2, 256, 0);
        turn(ElectionState.FOLLOWER_REPLAY);
        replayed.set(1);

        assertThrows(AgentTerminationException.class, () -> turn(ElectionState.INIT));

        String why = guard.broken().getMessage();
        assertTrue(why.contains("log is of term 2, and Aeron takes it for one of term 1"), why);
        assertEquals(1, ends);
    }

    @Test
    void shouldTellItsLeaderThatItIsWithinTheTermOnceItHasReadThatItBegins() {
        Subscription leader = aeron.addSubscription(context.members.get(1).consensusChannel(), STREAM);
        terms.appendTerm(1, VOTED, 128, 0);
        replayed.set(VOTED);
        hear(ConsensusWords.lead(VOTED));
        Eventually.within(PATIENCE, "the way is open", () -> {
            turn(ElectionState.CLOSED);
            return leader.isConnected();
        });
        assertEquals(0, leader.poll((buffer, offset, length, header) -> {}, 1));

        guard.read(begin -> begin == 128);

        Eventually.within(PATIENCE, "it is said", () -> {
            turn(ElectionState.CLOSED);
            return leader.poll((buffer, offset, length, header) -> {}, 1) == 1;
        });
    }

    @Test
    void shouldGoOnWithoutAnyTerm() {
        turn(ElectionState.FOLLOWER_REPLAY);
        turn(ElectionState.INIT);

        assertNull(guard.broken());
    }

    @Test
    void shouldForgetWhereTheLastTermWasCutOff() {
        terms.appendTerm(1, 0, 0, 0);
        terms.commitLogPosition(0, 256);

        turn(ElectionState.CANVASS);

        assertEquals(Aeron.NULL_VALUE, terms.getTermEntry(0).logPosition);
    }

    /** The memory of its counters is gone then. */
    @Test
    void shouldNotLookBehindTheEndOfItsClient() {
        confirmTo(100);
        aeron.close();

        turn(ElectionState.FOLLOWER_READY);

        assertFalse(confirmations.cover(5, 100));
        assertEquals(0, ends);
    }

    @Test
    void shouldTellEveryFaultButTheOneThatItMakesItself() {
        String own = "expected schemaId=111, actual=16971";
        List<RuntimeException> others = List.of(
                new ClusterException(own + "0"), new ClusterException("refused"), new IllegalStateException(own));

        guard.hear(new ClusterException(own));
        others.forEach(guard::hear);

        assertEquals(others, faults);
    }

    private void confirmTo(long position) {
        hear(ConsensusWords.append(1, 5, position, 0));
    }

    /** Another node says it, and Aeron hears it. */
    private void hear(UnsafeBuffer message) {
        ExclusivePublication member =
                aeron.addExclusivePublication(context.own().consensusChannel(), STREAM);
        Eventually.within(PATIENCE, "it is said", () -> member.offer(message) > 0);
        Eventually.within(PATIENCE, "it is heard", () -> aerons.poll((buffer, offset, length, header) -> {}, 1) == 1);
    }
}
