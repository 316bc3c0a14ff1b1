package bankroll.ledger.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Texts of players: each comes back as it was, and what is given back is used again. */
class BlobsTest {
    private static final int UNIT = 32;
    private static final int LENGTH_BYTES = 4;
    private static final int UNITS_PER_PAGE = 4_096;

    private final Blobs blobs = new Blobs();

    @AfterEach
    void close() {
        blobs.close();
    }

    @Test
    void shouldGiveEachBackAsItWas() {
        int[] lengths = {0, 1, 28, 29, 60, 61, 124, 125, 8_000, Blobs.MAX_BYTES};
        List<Integer> references = new ArrayList<>();
        for (int length : lengths) {
            references.add(put(length));
        }
        for (int i = 0; i < lengths.length; i++) {
            DirectBuffer content = blobs.content(references.get(i));
            byte[] found = new byte[content.capacity()];
            content.getBytes(0, found);
            assertArrayEquals(bytes(lengths[i]), found, "of " + lengths[i]);
        }
        assertThrows(IllegalArgumentException.class, () -> put(Blobs.MAX_BYTES + 1));
    }

    @Test
    void shouldTakePlacesThatArePowersOfTwo() {
        int[][] unitsByLength = {{0, 1}, {28, 1}, {29, 2}, {60, 2}, {61, 4}, {124, 4}, {125, 8}, {Blobs.MAX_BYTES, 512}
        };
        for (int[] expected : unitsByLength) {
            int before = blobs.size();
            put(expected[0]);
            assertEquals(expected[1], blobs.size() - before, "of " + expected[0]);
        }
    }

    @Test
    void shouldUseAPlaceOfItsSizeAgainAndNoOther() {
        int small = put(20);
        int smaller = put(5);
        int large = put(50);
        int units = blobs.size();
        blobs.remove(small);
        blobs.remove(smaller);
        blobs.remove(0);

        assertEquals(smaller, put(28));
        assertEquals(small, put(0));
        assertEquals(units, blobs.size());
        assertNotEquals(large, put(40));
        assertEquals(units + 2, blobs.size());
        blobs.remove(large);
        assertEquals(large, put(60));
    }

    @Test
    void shouldNotReachOverTheEndOfAPage() {
        while (blobs.size() < UNITS_PER_PAGE - 2) {
            put(0);
        }
        assertEquals(UNITS_PER_PAGE - 1, put(2 * UNIT - LENGTH_BYTES), "the last two of the page");
        while (blobs.size() < 2 * UNITS_PER_PAGE - 1) {
            put(0);
        }
        assertEquals(2 * UNITS_PER_PAGE + 1, put(2 * UNIT - LENGTH_BYTES), "the first two of the next");
    }

    private int put(int length) {
        return blobs.put(new UnsafeBuffer(bytes(length)), 0, length);
    }

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (length + i);
        }
        return bytes;
    }
}
