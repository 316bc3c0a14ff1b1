package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Who goes first, a mark or a long message. */
class PartedOfferTest {
    private static final long TERM = 5;

    private final PartedMessage.Offer offer = new PartedMessage.Offer();

    @Test
    void shouldKeepMarkBehindMessage() {
        assertFalse(offer.isBeforeMark(TERM, 0), "none is on its way");
        assertTrue(isAdmitted(0, false, false));

        assertTrue(offer.isBeforeMark(TERM, 0));
        assertFalse(offer.isBeforeMark(TERM, 1), "it has ended");
    }

    @Test
    void shouldCountMessageOnceThatLogDoesNotTakeAtOnce() {
        assertTrue(isAdmitted(0, false, false));
        assertTrue(isAdmitted(0, false, false));

        assertFalse(offer.isBeforeMark(TERM, 1));
    }

    @Test
    void shouldKeepMessageBehindMark() {
        assertFalse(isAdmitted(0, true, false));
        assertTrue(isAdmitted(0, false, false));
    }

    @Test
    void shouldLetMarkGoBeforeSecondMessage() {
        assertTrue(isAdmitted(0, false, false));
        end();

        assertFalse(isAdmitted(0, false, true), "a mark has waited for the first one");
        assertFalse(offer.isBeforeMark(TERM, 1), "which has ended: it is the mark's turn");
    }

    @Test
    void shouldLetMessageGoBeforeSecondMark() {
        assertTrue(isAdmitted(0, false, false));
        end();
        offer.marked();

        assertFalse(isAdmitted(1, true, true), "the first mark is being made");
        assertTrue(offer.isBeforeMark(TERM, 1), "and the second one waits");
        assertTrue(isAdmitted(1, false, true));
    }

    @Test
    void shouldForgetInNewTermWhatTheOldOneLost() {
        assertTrue(isAdmitted(0, false, false));

        assertFalse(offer.isBeforeMark(TERM + 1, 0));
        assertTrue(offer.admit(TERM + 1, 0, false, false));
        assertFalse(offer.isBeforeMark(TERM + 1, 1));
    }

    /** What was not offered to its end is dropped, and would be gone on with by another message. */
    @Test
    void shouldForgetWhatItHasBegunWhereTheLogIsLeftInOneTerm() {
        assertTrue(isAdmitted(0, false, false));

        offer.left();

        assertFalse(offer.isBeforeMark(TERM, 0), "none is on its way");
        assertFalse(isAdmitted(0, true, false), "the next one begins, and so waits for a mark");
    }

    /** All of it is in the log. */
    private void end() {
        assertTrue(offer.offer(null, null, 0, null, 0, 0, 1));
    }

    private boolean isAdmitted(long ends, boolean isMarking, boolean isMarkWanted) {
        return offer.admit(TERM, ends, isMarking, isMarkWanted);
    }
}
