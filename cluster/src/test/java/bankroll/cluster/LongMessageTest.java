package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** A command of 8 MiB, in a log as long as the default. */
@EnabledIfSystemProperty(named = "soak", matches = "true")
@Timeout(300)
class LongMessageTest {
    private static final int ITEMS = 490;

    @TempDir
    private Path directory;

    @Test
    void shouldBookWhatCameInEightMebibytes() throws Exception {
        try (Nodes nodes = new Nodes(directory, ClusterContext.TERM_BYTES_DEFAULT).start()) {
            assertEquals("CREATED", nodes.ask("open ann"));
            assertEquals("OK", nodes.ask("large before ann 1 " + ITEMS));
            NodeProcess killed = nodes.awaitLeader();

            killed.kill();

            assertEquals("OK", nodes.ask("large before ann 1 " + ITEMS), "asked again");
            assertEquals("OK", nodes.ask("large after ann 1 " + ITEMS));
            assertEquals(String.valueOf(2 * ITEMS), nodes.ask("balance ann"));
            killed.start();
            nodes.requireSameJournals();
        }
    }
}
