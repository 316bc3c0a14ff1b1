package bankroll.bench.writer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.bench.play.PlayOptions;
import bankroll.bench.play.Workload;
import bankroll.bench.report.Measurements;
import bankroll.engine.Engine;
import bankroll.engine.EngineContext;
import bankroll.journal.JournalContext.SyncPolicy;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** An engine that its own process feeds, with every answer and the books compared. */
class EngineFeedTest {
    private static final int BATCH = 20;
    private static final int PLAYERS = 150;

    @TempDir
    private Path data;

    @Test
    void shouldBookAllThatItSendsAndCompareTheBooks() {
        try (Engine engine = launch()) {
            EngineFeed feed = new EngineFeed(engine, workload("00000000"), BATCH, 4);
            feed.open();
            long opened = engine.status().sequence();

            Measurements measured = feed.run(0.1);

            feed.check();
            assertTrue(measured.itemsPerSecond() > 0);
            assertEquals(measured.requests(), engine.status().sequence() - opened, 1, "entries, and one of windows");
        }
    }

    @Test
    void shouldNoticeThatTheBooksHoldMoreThanItHasSent() {
        try (Engine engine = launch()) {
            EngineFeed feed = new EngineFeed(engine, workload("00000000"), BATCH, 1);
            feed.open();
            new EngineFeed(engine, workload("00000001"), BATCH, 1).open();

            assertThrows(IllegalStateException.class, feed::check);
        }
    }

    private Engine launch() {
        EngineContext context = new EngineContext().dataDirectory(data);
        context.journal().fileBytes(32 << 20).lowWaterBytes(0).syncPolicy(SyncPolicy.NONE);
        return Engine.launch(context);
    }

    private static Workload workload(String run) {
        return CommandLine.populateCommand(new PlayOptions()).workload(run, PLAYERS, 1);
    }
}
