package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.engine.CommandLog;
import bankroll.testkit.Eventually;
import bankroll.testkit.FreeMembers;
import io.aeron.Aeron;
import io.aeron.Subscription;
import io.aeron.cluster.ConsensusModule;
import io.aeron.driver.DefaultNameResolver;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.NameResolverAgent;
import io.aeron.driver.ThreadingMode;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.agrona.concurrent.NoOpLock;
import org.junit.jupiter.api.Test;

/** What members tell past the log, over a driver that doesn't find the name of one. */
class LostNameTest {
    private static final long TERM = 3;
    private static final long ENTRY = 42;
    private static final String GONE = "gone.invalid";

    private final CountDownLatch isFound = new CountDownLatch(1);
    /** Was known before. */
    private volatile boolean isForgotten;

    private final List<Throwable> faults = new CopyOnWriteArrayList<>();
    private final List<MemberAddress> members = new ArrayList<>(
            Arrays.stream(FreeMembers.next(3).split(",")).map(MemberAddress::of).toList());
    private final MemberAddress gone =
            members.set(2, new MemberAddress(GONE, members.get(2).port()));
    /** Its journal's last entry is all that is told of it. */
    private final CommandLog.Member member = new QuietMember() {
        @Override
        public long sequence() {
            return ENTRY;
        }

        @Override
        public void fail(Throwable cause) {
            faults.add(cause);
        }
    };

    /** It is the first thing that a new leader does, and its bookings wait behind it. */
    @Test
    void shouldTellTheOthersWhileTheNameOfOneIsLookedUp() {
        LeaderNews leader = new LeaderNews(context(0), faults::add);
        LeaderNews follower = new LeaderNews(context(1), faults::add);
        try (MediaDriver driver = driver(new Slow());
                Aeron leads = client(driver);
                Aeron follows = client(driver)) {
            follower.turn(follows, CommandLog.NO_TERM, 0, member);
            Eventually.within(Duration.ofSeconds(30), "it is not heard", () -> {
                leader.turn(leads, TERM, 0, member);
                leads.conductorAgentInvoker().invoke();
                follower.turn(follows, CommandLog.NO_TERM, 0, member);
                follows.conductorAgentInvoker().invoke();
                return follower.entryOf(0, TERM) == ENTRY;
            });

            assertEquals(List.of(), faults);
            isFound.countDown();
            leader.turn(leads, CommandLog.NO_TERM, 0, member);
            leader.close();
            follower.close();
        }
    }

    /** As Aeron itself, which has looked up all of them at its start. */
    @Test
    void shouldTellALeaderWhoseNameIsNoLongerFoundThatItIsWithinItsTerm() {
        WithinTerm within = new WithinTerm(context(1), () -> TERM, System::nanoTime, faults::add);
        try (MediaDriver driver = driver(new Forgetful());
                Aeron follows = client(driver);
                Subscription leader = follows.addSubscription(
                        gone.consensusChannel(), ConsensusModule.Configuration.CONSENSUS_STREAM_ID_DEFAULT)) {
            Eventually.within(Duration.ofSeconds(30), "no name is looked up", () -> {
                within.look(follows);
                return isForgotten;
            });

            within.hear(2, TERM);
            Eventually.within(Duration.ofSeconds(30), "it is not heard", () -> {
                within.look(follows);
                follows.conductorAgentInvoker().invoke();
                return leader.poll((buffer, offset, length, header) -> {}, 1) > 0;
            });
            assertEquals(List.of(), faults);
        }
    }

    private ClusterContext context(int node) {
        return new ClusterContext()
                .dataDirectory(Path.of("data"))
                .node(node)
                .members(members)
                .conclude();
    }

    private static MediaDriver driver(NameResolverAgent names) {
        return MediaDriver.launchEmbedded(new MediaDriver.Context()
                .threadingMode(ThreadingMode.SHARED)
                .nameResolver(names)
                .dirDeleteOnShutdown(true));
    }

    /** It has no answer yet where that machine is. */
    private final class Slow extends DefaultNameResolver {
        @Override
        public InetAddress resolve(String name, String parameter, boolean isAgain) {
            if (!name.equals(GONE)) {
                return super.resolve(name, parameter, isAgain);
            }
            try {
                isFound.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return null;
        }
    }

    /** It knows for once where that machine is. */
    private final class Forgetful extends DefaultNameResolver {
        @Override
        public InetAddress resolve(String name, String parameter, boolean isAgain) {
            if (!name.equals(GONE)) {
                return super.resolve(name, parameter, isAgain);
            }
            InetAddress found = isForgotten ? null : InetAddress.getLoopbackAddress();
            isForgotten = true;
            return found;
        }
    }

    /** As the ingress' is. */
    private static Aeron client(MediaDriver driver) {
        return Aeron.connect(new Aeron.Context()
                .aeronDirectoryName(driver.aeronDirectoryName())
                .useConductorAgentInvoker(true)
                .clientLock(NoOpLock.INSTANCE));
    }
}
