package bankroll.tools.rebuild;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class FrameSumTest {
    private static final int LENGTH = 40_000;

    private final byte[] bytes = new byte[LENGTH];

    FrameSumTest() {
        new SplittableRandom(5).nextBytes(bytes);
    }

    @Test
    void shouldBeTheSameForTheSameFramesWhereverTheyStand() {
        FrameSum other = new FrameSum();
        byte[] moved = new byte[LENGTH + 100];
        System.arraycopy(bytes, 0, moved, 100, LENGTH);
        other.onFrame(new UnsafeBuffer(moved), 100, LENGTH);

        assertTrue(sum().isSame(other));
    }

    @Test
    void shouldTellOneBitFromAnotherAnywhere() {
        FrameSum whole = sum();
        for (int at : new int[] {0, LENGTH / 2, LENGTH - 1}) {
            bytes[at] ^= 1;
            assertFalse(whole.isSame(sum()), "byte " + at);
            bytes[at] ^= 1;
        }
    }

    @Test
    void shouldMissAFrameThatIsNotThere() {
        FrameSum twice = sum();
        twice.onFrame(new UnsafeBuffer(bytes), 0, LENGTH);

        assertFalse(twice.isSame(sum()));
    }

    private FrameSum sum() {
        FrameSum sum = new FrameSum();
        sum.onFrame(new UnsafeBuffer(bytes), 0, LENGTH);
        return sum;
    }
}
