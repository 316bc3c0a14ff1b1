package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.cluster.ClusterContext.SteadyClock;
import bankroll.testkit.Eventually;
import bankroll.testkit.FreeMembers;
import io.aeron.Aeron;
import io.aeron.Subscription;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.codecs.CanvassPositionDecoder;
import io.aeron.cluster.codecs.MessageHeaderDecoder;
import io.aeron.cluster.codecs.RequestVoteDecoder;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What others hear of a node that refuses a leader, and what that node itself. */
class LeaderRefusalTest {
    private static final int STREAM = ConsensusModule.Configuration.CONSENSUS_STREAM_ID_DEFAULT;
    private static final String GONE = "gone.invalid";

    @TempDir
    private Path directory;

    private final ClusterContext context = new ClusterContext()
            .node(0)
            .members(Stream.of((FreeMembers.next(2) + "," + GONE + ":9010").split(","))
                    .map(MemberAddress::of)
                    .toList());
    private final List<Throwable> faults = new ArrayList<>();
    private final LeaderRefusal refusal = new LeaderRefusal(context, faults::add);
    private MediaDriver driver;
    private Aeron aeron;
    private Subscription own;
    private Subscription leader;

    @BeforeEach
    void begin() {
        context.buffers = directory;
        driver = MediaDriver.launch(new MediaDriver.Context()
                .aeronDirectoryName(context.aeronDirectory())
                .epochClock(SteadyClock.INSTANCE)
                .nameResolver((name, parameter, isReresolution) -> name.equals(GONE) ? null : loopback())
                .threadingMode(ThreadingMode.SHARED)
                .errorHandler(unknownName -> {})
                .dirDeleteOnShutdown(true));
        aeron = Aeron.connect(context.driverClient(faults::add));
        own = aeron.addSubscription(context.own().consensusChannel(), STREAM);
        leader = aeron.addSubscription(context.members.get(1).consensusChannel(), STREAM);
    }

    private static InetAddress loopback() {
        return InetAddress.getLoopbackAddress();
    }

    @AfterEach
    void end() {
        aeron.close();
        driver.close();
    }

    /** Aeron hears the one where it leads, the other where it was chosen and waits for followers. Nobody grants that vote. */
    @Test
    void shouldTellTheEarlierLeaderOfTheLaterTermAndStartleItself() {
        refusal.refuse(1, 5, 6);
        assertEquals(
                List.of("vote in 6 for 1, whose log is of 5, 0 bytes", "log of 6, 0 bytes, of 0"), heard(leader, 2));
        assertEquals(List.of("of no schema of Aeron's"), heard(own, 1));
        assertEquals(List.of(), faults);
    }

    /** A leader that isn't told goes on, and this node comes to the same place again and again. */
    @Test
    void shouldTellTheFirstMemberToo() {
        ClusterContext second = new ClusterContext().node(1).members(context.members);
        second.buffers = directory;
        new LeaderRefusal(second, faults::add).refuse(0, 5, 6);
        assertEquals(List.of("vote in 6 for 0, whose log is of 5, 0 bytes", "log of 6, 0 bytes, of 1"), heard(own, 2));
        assertEquals(List.of(), faults);
    }

    @Test
    void shouldStartleItselfWhereNobodyIsKnownToLead() {
        refusal.refuse(-1, 5, 6);
        refusal.refuse(3, 5, 6);
        heard(own, 2);
        assertEquals(List.of(), faults);
    }

    /** Then the node ends before it confirms. */
    @Test
    void shouldReturnWhereTheEarlierLeaderCanNotBeTold() {
        refusal.refuse(2, 5, 6);
        assertEquals(1, faults.size(), faults::toString);
    }

    private static List<String> heard(Subscription at, int messages) {
        List<String> heard = new ArrayList<>();
        Eventually.within(Duration.ofSeconds(20), "it is told", () -> {
            at.poll((buffer, offset, length, header) -> heard.add(said(buffer, offset)), 1);
            return heard.size() == messages;
        });
        assertEquals(0, at.poll((buffer, offset, length, header) -> {}, 1), "told once");
        return heard;
    }

    private static String said(DirectBuffer buffer, int offset) {
        MessageHeaderDecoder head = new MessageHeaderDecoder().wrap(buffer, offset);
        if (head.schemaId() != MessageHeaderDecoder.SCHEMA_ID) {
            return "of no schema of Aeron's";
        }
        if (head.templateId() == RequestVoteDecoder.TEMPLATE_ID) {
            var asked = new RequestVoteDecoder().wrapAndApplyHeader(buffer, offset, head);
            return "vote in " + asked.candidateTermId() + " for " + asked.candidateMemberId() + ", whose log is of "
                    + asked.logLeadershipTermId() + ", " + asked.logPosition() + " bytes";
        }
        var log = new CanvassPositionDecoder().wrapAndApplyHeader(buffer, offset, head);
        return "log of " + log.logLeadershipTermId() + ", " + log.logPosition() + " bytes, of "
                + log.followerMemberId();
    }
}
