package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ExitCode;
import bankroll.engine.Engine;
import bankroll.engine.EngineContext;
import bankroll.testkit.Copies;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** What nodes may begin with: nothing, one ledger that exists, or another node's directory; and what they may not. */
@EnabledIfSystemProperty(named = "soak", matches = "true")
class BeginningsTest {
    @TempDir
    private Path directory;

    @Test
    void shouldGrowALedgerThatExists() throws Exception {
        try (Nodes nodes = new Nodes(directory)) {
            begin(nodes.get(0).data());
            for (int node = 1; node < 3; node++) {
                Copies.copy(nodes.get(0).data(), nodes.get(node).data());
            }
            nodes.start();
            nodes.open("ann");
            nodes.leader().kill();
            assertEquals("OK", nodes.ask("deposit d1 ann 5"));
            nodes.startAll();

            nodes.requireSameJournals();
        }
    }

    @Test
    void shouldTakeBackANodeWithACopyOfAnothersDirectory() throws Exception {
        try (Nodes nodes = new Nodes(directory)) {
            begin(nodes.get(0).data());
            Copies.copy(nodes.get(0).data(), nodes.get(1).data());
            Copies.copy(nodes.get(0).data(), nodes.get(2).data());
            nodes.start();
            nodes.open("ann");
            nodes.mark();
            NodeProcess lost = nodes.follower();
            lost.kill();
            lost.deleteData();
            NodeProcess other = nodes.follower();
            other.stop();
            Copies.copy(other.data(), lost.data());

            nodes.startAll();

            assertEquals("OK", nodes.ask("deposit d1 ann 5"));
            nodes.requireSameJournals();
        }
    }

    @Test
    void shouldStopWhereAnotherLedgerIs() throws Exception {
        try (Nodes nodes = new Nodes(directory)) {
            begin(nodes.get(0).data());
            Copies.copy(nodes.get(0).data(), nodes.get(1).data());
            begin(nodes.get(2).data());
            nodes.start();

            NodeProcess first = nodes.awaitEnd();

            assertEquals(ExitCode.DAMAGE, first.exitCode());
            assertTrue(first.log().contains("they did not begin with the same ledger"), first::log);
        }
    }

    private static void begin(Path data) {
        EngineContext context = new EngineContext().dataDirectory(data);
        context.journal().fileBytes(32 << 20).lowWaterBytes(0);
        Engine.launch(context).close();
    }
}
