package bankroll.bench.writer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import bankroll.bench.play.Mix;
import bankroll.bench.play.Workload;
import bankroll.snapshot.SnapshotStore;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The model that foretells answers, against the real ledger: the run itself throws at the first that differs. */
class WriterRunTest {
    private static final Mix RICH_IN_CONFLICTS = Mix.parse("debit=30,credit=20,rollback=15,resend=20,refused=15");

    @Test
    void shouldForetellEveryAnswerOfTheLedger() {
        Workload workload = new Workload(7, "00000000", 50, 1, 0.2, 0.8, RICH_IN_CONFLICTS);
        try (WriterRun run = new WriterRun(workload, 50, null, 0)) {
            run.fill(100_000);
            run.check();
        }
    }

    @Test
    void shouldForetellEveryAnswerWhileASnapshotIsWritten(@TempDir Path directory) {
        Workload workload = new Workload(9, "00000000", 50, 1, 0.2, 0.8, RICH_IN_CONFLICTS);
        try (WriterRun run = new WriterRun(workload, 50, null, 0)) {
            run.fill(32_000);
            run.runBesideSnapshot(directory);
            run.fill(32_000);
            run.check();
        }
        SnapshotStore snapshots = new SnapshotStore(directory);
        assertNotNull(snapshots.check(snapshots.list().get(0)));
    }

    @Test
    void shouldGoOnWhereAnEarlierRunEnded(@TempDir Path data) {
        Workload workload = new Workload(8, "00000000", 50, 1, 0.2, 0.8, RICH_IN_CONFLICTS);
        long played;
        long remembered;
        try (WriterRun run = new WriterRun(workload, 500, data, 0)) {
            run.fill(32_000);
            played = run.played();
            remembered = run.remembered();
        }
        try (WriterRun run = new WriterRun(workload, 500, data, played)) {
            assertEquals(remembered, run.remembered());
            run.fill(32_000);
            run.check();
        }
    }
}
