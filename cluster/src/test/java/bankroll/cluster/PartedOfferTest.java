package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A long message on its way into a log that takes four bytes at a time. */
class PartedOfferTest {
    private static final long TERM = 5;
    private static final int MOST = 4;

    private final PartedMessage.Offer offer = new PartedMessage.Offer();
    private final List<String> parts = new ArrayList<>();
    private int room;

    @Test
    void shouldOfferAllPartsInTurnAndTheLastOneShorter() {
        assertTrue(offers(TERM, 10, 3));

        assertEquals(List.of("0+4", "4+4", "8+2"), parts);
        assertFalse(offer.isUnderWay(TERM), "all of it is in the log");
    }

    @Test
    void shouldGoOnWhereTheLogTookNoMore() {
        assertFalse(offer.isUnderWay(TERM));
        assertFalse(offers(TERM, 8, 0));
        assertFalse(offer.isUnderWay(TERM), "nothing of it is in the log");
        assertFalse(offers(TERM, 8, 1));
        assertTrue(offer.isUnderWay(TERM));

        assertTrue(offers(TERM, 8, 1));
        assertEquals(List.of("0+4", "4+4"), parts);
        assertTrue(offers(TERM, 4, 1), "the next message");
        assertEquals(List.of("0+4", "4+4", "0+4"), parts);
    }

    @Test
    void shouldBeginAnewInAnotherTerm() {
        assertFalse(offers(TERM, 8, 1));
        assertFalse(offer.isUnderWay(TERM + 1));

        assertTrue(offers(TERM + 1, 8, 2));
        assertEquals(List.of("0+4", "0+4", "4+4"), parts);
    }

    /** What was not offered to its end is dropped, and would be gone on with by another message. */
    @Test
    void shouldForgetWhatItHasBegunWhereTheLogIsLeftInOneTerm() {
        assertFalse(offers(TERM, 8, 1));

        offer.left();

        assertFalse(offer.isUnderWay(TERM));
        assertTrue(offers(TERM, 8, 2));
        assertEquals(List.of("0+4", "0+4", "4+4"), parts);
    }

    private boolean offers(long term, int length, int parts) {
        room = parts;
        return offer.offer(term, length, MOST, (begin, bytes) -> {
            if (room == 0) {
                return false;
            }
            room--;
            return this.parts.add(begin + "+" + bytes);
        });
    }
}
