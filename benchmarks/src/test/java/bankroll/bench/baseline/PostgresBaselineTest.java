package bankroll.bench.baseline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.bench.baseline.PostgresBinaries.MissingException;
import bankroll.bench.baseline.SqlLane.SqlPlayers;
import bankroll.bench.play.Mix;
import bankroll.bench.play.Workload;
import bankroll.bench.report.Measurements;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The batch function against the model, where there is a PostgreSQL: a baseline that books wrongly compares nothing. */
class PostgresBaselineTest {
    private static final Mix RICH_IN_CONFLICTS = Mix.parse("debit=30,credit=20,rollback=15,resend=20,refused=15");

    private static PostgresServer server;

    @BeforeAll
    static void start() {
        try {
            server = new PostgresServer(Path.of(System.getProperty("java.io.tmpdir")), 4);
        } catch (MissingException e) {
            Assumptions.abort(e.getMessage());
        }
        server.start();
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 500})
    void shouldForetellEveryAnswerOfTheBatchFunction(int batch) throws Exception {
        Workload workload = new Workload(7, "0000ba5e", 50, 1, 0.2, 0.8, RICH_IN_CONFLICTS);
        SqlPlayers players = new SqlPlayers(workload);
        try (Connection admin = server.connect()) {
            PostgresTables tables = new PostgresTables(admin);
            tables.make(players);
            long before = tables.total();
            try (SqlLane lane = new SqlLane(server.connect(), workload, 0, players, batch, new AtomicLong())) {
                lane.fill(40 + 1_000 / batch);
                lane.play(System.nanoTime(), Long.MAX_VALUE, new Measurements());

                assertTrue(lane.findings.areClean(), () -> "seed 7: " + lane.findings.samples());
                assertEquals(lane.total, tables.total());
                assertEquals(lane.total, tables.totalByTransactions(before));
            }
        }
    }

    @Test
    void shouldLeaveNoWordWithoutItsCode() {
        assertTrue(PostgresTables.sql("book.sql").contains("answer := 6;"));
    }
}
