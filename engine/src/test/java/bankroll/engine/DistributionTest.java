package bankroll.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class DistributionTest {
    @Test
    void shouldCountEachFigureAtTheFirstBoundThatHoldsIt() {
        Distribution figures = new Distribution(10, 20);

        for (long figure : new long[] {0, 10, 11, 20, 21, 1_000}) {
            figures.record(figure);
        }

        assertArrayEquals(new long[] {10, 20}, figures.bounds());
        assertArrayEquals(new long[] {2, 2, 2}, figures.counts());
        assertEquals(1_062, figures.sum());
    }

    @Test
    void shouldHoldNothingAtFirst() {
        Distribution figures = new Distribution(10);

        assertArrayEquals(new long[] {0, 0}, figures.counts());
        assertEquals(0, figures.sum());
    }
}
