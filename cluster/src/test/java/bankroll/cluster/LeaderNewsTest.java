package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.engine.CommandLog;
import bankroll.testkit.Eventually;
import bankroll.testkit.FreeMembers;
import io.aeron.Aeron;
import io.aeron.AeronCounters;
import io.aeron.ExclusivePublication;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a leader tells the others past the log, and for how long that is good. */
class LeaderNewsTest {
    private static final long TERM = 7;
    private static final long EVERY_NS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long GOOD_FOR_NS = TimeUnit.SECONDS.toNanos(3);
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final List<MemberAddress> members =
            Arrays.stream(FreeMembers.next(3).split(",")).map(MemberAddress::of).toList();
    private final List<Throwable> faults = new ArrayList<>();
    private final List<Long> heardMs = new ArrayList<>();
    private volatile long nowNs = TimeUnit.DAYS.toNanos(1);
    private final LeaderNews leader = news(0);
    private final LeaderNews follower = news(1);
    private final Journal journal = new Journal();
    private MediaDriver driver;
    private Aeron aeron;

    /** The engine of either: how long its journal is, and which time it has. */
    private final class Journal extends QuietMember {
        private long sequence = 41;
        private long timeMs = 1_000;

        @Override
        public long toldTimeMs() {
            return timeMs;
        }

        @Override
        public void hearTime(long leaderMs) {
            heardMs.add(leaderMs);
        }

        @Override
        public long sequence() {
            return sequence;
        }

        @Override
        public void fail(Throwable cause) {
            faults.add(cause);
        }
    }

    private LeaderNews news(int node) {
        ClusterContext context =
                new ClusterContext().dataDirectory(Path.of("data")).node(node).members(members);
        return new LeaderNews(context, faults::add, () -> nowNs);
    }

    @BeforeEach
    void connect() {
        driver = MediaDriver.launchEmbedded(
                new MediaDriver.Context().threadingMode(ThreadingMode.SHARED).dirDeleteOnShutdown(true));
        aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(driver.aeronDirectoryName()));
    }

    @AfterEach
    void close() {
        leader.close();
        follower.close();
        aeron.close();
        driver.close();
        assertEquals(List.of(), faults);
    }

    @Test
    void shouldKnowNothingThatItHasNotHeard() {
        assertEquals(LeaderNews.UNKNOWN, follower.entryOf(-1, CommandLog.NO_TERM));
        lead();

        assertEquals(41, follower.entryOf(0, TERM));
        assertEquals(LeaderNews.UNKNOWN, follower.entryOf(2, TERM));
        assertEquals(LeaderNews.UNKNOWN, follower.entryOf(0, TERM + 1));
        assertEquals(LeaderNews.UNKNOWN, leader.entryOf(0, TERM), "it isn't told what it says");
    }

    @Test
    void shouldForgetWhatIsThreeSecondsOld() {
        lead();
        assertFalse(leader.hearsLeader(), "it is the one");
        nowNs += GOOD_FOR_NS - 1;
        assertTrue(follower.hearsLeader());
        assertEquals(41, follower.entryOf(0, TERM));

        nowNs += 1;
        assertEquals(LeaderNews.UNKNOWN, follower.entryOf(0, TERM));
        assertFalse(follower.hearsLeader());
    }

    @Test
    void shouldTellFourTimesASecond() {
        List<Long> told = new ArrayList<>();
        Subscription beside = aeron.addSubscription(members.get(1).consensusChannel(), 120);
        lead();
        journal.sequence = 42;
        nowNs += EVERY_NS;
        tell(TERM);
        journal.sequence = 43;
        nowNs += 1;
        tell(TERM);
        tell(TERM);
        journal.sequence = 44;
        say();

        Eventually.within(PATIENCE, "all is heard", () -> {
            beside.poll((buffer, offset, length, header) -> told.add(buffer.getLong(offset + 16)), 1);
            return told.contains(44L);
        });
        assertEquals(List.of(43L, 44L), told.subList(told.size() - 2, told.size()));
        assertFalse(told.contains(42L), "it is too early");
        assertEquals(told.indexOf(43L), told.lastIndexOf(43L));
    }

    @Test
    void shouldTellOnlyWhileItLeads() {
        lead();
        nowNs += EVERY_NS + 1;
        tell(CommandLog.NO_TERM);
        journal.sequence = 50;
        Eventually.within(PATIENCE, "it is heard in the next term", () -> {
            nowNs += EVERY_NS + 1;
            tell(TERM + 2);
            hear();
            return follower.entryOf(0, TERM + 2) != LeaderNews.UNKNOWN;
        });

        assertEquals(50, follower.entryOf(0, TERM + 2));
        assertEquals(LeaderNews.UNKNOWN, follower.entryOf(0, TERM));
    }

    @Test
    void shouldHearTheTimeOfWhoLeads() {
        lead();
        assertEquals(1_000, heardMs.get(0));
        heardMs.clear();

        journal.timeMs = 0;
        say();
        hearOnce(0, CommandLog.NO_TERM);
        assertEquals(List.of(), heardMs, "it says none");
        journal.timeMs = 2_000;
        say();
        hearOnce(2, CommandLog.NO_TERM);
        assertEquals(List.of(), heardMs, "another leads");
        say();
        hearOnce(0, TERM + 1);
        assertEquals(List.of(), heardMs, "who leads has its own");

        say();
        hearOnce(0, CommandLog.NO_TERM);
        assertEquals(List.of(2_000L), heardMs);
        follower.turn(aeron, CommandLog.NO_TERM, 0, journal);
        assertEquals(List.of(2_000L), heardMs, "it is said once");
    }

    @Test
    void shouldPassOverWhatAnotherVersionSays() {
        lead();
        try (ExclusivePublication other =
                aeron.addExclusivePublication(members.get(1).consensusChannel(), 120)) {
            for (int[] version : new int[][] {{3, 32}, {2, 40}}) {
                UnsafeBuffer message = new UnsafeBuffer(new byte[version[1]]);
                message.putInt(0, version[0], ByteOrder.LITTLE_ENDIAN);
                message.putLong(16, 99, ByteOrder.LITTLE_ENDIAN);
                Eventually.within(PATIENCE, "it is said", () -> other.offer(message) > 0);
                hearOnce(0, CommandLog.NO_TERM);
                assertEquals(41, follower.entryOf(0, TERM));
            }
        }
    }

    /** Begins to lead; the follower has heard all that was said. */
    private void lead() {
        hear();
        tell(TERM);
        Eventually.within(PATIENCE, "the follower is reached", this::isReached);
        say();
        Eventually.within(PATIENCE, "it has heard", () -> {
            hear();
            return follower.entryOf(0, TERM) == journal.sequence;
        });
    }

    private boolean isReached() {
        CountersReader ofDriver = aeron.countersReader();
        boolean[] isReached = {false};
        ofDriver.forEach((id, type, key, label) ->
                isReached[0] |= type == AeronCounters.DRIVER_SENDER_LIMIT_TYPE_ID && ofDriver.getCounterValue(id) > 0);
        return isReached[0];
    }

    private void say() {
        nowNs += EVERY_NS + 1;
        tell(TERM);
    }

    private void tell(long term) {
        leader.turn(aeron, term, 0, journal);
    }

    private void hear() {
        follower.turn(aeron, CommandLog.NO_TERM, 0, journal);
    }

    /** Until something comes. */
    private void hearOnce(int led, long leads) {
        Eventually.within(PATIENCE, "something comes", () -> follower.turn(aeron, leads, led, journal) > 0);
    }
}
