package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.cluster.Envelope.HandOverOrder;
import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.engine.LogMark;
import bankroll.testkit.Eventually;
import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.Subscription;
import io.aeron.cluster.client.ClusterException;
import io.aeron.cluster.service.Cluster;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.Header;
import io.aeron.protocol.DataHeaderFlyweight;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.AgentTerminationException;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** What the log's thread makes of what the log brings, turn by turn. */
class LogServiceTurnsTest {
    private static final LogMark BEGAN = new LogMark(3, 4, 5);
    private static final LogMark MARK = new LogMark(7, 8, 9);
    private static final long POSITION = 4_096;
    private static final int STREAM = 7;

    private final List<String> events = new ArrayList<>();
    private final List<HandOverOrder> orders = new ArrayList<>();
    private int roleChanges;
    private Throwable failure;
    private RuntimeException thrown;
    private final Deque<Runnable> whileItWaits = new ArrayDeque<>();
    private final Confirmations confirmations = new Confirmations(
            new ClusterContext().node(0).members(Collections.nCopies(3, new MemberAddress("h", 9010))));
    private long leadsIn = 12;
    private boolean isProved;
    private final LogService service = started(null);

    private LogService started(Image snapshot) {
        LogService started = new LogService(
                new Engine(),
                TimeUnit.HOURS.toNanos(1),
                BEGAN,
                orders::add,
                () -> roleChanges++,
                confirmations,
                term -> term == leadsIn);
        Cluster cluster = (Cluster) Proxy.newProxyInstance(
                Cluster.class.getClassLoader(),
                new Class<?>[] {Cluster.class},
                (itself, method, arguments) -> method.getName().equals("logPosition") ? POSITION : new Waiting());
        started.onStart(cluster, snapshot);
        return started;
    }

    /** What happens meanwhile, one by one. */
    private final class Waiting implements IdleStrategy {
        @Override
        public void idle() {
            Runnable next = whileItWaits.poll();
            if (next != null) {
                next.run();
            }
        }

        @Override
        public void reset() {
            // it waits as it did
        }

        @Override
        public void idle(int workCount) {
            // there is work
        }
    }

    @Test
    void shouldHaveBegunATermOnceItHasReadThatItBeginsAndItsJournalIsProved() {
        isProved = true;
        assertFalse(service.hasBegun(POSITION - 1));
        service.doBackgroundWork(0);

        assertTrue(service.hasBegun(POSITION - 1));
        assertFalse(service.hasBegun(POSITION), "it has not read it");
        isProved = false;
        assertFalse(service.hasBegun(POSITION - 1));
    }

    /** Whoever begins at the mark doesn't read what is before it, as what proves its journal. */
    @Test
    void shouldLetNoMarkComeBeforeItsTermsFirstEntry() {
        PartedMessage.Offer parts = new PartedMessage.Offer();
        isProved = true;
        service.onNewLeadershipTermEvent(12, POSITION, 0, POSITION, 0, 0, TimeUnit.MILLISECONDS, 0);

        assertTrue(service.mayMark(12, parts));
        assertFalse(service.mayMark(13, parts), "it has not read that the term begins");
        isProved = false;
        assertFalse(service.mayMark(12, parts));
        isProved = true;
        assertTrue(parts.admit(12, 0, false, false));
        assertFalse(service.mayMark(12, parts), "a long message is on its way");
    }

    /** An engine that notes what it is asked for. */
    private final class Engine extends QuietMember {
        @Override
        public LogMark recovered() {
            return BEGAN;
        }

        @Override
        public void begin(LogMark mark) {
            events.add("begin behind " + mark.sequence());
        }

        @Override
        public boolean take(DirectBuffer buffer, int offset, int length, long timestampMs) {
            if (thrown != null) {
                throw thrown;
            }
            byte[] text = new byte[length];
            buffer.getBytes(offset, text);
            events.add("take " + new String(text, StandardCharsets.US_ASCII) + " at " + timestampMs);
            return true;
        }

        @Override
        public void beginTerm(long term) {
            events.add("term " + term);
        }

        @Override
        public boolean isProved() {
            return isProved;
        }

        @Override
        public void endLead() {
            events.add("lead ended");
        }

        @Override
        public void turn() {
            events.add("turn");
        }

        @Override
        public LogMark mark() {
            return MARK;
        }

        @Override
        public boolean isForced(LogMark mark) {
            events.add("force up to " + mark.sequence());
            return true;
        }

        @Override
        public void fail(Throwable cause) {
            failure = cause;
        }
    }

    @Test
    void shouldGiveTheEngineItsMessagesAndCountThem() {
        give(Envelope.MESSAGE, BEGAN, "one");
        give(Envelope.MESSAGE, BEGAN, "two");
        service.doBackgroundWork(0);

        assertEquals(List.of("begin behind 3", "take one at 1000", "take two at 1000", "turn"), events);
        assertEquals(2, service.taken);
        assertEquals(POSITION, service.position);
    }

    /** Else it would answer for what can be lost: Aeron counts what a member that comes back has of an older term. */
    @Test
    void shouldTakeNothingWhileItLeadsBeforeAnotherMemberHasConfirmedIt() {
        lead();
        whileItWaits.add(() -> confirmations.confirm(1, 11, 2 * POSITION));
        whileItWaits.add(() -> confirmations.confirm(2, 12, POSITION - 1));
        whileItWaits.add(() -> confirmations.enter(1, 12));
        whileItWaits.add(() -> {
            assertEquals(List.of(), events);
            confirmations.confirm(1, 12, POSITION);
        });

        give(Envelope.MESSAGE, BEGAN, "one");

        assertEquals(List.of("take one at 1000"), events);
        assertEquals(0, whileItWaits.size());
    }

    @Test
    void shouldEndTheNodeThatLosesTheLeadBeforeItsLastMessageIsConfirmed() {
        lead();
        whileItWaits.add(() -> leadsIn = 13);

        assertThrows(AgentTerminationException.class, () -> give(Envelope.MESSAGE, BEGAN, "one"));

        assertEquals(ExitCode.IO, ((ConditionException) failure).exitCode());
        assertTrue(failure.getMessage().contains("has lost the lead before"), failure::getMessage);
        assertEquals(List.of(), events);
    }

    /** Its engine may be a moment behind: members speak of the next term before the last one's messages are taken. */
    @Test
    void shouldTakeWhatWasConfirmedBeforeThisNodeWasElectedAgain() {
        lead();
        confirmations.enter(1, 12);
        confirmations.confirm(1, 12, POSITION);
        confirmations.confirm(1, 13, 2 * POSITION);
        leadsIn = 13;

        give(Envelope.MESSAGE, BEGAN, "one");

        assertEquals(List.of("take one at 1000"), events);
    }

    /** No log could go on behind it, should it be lost. */
    @Test
    void shouldMakeNoMarkWhileItLeadsBeforeAnotherMemberHasConfirmedIt() {
        lead();
        whileItWaits.add(() -> leadsIn = 13);

        assertThrows(AgentTerminationException.class, () -> service.onTakeSnapshot(null));

        assertEquals(ExitCode.IO, ((ConditionException) failure).exitCode());
        assertEquals(List.of(), events);
    }

    private void lead() {
        beginTerm(12, 0);
        service.onRoleChange(Cluster.Role.LEADER);
        events.clear();
    }

    @Test
    void shouldForceTheJournalOnceASecond() {
        events.clear();
        long secondNs = TimeUnit.SECONDS.toNanos(1);
        service.doBackgroundWork(secondNs);
        service.doBackgroundWork(secondNs + 1);
        service.doBackgroundWork(2 * secondNs + 1);
        service.doBackgroundWork(2 * secondNs + 2);

        assertEquals(List.of("turn", "turn", "force up to 7", "turn", "turn", "force up to 7"), events);
    }

    @Test
    void shouldGiveAMessageThatCameInPartsAsOne() {
        part("abcd", 6, 0);
        part("ef", 6, 4);

        assertEquals(List.of("begin behind 3", "take abcdef at 1000"), events);
        assertEquals(1, service.partedEnds());

        part("gh", 2, 0);
        assertEquals("take gh at 1000", events.get(2));
        assertEquals(2, service.partedEnds());
    }

    /** Who had sent its beginning leads no longer. */
    @Test
    void shouldForgetPartsAtANewTerm() {
        part("abcd", 6, 0);
        beginTerm(12, 2);
        assertEquals(1, service.partedEnds());
        part("ef", 6, 4);

        assertEquals(List.of("begin behind 3", "term 12"), events);
        assertEquals(2, service.leader);
        beginTerm(13, 0);
        assertEquals(0, service.leader);
        assertEquals(1, service.partedEnds(), "there was none");
    }

    @Test
    void shouldSayWhetherThisNodeLeadsAndTellOfEachChange() {
        service.onRoleChange(Cluster.Role.LEADER);
        assertTrue(service.leads);
        assertEquals(1, roleChanges);

        assertFalse(events.contains("lead ended"), events::toString);

        service.onRoleChange(Cluster.Role.CANDIDATE);
        assertFalse(service.leads);
        assertEquals(2, roleChanges);
        assertEquals("lead ended", events.get(events.size() - 1), "what it reads from now on may not stay");

        service.onRoleChange(Cluster.Role.LEADER);
        service.onTerminate(null);
        assertFalse(service.leads, "it ends");
    }

    @Test
    void shouldTellWhoIsToLead() {
        HandOverOrder order = new HandOverOrder(2, 12);
        UnsafeBuffer message = new UnsafeBuffer(new byte[Envelope.BYTES + HandOverOrder.BYTES]);
        Envelope.put(message, Envelope.HAND_OVER, BEGAN, 1_000);
        order.put(new UnsafeBuffer(message, Envelope.BYTES, HandOverOrder.BYTES));
        give(message);

        assertEquals(List.of(order), orders);
        assertEquals(List.of("begin behind 3"), events);
    }

    @Test
    void shouldEndTheNodeOnAMessageOfAnotherVersion() {
        assertThrows(AgentTerminationException.class, () -> give(Envelope.PART + 1, BEGAN, "one"));

        assertEquals("a message of 27 bytes in the log is none of this program's version", failure.getMessage());
    }

    @Test
    void shouldEndTheNodeWhoseLogBeganWithAnotherLedger() {
        assertThrows(AgentTerminationException.class, () -> give(Envelope.MESSAGE, new LogMark(3, 5, 5), "one"));

        assertEquals(ExitCode.DAMAGE, ((ConditionException) failure).exitCode());
        assertTrue(failure.getMessage().contains("they did not begin with the same ledger"), failure::getMessage);
        assertEquals(List.of("begin behind 3"), events);
    }

    @Test
    void shouldTakeItForNoFailureThatAeronEndsTheThread() {
        thrown = new AgentTerminationException();

        assertThrows(AgentTerminationException.class, () -> give(Envelope.MESSAGE, BEGAN, "one"));
        assertNull(failure);
    }

    @Test
    void shouldGoOnFromAMarkAndWithWhoLedThen() {
        try (MediaDriver driver = driver();
                Aeron aeron = aeron(driver);
                Subscription archive = aeron.addSubscription("aeron:ipc", STREAM);
                ExclusivePublication mark = aeron.addExclusivePublication("aeron:ipc", STREAM)) {
            beginTerm(12, 2);
            part("abcd", 6, 0);
            events.clear();
            service.onTakeSnapshot(mark);
            assertEquals(List.of("force up to 7"), events);
            assertEquals(MARK, service.lastMark);
            assertEquals(1, service.partedEnds(), "whoever reads the mark has no parts");

            LogService next = started(image(archive));
            assertEquals("begin behind 7", events.get(1));
            assertEquals(MARK, next.lastMark);
            assertEquals(2, next.leader);
        }
    }

    @Test
    void shouldKnowNoLeaderFromAMarkOfAnEarlierBuild() {
        try (MediaDriver driver = driver();
                Aeron aeron = aeron(driver);
                Subscription archive = aeron.addSubscription("aeron:ipc", STREAM);
                ExclusivePublication mark = aeron.addExclusivePublication("aeron:ipc", STREAM)) {
            UnsafeBuffer bytes = new UnsafeBuffer(new byte[LogMark.BYTES]);
            MARK.put(bytes, 0);
            Eventually.within(Duration.ofSeconds(20), "it is written", () -> mark.offer(bytes) > 0);

            LogService next = started(image(archive));
            assertEquals(MARK, next.lastMark);
            assertEquals(-1, next.leader);
        }
    }

    @Test
    void shouldEndTheNodeWhoseArchiveDoesNotTakeTheMark() {
        try (MediaDriver driver = driver();
                Aeron aeron = aeron(driver)) {
            ExclusivePublication mark = aeron.addExclusivePublication("aeron:ipc", STREAM);
            mark.close();

            assertThrows(AgentTerminationException.class, () -> service.onTakeSnapshot(mark));
            assertEquals(ClusterException.class, failure.getClass());
            assertNull(service.lastMark);
        }
    }

    private static MediaDriver driver() {
        return MediaDriver.launchEmbedded(
                new MediaDriver.Context().threadingMode(ThreadingMode.SHARED).dirDeleteOnShutdown(true));
    }

    private static Aeron aeron(MediaDriver driver) {
        return Aeron.connect(new Aeron.Context().aeronDirectoryName(driver.aeronDirectoryName()));
    }

    private static Image image(Subscription archive) {
        Eventually.within(Duration.ofSeconds(20), "it is there", () -> archive.imageCount() == 1);
        return archive.imageAtIndex(0);
    }

    private void beginTerm(long term, int leader) {
        service.onNewLeadershipTermEvent(term, 0, 0, 0, leader, 0, TimeUnit.MILLISECONDS, 0);
    }

    private void give(int kind, LogMark began, String text) {
        UnsafeBuffer message = new UnsafeBuffer(new byte[Envelope.BYTES + text.length()]);
        Envelope.put(message, kind, began, 1_000);
        message.putBytes(Envelope.BYTES, text.getBytes(StandardCharsets.US_ASCII));
        give(message);
    }

    private void part(String text, int whole, int begin) {
        UnsafeBuffer message = new UnsafeBuffer(new byte[Envelope.PART_BYTES + text.length()]);
        Envelope.putPart(message, BEGAN, 1_000, whole, begin);
        message.putBytes(Envelope.PART_BYTES, text.getBytes(StandardCharsets.US_ASCII));
        give(message);
    }

    private void give(UnsafeBuffer message) {
        service.onSessionMessage(null, 0, message, 0, message.capacity(), header());
    }

    /** Of a message that ends at the position. */
    private static Header header() {
        DataHeaderFlyweight frame =
                new DataHeaderFlyweight(new UnsafeBuffer(new byte[DataHeaderFlyweight.HEADER_LENGTH]));
        frame.termOffset((int) POSITION - DataHeaderFlyweight.HEADER_LENGTH)
                .frameLength(DataHeaderFlyweight.HEADER_LENGTH);
        Header header = new Header(0, 16);
        header.buffer(new UnsafeBuffer(frame));
        return header;
    }
}
