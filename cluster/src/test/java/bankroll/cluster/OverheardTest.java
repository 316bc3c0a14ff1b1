package bankroll.cluster;

import static bankroll.cluster.ConsensusWords.append;
import static bankroll.cluster.ConsensusWords.ask;
import static bankroll.cluster.ConsensusWords.canvass;
import static bankroll.cluster.ConsensusWords.lead;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.testkit.Eventually;
import bankroll.testkit.FreeMembers;
import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Subscription;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.ElectionState;
import io.aeron.cluster.codecs.MessageHeaderDecoder;
import io.aeron.cluster.codecs.RequestVoteDecoder;
import io.aeron.cluster.service.Cluster;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.YieldingIdleStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is heard beside a consensus module, which this test plays. */
class OverheardTest {
    private static final int STREAM = ConsensusModule.Configuration.CONSENSUS_STREAM_ID_DEFAULT;
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final long VOTED = 6;
    private static final int TOGETHER = 100;

    private final ClusterContext context = new ClusterContext()
            .node(0)
            .dataDirectory(Path.of("nowhere"))
            .members(Stream.of(FreeMembers.next(3).split(","))
                    .map(MemberAddress::of)
                    .toList());
    private final Confirmations confirmations = new Confirmations(context);
    private ElectionState election = ElectionState.CANVASS;
    private String refused = "";
    private final BoundVote vote = new BoundVote(
            context,
            () -> election,
            () -> VOTED,
            (leader, term, bound) -> refused = leader + " in " + term,
            fault -> {},
            new NewBeginning(() -> {}));
    private long follows = Aeron.NULL_VALUE;
    private long nowNs = 1;
    private final WithinTerm within = new WithinTerm(context, () -> follows, () -> nowNs, fault -> {});
    private MediaDriver driver;
    private Aeron aeron;
    private IdleStrategy idle;
    /** The consensus module's, which comes later. */
    private Subscription aerons;

    private ExclusivePublication members;

    @BeforeEach
    void begin() {
        driver = MediaDriver.launchEmbedded(
                new MediaDriver.Context().threadingMode(ThreadingMode.SHARED).dirDeleteOnShutdown(true));
        aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(driver.aeronDirectoryName()));
        Overheard overheard = new Overheard(context, aeron, confirmations, vote, within);
        Runnable look = () -> {
            overheard.listen();
            vote.look();
            if (!aeron.isClosed()) {
                within.look(aeron);
            }
        };
        idle = new BetweenTurns(look, YieldingIdleStrategy.INSTANCE);
        aerons = aeron.addSubscription(context.own().consensusChannel(), STREAM);
        members = aeron.addExclusivePublication(context.own().consensusChannel(), STREAM);
    }

    @AfterEach
    void end() {
        aeron.close();
        driver.close();
    }

    /** Aeron counts all three for the end of its log. */
    @Test
    void shouldHearWhoFollowsAndNotWhoComesBackOrCatchesUp() {
        say(canvass(1, 5, 1_000));
        say(append(1, 5, 900, 1));
        say(append(2, 5, 100, 0));
        say(ask(1, 5, 5));
        say(ask(2, 5, 5));

        aeronHears(5);
        idle.idle(0);

        assertTrue(confirmations.cover(5, 100));
        assertFalse(confirmations.cover(5, 101));
    }

    @Test
    void shouldHearToTheSameMessageAsAeron() {
        confirmations.enter(1, 5);
        say(append(1, 5, 100, 0));
        say(append(1, 5, 200, 0));
        idle.idle();
        assertFalse(confirmations.cover(5, 0));

        aeronHears(1);
        idle.idle();
        assertTrue(confirmations.cover(5, 100));
        assertFalse(confirmations.cover(5, 101));

        aeronHears(1);
        idle.idle();
        assertTrue(confirmations.cover(5, 200));
    }

    @Test
    void shouldHearToTheSameMessageAsAeronAlsoInTheNextBuffer() {
        confirmations.enter(1, 5);
        int position = 0;
        while (members.position() < 3 * members.termBufferLength()) {
            for (int message = 0; message < TOGETHER; message++) {
                say(append(1, 5, ++position, 0));
            }
            aeronHears(TOGETHER);
            idle.idle();
            assertTrue(confirmations.cover(5, position), position + " messages");
        }
    }

    @Test
    void shouldTakeNoCandidateForOneThatIsWithinTheTerm() {
        say(append(1, 5, 100, 0));
        say(ask(1, 4, 5));

        aeronHears(2);
        idle.idle(0);

        assertFalse(confirmations.cover(5, 0));
    }

    /** What it had said before it began an election, it may have cut off since. */
    @Test
    void shouldForgetWhatAMemberConfirmedThatBeginsAnElection() {
        say(append(1, 5, 100, 0));
        say(canvass(1, 4, 60));
        say(append(1, 5, 70, 0));
        say(ask(1, 5, 5));

        aeronHears(4);
        idle.idle(0);

        assertTrue(confirmations.cover(5, 70));
        assertFalse(confirmations.cover(5, 71));
    }

    @Test
    void shouldBeWithinATermThatItFollowsInAndHasBegun() {
        assertTrue(WithinTerm.isWithin(ElectionState.CLOSED, Cluster.Role.FOLLOWER, true));
        assertFalse(WithinTerm.isWithin(ElectionState.CLOSED, Cluster.Role.FOLLOWER, false));
        assertFalse(WithinTerm.isWithin(ElectionState.CLOSED, Cluster.Role.LEADER, true));
        assertFalse(WithinTerm.isWithin(ElectionState.FOLLOWER_CATCHUP, Cluster.Role.FOLLOWER, true));
    }

    /** Again and again, since nobody knows whether it is heard. */
    @Test
    void shouldTellTheLeaderOnceItIsWithinTheTermAndGoOn() {
        Confirmations leaders = new Confirmations(new ClusterContext().node(1).members(context.members));
        Subscription leader = aeron.addSubscription(context.members.get(1).consensusChannel(), STREAM);
        RequestVoteDecoder heard = new RequestVoteDecoder();
        int[] words = {0};
        Runnable hear = () -> {
            idle.idle(0);
            leader.poll(
                    (buffer, offset, length, header) -> {
                        heard.wrapAndApplyHeader(buffer, offset, new MessageHeaderDecoder());
                        assertTrue(WithinTerm.is(heard));
                        leaders.enter(heard.candidateMemberId(), heard.candidateTermId());
                        words[0]++;
                    },
                    1);
        };
        say(lead(VOTED));
        aeronHears(1);
        Eventually.within(PATIENCE, "the way is open", () -> {
            hear.run();
            return leader.imageCount() == 1;
        });
        assertEquals(0, words[0], "it isn't within the term");

        follows = VOTED;
        Eventually.within(PATIENCE, "it is said", () -> {
            hear.run();
            return words[0] == 1;
        });
        leaders.confirm(0, VOTED, 100);
        assertTrue(leaders.cover(VOTED, 100));
        hear.run();
        assertEquals(1, words[0]);

        nowNs += context.heartbeatNs();
        Eventually.within(PATIENCE, "it is said again", () -> {
            hear.run();
            return words[0] == 2;
        });
    }

    @Test
    void shouldHearWhoLeadsInWhichTerm() {
        say(lead(5));
        aeronHears(1);
        election = ElectionState.FOLLOWER_REPLAY;
        idle.idle(0);
        assertEquals("1 in 5", refused);
    }

    @Test
    void shouldGoOnWhereALeaderOfTheTermOfTheVoteIsHeard() {
        say(lead(VOTED));
        aeronHears(1);
        election = ElectionState.FOLLOWER_REPLAY;
        idle.idle(0);
        assertEquals("", refused);
    }

    /** The memory of its counters is gone then. */
    @Test
    void shouldIdleOnBehindTheEndOfItsClient() {
        confirmations.enter(1, 5);
        say(append(1, 5, 100, 0));
        aeronHears(1);
        aeron.close();

        idle.idle(0);
        idle.reset();

        assertFalse(confirmations.cover(5, 0));
    }

    private void aeronHears(int messages) {
        int[] heard = {0};
        Eventually.within(PATIENCE, "it is heard", () -> {
            heard[0] += aerons.poll((buffer, offset, length, header) -> {}, messages - heard[0]);
            return heard[0] == messages;
        });
    }

    private void say(UnsafeBuffer message) {
        Eventually.within(PATIENCE, "it is said", () -> members.offer(message) > 0);
    }
}
