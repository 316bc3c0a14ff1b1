package bankroll.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FreePortsTest {
    /** Two servers on one port would answer in turns where both allow it. */
    @Test
    void shouldNotGiveAPortTwiceBeforeAllWereGiven() {
        int many = 3_000;
        assertEquals(
                many,
                IntStream.range(0, many)
                        .map(asked -> FreePorts.next())
                        .distinct()
                        .count());
    }

    @Test
    void shouldGiveRowsBelowWhatTheSystemGivesToClients() {
        int rows = 6_600 / 24 * 2;
        for (int row = 0; row < rows; row++) {
            int first = FreePorts.row(24);
            assertTrue(first >= 12_000 && first + 24 <= 32_768, () -> "from " + first);
        }
    }
}
