package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When a leader says that a mark is made. */
class MarkOrdersTest {
    private static final long TERM = 12;
    private static final long EVERY_NS = TimeUnit.MINUTES.toNanos(1);

    private boolean isProved = true;
    private boolean isTaken = true;
    private int offered;
    private final Confirmations confirmations = new Confirmations(
            new ClusterContext().node(0).members(Collections.nCopies(3, new MemberAddress("h", 9010))));
    private final LogService service = new LogService(
            new QuietMember() {
                @Override
                public boolean isProved() {
                    return isProved;
                }
            },
            TimeUnit.HOURS.toNanos(1),
            ReaderSeat.BEGAN,
            order -> {},
            () -> {},
            confirmations,
            term -> true);
    private final MarkOrders marks = new MarkOrders(new MarkSchedule(EVERY_NS, 0), () -> {
        offered += isTaken ? 1 : 0;
        return isTaken;
    });

    /** This node reads the order and begins. */
    private void begin() {
        UnsafeBuffer order = ReaderSeat.markOrder();
        assertTrue(service.take(0, order, 0, order.capacity()));
        service.mark();
    }

    @BeforeEach
    void lead() {
        service.begin(null, () -> {});
        service.lead(true);
        service.beginTerm(TERM, 0);
        // nobody else is there
        for (int other = 1; other <= 2; other++) {
            confirmations.enter(other, TERM);
            confirmations.confirm(other, TERM, Long.MAX_VALUE);
        }
    }

    @Test
    void shouldOrderNothingUnasked() {
        marks.turn(service, TERM);

        assertEquals(0, offered);
    }

    @Test
    void shouldOrderAMarkOnceAndAskForNoOtherUntilItIsKept() {
        assertTrue(marks.ask(service));
        assertFalse(marks.ask(service), "asked for");
        marks.turn(service, TERM);
        marks.turn(service, TERM);
        assertEquals(1, offered);
        assertFalse(marks.ask(service), "ordered");

        begin();
        marks.turn(service, TERM);
        assertFalse(marks.ask(service), "being made");
        service.marked(ReaderSeat.BEGAN);
        marks.turn(service, TERM);
        assertEquals(1, offered);
        assertTrue(marks.ask(service));
        marks.turn(service, TERM);
        assertEquals(2, offered, "the next one, in the same term");
    }

    /** It may be begun and kept between two turns. */
    @Test
    void shouldSeeThatAMarkWasMadeBehindItsBack() {
        marks.ask(service);
        marks.turn(service, TERM);
        begin();
        service.marked(ReaderSeat.BEGAN);

        marks.turn(service, TERM);

        assertTrue(marks.ask(service));
    }

    @Test
    void shouldOrderAgainWhatTheLogDidNotTake() {
        isTaken = false;
        marks.ask(service);
        marks.turn(service, TERM);
        isTaken = true;
        marks.turn(service, TERM);

        assertEquals(1, offered);
    }

    @Test
    void shouldOrderNoMarkBeforeOneMayBeMade() {
        marks.ask(service);
        isProved = false;
        marks.turn(service, TERM);
        assertEquals(0, offered);

        isProved = true;
        marks.turn(service, TERM + 1);
        assertEquals(0, offered, "this node has not read that the term begins");
        marks.turn(service, TERM);
        assertEquals(1, offered);
    }

    /** An order can be lost with the term in which it was said. */
    @Test
    void shouldOrderAgainInTheNextTerm() {
        marks.ask(service);
        marks.turn(service, TERM);
        service.beginTerm(TERM + 1, 0);

        marks.turn(service, TERM + 1);

        assertEquals(2, offered);
    }

    @Test
    void shouldForgetWhatWasAskedForWhereItLeadsNoLonger() {
        marks.ask(service);
        service.lead(false);
        marks.turn(service, TERM);
        assertFalse(marks.ask(service), "it doesn't lead");

        service.lead(true);
        marks.turn(service, TERM);
        assertEquals(0, offered);
        assertTrue(marks.ask(service));
    }

    @Test
    void shouldAskForAMarkThatIsDue() {
        service.taken = 1;
        marks.askInTime(service, EVERY_NS);
        marks.turn(service, TERM);
        assertEquals(0, offered);

        marks.askInTime(service, EVERY_NS + 1);
        marks.turn(service, TERM);
        assertEquals(1, offered);
    }

    /** What was taken until then is in no mark yet. */
    @Test
    void shouldAskAgainInTimeWhereAnotherMarkWasBeingMade() {
        service.taken = 1;
        service.mark();
        marks.askInTime(service, EVERY_NS + 1);
        service.marked(ReaderSeat.BEGAN);

        marks.askInTime(service, 2 * EVERY_NS + 2);
        marks.turn(service, TERM);

        assertEquals(1, offered);
    }
}
