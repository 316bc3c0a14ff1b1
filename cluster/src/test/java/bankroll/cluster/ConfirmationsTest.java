package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.testkit.Eventually;
import bankroll.testkit.FreeMembers;
import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.codecs.AppendPositionEncoder;
import io.aeron.cluster.codecs.CanvassPositionEncoder;
import io.aeron.cluster.codecs.MessageHeaderEncoder;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.YieldingIdleStrategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What counts as confirmed on most nodes. */
@Timeout(60)
class ConfirmationsTest {
    private final Confirmations three = new Confirmations(members(3));

    private static ClusterContext members(int count) {
        List<MemberAddress> members = Stream.of(FreeMembers.next(5).split(","))
                .limit(count)
                .map(MemberAddress::of)
                .toList();
        return new ClusterContext().node(0).members(members);
    }

    @Test
    void shouldTakeForConfirmedWhatOneOfTwoOthersHasAndNoByteMore() {
        assertFalse(three.cover(5, 0));

        three.confirm(1, 5, 100);

        assertTrue(three.cover(5, 100));
        assertFalse(three.cover(5, 101));
        three.confirm(2, 5, 90);
        assertTrue(three.cover(5, 100), "that the other one has less takes nothing back");
        three.confirm(2, 5, 130);
        assertTrue(three.cover(5, 130));
    }

    /** It will be cut off: whoever comes back may have led before. */
    @Test
    void shouldNotCountWhatAMemberHasOfAnOlderTerm() {
        three.confirm(1, 5, 100);
        three.confirm(2, 4, 1_000);

        assertFalse(three.cover(5, 101));
        assertFalse(three.cover(4, 100));
    }

    @Test
    void shouldTellApartWhatWasConfirmedInTwoTermsAndForgetOlderOnes() {
        three.confirm(1, 5, 100);
        three.confirm(2, 6, 70);

        assertTrue(three.cover(5, 100), "the engine may not have taken it yet");
        assertFalse(three.cover(5, 101));
        assertTrue(three.cover(6, 70));
        assertFalse(three.cover(6, 71), "the other one hasn't said yet what it has in this term");

        three.confirm(1, 7, 60);
        assertFalse(three.cover(5, 100));
        assertTrue(three.cover(6, 70));
        assertFalse(three.cover(6, 71));
    }

    @Test
    void shouldKeepToWhatWasConfirmedOnce() {
        three.confirm(1, 5, 100);
        three.confirm(1, 5, 60);

        assertTrue(three.cover(5, 100));
    }

    @Test
    void shouldCountNoneButTheOtherMembers() {
        for (int nobody : new int[] {-1, 0, 3}) {
            three.confirm(nobody, 5, 100);
        }

        assertFalse(three.cover(5, 100));
    }

    @Test
    void shouldWaitForTwoOfFourOthers() {
        Confirmations five = new Confirmations(members(5));
        five.confirm(3, 5, 100);
        assertFalse(five.cover(5, 1));

        five.confirm(1, 5, 80);
        assertTrue(five.cover(5, 80));
        assertFalse(five.cover(5, 81));

        five.confirm(4, 5, 90);
        assertTrue(five.cover(5, 90));
        assertFalse(five.cover(5, 91));
    }

    /** Aeron counts all three for the end of its log. */
    @Test
    void shouldHearWhoFollowsAndNotWhoComesBackOrCatchesUp() {
        ClusterContext context = members(3);
        Confirmations confirmations = new Confirmations(context);
        try (MediaDriver driver = MediaDriver.launchEmbedded(new MediaDriver.Context()
                        .threadingMode(ThreadingMode.SHARED)
                        .dirDeleteOnShutdown(true));
                Aeron aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(driver.aeronDirectoryName()));
                ExclusivePublication members = aeron.addExclusivePublication(
                        context.own().consensusChannel(), ConsensusModule.Configuration.CONSENSUS_STREAM_ID_DEFAULT)) {
            IdleStrategy idle = confirmations.listening(YieldingIdleStrategy.INSTANCE, () -> aeron);
            idle.idle();
            say(members, idle, canvass(1, 5, 1_000));
            say(members, idle, append(1, 5, 900, 1));
            say(members, idle, append(2, 5, 100, 0));

            Eventually.within(Duration.ofSeconds(20), "it is heard", () -> {
                idle.idle(0);
                return confirmations.cover(5, 100);
            });
            assertFalse(confirmations.cover(5, 101));
        }
    }

    private static void say(ExclusivePublication members, IdleStrategy idle, UnsafeBuffer message) {
        Eventually.within(Duration.ofSeconds(20), "it is said", () -> {
            idle.idle(0);
            return members.offer(message) > 0;
        });
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
}
