package bankroll.cluster;

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
import io.aeron.cluster.codecs.AppendPositionEncoder;
import io.aeron.cluster.codecs.CanvassPositionEncoder;
import io.aeron.cluster.codecs.MessageHeaderEncoder;
import io.aeron.cluster.codecs.NewLeadershipTermEncoder;
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
import org.junit.jupiter.api.Timeout;

/** What is heard beside a consensus module, which this test plays. */
@Timeout(60)
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
        Overheard overheard = new Overheard(context, aeron, confirmations, vote);
        Runnable look = () -> {
            overheard.listen();
            vote.look();
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

        aeronHears(3);
        idle.idle(0);

        assertTrue(confirmations.cover(5, 100));
        assertFalse(confirmations.cover(5, 101));
    }

    @Test
    void shouldHearToTheSameMessageAsAeron() {
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

    private static UnsafeBuffer append(int member, long term, long position, int flags) {
        UnsafeBuffer message = new UnsafeBuffer(new byte[64]);
        new AppendPositionEncoder()
                .wrapAndApplyHeader(message, 0, new MessageHeaderEncoder())
                .leadershipTermId(term)
                .logPosition(position)
                .followerMemberId(member)
                .flags((short) flags);
        return message;
    }

    private static UnsafeBuffer canvass(int member, long term, long position) {
        UnsafeBuffer message = new UnsafeBuffer(new byte[64]);
        new CanvassPositionEncoder()
                .wrapAndApplyHeader(message, 0, new MessageHeaderEncoder())
                .logLeadershipTermId(term)
                .logPosition(position)
                .leadershipTermId(term)
                .followerMemberId(member);
        return message;
    }

    private static UnsafeBuffer lead(long term) {
        UnsafeBuffer message = new UnsafeBuffer(new byte[256]);
        new NewLeadershipTermEncoder()
                .wrapAndApplyHeader(message, 0, new MessageHeaderEncoder())
                .leadershipTermId(term)
                .leaderMemberId(1);
        return message;
    }
}
