package bankroll.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FreePortsTest {
    private static final int FIRST = 12_000;
    private static final int BLOCK = 1_000;

    /** Two servers on one port would answer in turns where both allow it. */
    @Test
    void shouldNotGiveAPortTwiceBeforeAllWereGiven() {
        int many = BLOCK / 2;
        assertEquals(
                many,
                IntStream.range(0, many)
                        .map(asked -> FreePorts.next())
                        .distinct()
                        .count());
    }

    @Test
    void shouldGiveRowsBelowWhatTheSystemGivesToClients() {
        int rows = BLOCK / 24 * 2;
        for (int row = 0; row < rows; row++) {
            int first = FreePorts.row(24);
            assertTrue(first >= FIRST && first + 24 <= 32_768, () -> "from " + first);
        }
    }

    /** As where a node is down for a moment, and tests of another module draw its port. */
    @Test
    void shouldGiveNoPortOfAnotherProcess() throws IOException {
        int own = (FreePorts.next() - FIRST) / BLOCK;

        assertNotEquals(own, (portOfAnotherProcess(own) - FIRST) / BLOCK);
    }

    /** Of one that would like to have the same ones. */
    private static int portOfAnotherProcess(int block) throws IOException {
        Process process = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-Dports.block=" + block,
                        "-cp",
                        System.getProperty("java.class.path"),
                        Drawing.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return Integer.parseInt(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim());
    }

    private static final class Drawing {
        private Drawing() {}

        /** Says a port. */
        public static void main(String[] none) {
            System.out.println(FreePorts.next());
        }
    }
}
