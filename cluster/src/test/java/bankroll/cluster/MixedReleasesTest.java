package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import bankroll.cluster.NodeProcess.Release;
import bankroll.condition.ExitCode;
import bankroll.engine.CommandLog;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three nodes are upgraded one after the other while they are paid in at, and go back: whoever leads, they decide the same.
 * {@code -Dbankroll.old.classpath=} names an older build, its jars or folders of classes.
 */
@Timeout(1_800)
@EnabledIfSystemProperty(named = "soak", matches = "true")
class MixedReleasesTest {
    private static final String OLD = System.getProperty("bankroll.old.classpath");
    private static final int BETWEEN = 100;

    @TempDir
    private Path directory;

    @Test
    void shouldAgreeWithAnOlderReleaseOnTheWayToThisOneAndBack() throws Exception {
        assumeTrue(OLD != null, "skipped: needs an older build, -Dbankroll.old.classpath=");
        roll(List.of(Release.of(OLD), Release.current(), Release.of(OLD)));
    }

    @Test
    void shouldAgreeOnTheWayToNewRulesAndBack() throws Exception {
        roll(List.of(deciding(0, 0), deciding(0, 1), deciding(1, 1), deciding(0, 1)));
    }

    @Test
    void shouldStopANodeThatDoesNotKnowTheRulesAndTakeItBackUpgraded() throws Exception {
        try (Nodes nodes = new Nodes(directory)) {
            nodes.each(node -> node.install(deciding(1, 1)));
            NodeProcess old = nodes.get(2);
            nodes.start();
            nodes.open("ann");
            nodes.awaitSame();
            old.stop();
            nodes.open("bob");

            old.install(deciding(0, 0));
            old.start();
            assertEquals(ExitCode.DAMAGE, old.exitCode());
            assertTrue(old.log().contains("decide by rules 1, this release knows them up to 0"), old::log);
            assertEquals("OK", nodes.ask("deposit d1 ann 5"));

            old.install(deciding(0, 1));
            old.start();
            nodes.requireSameJournals();
        }
    }

    private static Release deciding(int sent, int known) {
        return Release.deciding(new CommandLog.Rules(sent, known));
    }

    private void roll(List<Release> releases) throws Exception {
        try (Nodes nodes = new Nodes(directory)) {
            nodes.each(node -> node.install(releases.get(0)));
            try (NodeCallers callers = new NodeCallers(nodes.start()).start()) {
                for (Release next : releases.subList(1, releases.size())) {
                    nodes.each(node -> change(node, next, nodes, callers));
                }
                callers.check();
            }
            nodes.requireSameJournals();
        }
    }

    /**
     * It follows whoever led before, and then it leads. It goes on from that one's mark, unless it is of a build before ADR 38,
     * which makes none that a newer one orders.
     */
    private static void change(NodeProcess node, Release next, Nodes nodes, NodeCallers callers) {
        nodes.markLeader();
        callers.awaitMore(BETWEEN);
        node.stop();
        callers.awaitMore(BETWEEN);
        node.install(next);
        node.start();
        nodes.awaitLevel();
        callers.awaitMore(BETWEEN);
        nodes.lead(node);
        callers.awaitMore(BETWEEN);
        assertTrue(nodes.allRun(), nodes::logs);
    }
}
