package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.cluster.NodeProcess.Release;
import bankroll.testkit.Eventually;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The time of bookings, which is the leader's: once it was given, all nodes keep it. */
class LeadersTimeTest {
    private static final long DAYS_MS = TimeUnit.DAYS.toMillis(3);

    @TempDir
    private Path directory;

    /** How long nobody ran a single node can't know. Here the others ran. */
    @Test
    void shouldNotTakeATimeDaysAheadFromANodeThatWasStartedWithAWrongClock() throws Exception {
        try (Nodes nodes = new Nodes(directory).start()) {
            nodes.open("ann");
            long beforeMs = time(nodes.ask("pay p1 ann 1"));
            NodeProcess ahead = nodes.follower();
            ahead.kill();
            ahead.install(Release.withClockAhead(DAYS_MS));
            ahead.start();
            nodes.awaitSame();
            Eventually.within(
                    Duration.ofSeconds(20), nodes::logs, () -> ahead.log().contains("ms ahead of the leader's."));

            nodes.lead(ahead);

            long wentMs = time(nodes.ask("pay p2 ann 1")) - beforeMs;
            assertTrue(wentMs >= 0 && wentMs < TimeUnit.MINUTES.toMillis(5), () -> wentMs + " ms");
            nodes.requireSameJournals();
        }
    }

    private static long time(String answer) {
        assertTrue(answer.startsWith("OK "), answer);
        return Long.parseLong(answer.substring("OK ".length()));
    }
}
