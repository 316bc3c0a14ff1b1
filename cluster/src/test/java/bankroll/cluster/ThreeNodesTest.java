package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three processes on loopback, Aeron between them, real journals: what a killed leader acknowledged is booked once. */
@Timeout(180)
class ThreeNodesTest {
    @TempDir
    private Path directory;

    @Test
    void shouldGoOnWithoutAKilledLeaderAndTakeItBack() throws Exception {
        try (Nodes nodes = new Nodes(directory).start()) {
            assertEquals("CREATED", nodes.ask("open ann"));
            assertEquals("OK", nodes.ask("deposit d1 ann 500"));
            nodes.mark();
            NodeProcess killed = nodes.leader();

            killed.kill();

            assertEquals("OK", nodes.ask("deposit d1 ann 500"), "asked again");
            assertEquals("OK", nodes.ask("deposit d2 ann 70"));
            assertEquals("570", nodes.ask("balance ann"));

            killed.start();
            nodes.awaitSame();
            assertTrue(killed.markSequence() > 0, "it has gone on from its mark");

            nodes.requireSameJournals();
            assertFalse(nodes.logs().contains("met with an error"), nodes::logs);
        }
    }
}
