package bankroll.gateway.backup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.Degradation;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever ends a run, the next one has its time. */
class BackupScheduleTest {
    private static final long NOW_MS = 1_790_000_000_000L;

    @TempDir
    Path directory;

    private boolean isBroken;

    @Test
    void shouldWaitForTheNextTimeBehindAnError() throws InterruptedException {
        Degradation degradation = new Degradation(() -> NOW_MS);
        BackupContext context = new BackupContext()
                .data(directory)
                .to(Optional.of(directory.resolve("backup")))
                .everyMs(TimeUnit.HOURS.toMillis(1));
        try (BackupSchedule schedule = new BackupSchedule(context, degradation, this::now, 0)) {
            isBroken = true;
            schedule.doWork();
            schedule.doWork();

            assertEquals(1, schedule.status().failures(), schedule.status()::toString);
            assertTrue(schedule.status().failure().contains("a defect"), schedule.status()::toString);
            assertTrue(degradation.isOf(Degradation.Part.BACKUP));
        }
    }

    /** As a class that can't be loaded from a disk that has gone, once. */
    private long now() {
        if (isBroken) {
            isBroken = false;
            throw new NoClassDefFoundError("bankroll/gateway/backup/ChildProcess");
        }
        return NOW_MS;
    }
}
