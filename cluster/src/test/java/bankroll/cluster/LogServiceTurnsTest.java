package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.cluster.Envelope.HandOverOrder;
import bankroll.cluster.Envelope.MarkOrder;
import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.engine.LogMark;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** What the log's thread makes of what the log brings, turn by turn. */
class LogServiceTurnsTest {
    private static final LogMark BEGAN = new LogMark(3, 4, 5);
    private static final LogMark MARK = new LogMark(7, 8, 9);
    private static final long POSITION = 4_096;

    private final List<String> events = new ArrayList<>();
    private final List<HandOverOrder> orders = new ArrayList<>();
    private int roleChanges;
    private final Deque<Runnable> whileItWaits = new ArrayDeque<>();
    private final Confirmations confirmations = new Confirmations(
            new ClusterContext().node(0).members(Collections.nCopies(3, new MemberAddress("h", 9010))));
    private long leadsIn = 12;
    private boolean isProved;
    private boolean isForced = true;
    private final LogService service = started(null);

    private LogService started(MarkSnapshot.Content mark) {
        LogService started = new LogService(
                new Engine(),
                TimeUnit.HOURS.toNanos(1),
                BEGAN,
                orders::add,
                () -> roleChanges++,
                confirmations,
                term -> term == leadsIn);
        started.begin(mark, this::nap);
        return started;
    }

    /** What happens meanwhile, one by one. */
    private void nap() {
        Runnable next = whileItWaits.poll();
        if (next != null) {
            next.run();
        }
    }

    @Test
    void shouldHaveBegunATermOnceItHasReadThatItBeginsAndItsJournalIsProved() {
        isProved = true;
        assertFalse(service.hasBegun(POSITION - 1));
        service.turn(0, POSITION);

        assertTrue(service.hasBegun(POSITION - 1));
        assertFalse(service.hasBegun(POSITION), "it has not read it");
        isProved = false;
        assertFalse(service.hasBegun(POSITION - 1));
    }

    /** Whoever begins at the mark doesn't read what is before it, as what proves its journal. */
    @Test
    void shouldLetNoMarkComeBeforeItsTermsFirstEntry() {
        isProved = true;
        service.beginTerm(12, 0);

        assertTrue(service.mayMark(12));
        assertFalse(service.mayMark(13), "it has not read that the term begins");
        isProved = false;
        assertFalse(service.mayMark(12));
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
            return isForced;
        }
    }

    @Test
    void shouldGiveTheEngineItsMessagesAndCountThem() {
        give(Envelope.MESSAGE, BEGAN, "one");
        give(Envelope.MESSAGE, BEGAN, "two");
        service.turn(0, POSITION);

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

        ConditionException lost = assertThrows(ConditionException.class, () -> give(Envelope.MESSAGE, BEGAN, "one"));

        assertEquals(ExitCode.IO, lost.exitCode());
        assertTrue(lost.getMessage().contains("has lost the lead before"), lost::getMessage);
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
    void shouldKeepNoMarkWhileItLeadsBeforeAnotherMemberHasConfirmedIt() {
        lead();
        MarkSnapshot mark = MarkSnapshot.of(service.mark(), 12, 0, POSITION, 0);

        confirmations.enter(1, 12);
        confirmations.confirm(1, 12, POSITION - 1);
        assertFalse(service.isSafe(mark));
        assertEquals(List.of(), events);
        confirmations.confirm(1, 12, POSITION);
        assertTrue(service.isSafe(mark));
        assertEquals(List.of("force up to 7"), events);
    }

    private void lead() {
        beginTerm(12, 0);
        service.lead(true);
        events.clear();
    }

    @Test
    void shouldForceTheJournalOnceASecond() {
        events.clear();
        long secondNs = TimeUnit.SECONDS.toNanos(1);
        service.turn(secondNs, POSITION);
        service.turn(secondNs + 1, POSITION);
        service.turn(2 * secondNs + 1, POSITION);
        service.turn(2 * secondNs + 2, POSITION);

        assertEquals(List.of("turn", "turn", "force up to 7", "turn", "turn", "force up to 7"), events);
    }

    @Test
    void shouldGiveAMessageThatCameInPartsAsOne() {
        part("abcd", 6, 0);
        part("ef", 6, 4);

        assertEquals(List.of("begin behind 3", "take abcdef at 1000"), events);

        part("gh", 2, 0);
        assertEquals("take gh at 1000", events.get(2));
    }

    /** Who had sent its beginning leads no longer. */
    @Test
    void shouldForgetPartsAtANewTerm() {
        part("abcd", 6, 0);
        beginTerm(12, 2);
        part("ef", 6, 4);

        assertEquals(List.of("begin behind 3", "term 12"), events);
        assertEquals(2, service.leader);
        beginTerm(13, 0);
        assertEquals(0, service.leader);
    }

    @Test
    void shouldPassOverAPartBehindAWholeMessage() {
        part("abcd", 6, 0);
        part("ef", 6, 4);
        part("gh", 6, 6);

        assertEquals(
                1, events.stream().filter(event -> event.startsWith("take")).count(), events::toString);
    }

    /** Whoever begins at the mark has none. */
    @Test
    void shouldForgetPartsAtAMark() {
        part("abcd", 6, 0);
        service.forgetParts();
        part("ef", 6, 4);
        part("abcd", 6, 0);
        assertTrue(order(MarkOrder::put));
        part("ef", 6, 4);

        assertEquals(List.of("begin behind 3"), events);
        assertEquals(List.of(), orders);
    }

    @Test
    void shouldSayWhetherThisNodeLeadsAndTellOfEachChange() {
        service.lead(true);
        assertTrue(service.leads);
        assertEquals(1, roleChanges);

        assertFalse(events.contains("lead ended"), events::toString);

        service.lead(false);
        assertFalse(service.leads);
        assertEquals(2, roleChanges);
        assertEquals("lead ended", events.get(events.size() - 1), "what it reads from now on may not stay");

        service.lead(true);
        service.end();
        assertFalse(service.leads, "it ends");
    }

    @Test
    void shouldTellWhoIsToLead() {
        HandOverOrder order = new HandOverOrder(2, 12);
        assertFalse(order(order::put), "it is no mark's");

        assertEquals(List.of(order), orders);
        assertEquals(List.of("begin behind 3"), events);
    }

    private boolean order(Consumer<MutableDirectBuffer> order) {
        UnsafeBuffer message = new UnsafeBuffer(new byte[Envelope.BYTES + HandOverOrder.BYTES]);
        Envelope.put(message, Envelope.ORDER, BEGAN, 1_000);
        order.accept(new UnsafeBuffer(message, Envelope.BYTES, HandOverOrder.BYTES));
        return service.take(POSITION, message, 0, message.capacity());
    }

    @Test
    void shouldEndTheNodeOnAMessageOfAnotherVersion() {
        Exception unknown = assertThrows(IllegalArgumentException.class, () -> give(Envelope.PART + 1, BEGAN, "one"));

        assertEquals("a message of 27 bytes in the log is none of this program's version", unknown.getMessage());
    }

    @Test
    void shouldEndTheNodeWhoseLogBeganWithAnotherLedger() {
        ConditionException other =
                assertThrows(ConditionException.class, () -> give(Envelope.MESSAGE, new LogMark(3, 5, 5), "one"));

        assertEquals(ExitCode.DAMAGE, other.exitCode());
        assertTrue(other.getMessage().contains("they did not begin with the same ledger"), other::getMessage);
        assertEquals(List.of("begin behind 3"), events);
    }

    @Test
    void shouldTellWhereTheJournalStandsAndWhoLeadsAtAMark() {
        beginTerm(12, 2);

        assertEquals(new MarkSnapshot.Content(MARK, 2), service.mark());

        assertTrue(service.isMarking);
        assertNull(service.lastMark, "it is not kept yet");
        service.marked(MARK);
        assertEquals(MARK, service.lastMark);
        assertFalse(service.isMarking);
    }

    @Test
    void shouldHaveTheMarkBeforeWhereOneIsNeverKept() {
        service.mark();
        service.marked(MARK);
        service.mark();
        service.marked(null);

        assertEquals(MARK, service.lastMark);
        assertFalse(service.isMarking);
    }

    /** What a mark says of the journal must outlive a power cut. */
    @Test
    void shouldKeepNoMarkBeforeTheJournalIsForced() {
        isForced = false;
        MarkSnapshot mark = MarkSnapshot.of(service.mark(), 12, 0, POSITION, 0);
        assertFalse(service.isSafe(mark));
        isForced = true;

        assertTrue(service.isSafe(mark));
    }

    @Test
    void shouldGoOnFromAMarkAndWithWhoLedThen() {
        LogService next = started(new MarkSnapshot.Content(MARK, 2));

        assertEquals("begin behind 7", events.get(1));
        assertEquals(MARK, next.lastMark);
        assertEquals(2, next.leader);
    }

    private void beginTerm(long term, int leader) {
        service.beginTerm(term, leader);
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
        service.take(POSITION, message, 0, message.capacity());
    }
}
