package bankroll.protocol;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.testkit.Seeds;
import org.junit.jupiter.api.Test;

/** Short texts by words: as the run-time's own methods do, and no byte beside them is touched. */
class BytesTest {
    private static final int LONGEST = 200;

    @Test
    void shouldCopyEveryLengthAndNothingBesideIt() {
        Seeds.forEach(5, random -> {
            for (int length = 0; length < LONGEST; length++) {
                byte[] from = new byte[random.nextInt(20) + length];
                random.nextBytes(from);
                byte[] to = new byte[random.nextInt(20) + length];
                random.nextBytes(to);
                int at = from.length - length;
                int target = to.length - length;
                byte[] expected = to.clone();
                System.arraycopy(from, at, expected, target, length);
                Bytes.copy(from, at, to, target, length);
                assertArrayEquals(expected, to);

                byte[] wide = new byte[length + 40];
                byte[] expectedWide = wide.clone();
                System.arraycopy(from, at, expectedWide, 20, length);
                Bytes.copy(from, at, wide, 20, length);
                assertArrayEquals(expectedWide, wide);
            }
        });
    }

    @Test
    void shouldSeeEachByteThatDiffersAndNoneBesideThem() {
        Seeds.forEach(2, random -> {
            for (int length = 0; length < 60; length++) {
                byte[] one = new byte[length + 20];
                random.nextBytes(one);
                byte[] other = new byte[length + 30];
                random.nextBytes(other);
                System.arraycopy(one, 10, other, 15, length);
                assertTrue(Bytes.equal(one, 10, other, 15, length));
                for (int i = 0; i < length; i++) {
                    other[15 + i] ^= (byte) (1 << random.nextInt(8));
                    assertFalse(Bytes.equal(one, 10, other, 15, length));
                    other[15 + i] = one[10 + i];
                }
            }
        });
    }

    @Test
    void shouldNotBeEqualBeyondTheEnd() {
        byte[] ten = new byte[10];
        byte[] twenty = new byte[20];
        assertTrue(Bytes.equal(ten, 1, twenty, 1, 9));
        assertTrue(Bytes.equal(twenty, 1, ten, 1, 9));
        assertFalse(Bytes.equal(ten, 2, twenty, 1, 9));
        assertFalse(Bytes.equal(twenty, 1, ten, 2, 9));
        assertFalse(Bytes.equal(ten, 8, twenty, 8, 3));
    }

    @Test
    void shouldHaveTheFirstByteLowest() {
        byte[] bytes = {9, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 9};
        assertEquals(0x0807060504030201L, Bytes.word(bytes, 1));
        Bytes.putWord(bytes, 2, 0x1817161514131211L);
        Bytes.putInt(bytes, 9, 0x24232221);
        assertArrayEquals(new byte[] {9, 1, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x21, 0x22, 0x23, 0x24}, bytes);
    }
}
