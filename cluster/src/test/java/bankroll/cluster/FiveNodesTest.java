package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Five processes on loopback go on without any two of them. */
@EnabledIfSystemProperty(named = "soak", matches = "true")
class FiveNodesTest {
    @TempDir
    private Path directory;

    @Test
    void shouldGoOnWithoutItsLeaderAndAFollowerAndTakeThemBack() throws Exception {
        try (Nodes nodes = Nodes.five(directory).start();
                NodeCallers callers = new NodeCallers(nodes).start()) {
            callers.awaitMore(50);
            nodes.leader().kill();
            nodes.follower().kill();
            callers.awaitMore(50);

            nodes.startAll();
            callers.awaitMore(50);
            nodes.awaitLevel();

            callers.check();
            nodes.leader();
            assertEquals(5, nodes.size());
            nodes.requireSameJournals();
        }
    }
}
