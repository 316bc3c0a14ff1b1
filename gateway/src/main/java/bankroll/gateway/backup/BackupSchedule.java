package bankroll.gateway.backup;

import bankroll.condition.Degradation;
import bankroll.condition.LogId;
import bankroll.gateway.backup.BackupTool.BackupFailure;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Backs up a running service every so often, on a thread of its own. Whatever fails degrades {@link Degradation.Part#BACKUP}
 * and is tried again at the next time; the service goes on. {@link #status} and {@link #close} are for any thread.
 */
public final class BackupSchedule implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BackupSchedule.class);
    /** A service that starts again and again has other things to do than to look through its backup. */
    private static final long FIRST_MS = 60_000;

    private static final long LEAST_PAUSE_MS = 1_000;
    private static final long END_LIMIT_MS = 5_000;

    private final BackupPlan plan;
    private final BackupTool tool;
    private final Degradation degradation;
    private final LongSupplier clockMs;
    private final Thread thread = new Thread(this::run, "backup");
    private final CountDownLatch end = new CountDownLatch(1);
    private volatile BackupStatus status;
    private String degraded = "";

    private BackupSchedule(BackupPlan plan, Degradation degradation, LongSupplier clockMs) {
        this.plan = plan;
        this.tool = new BackupTool(plan);
        this.degradation = degradation;
        this.clockMs = clockMs;
        this.status = BackupStatus.begun(plan.to().toString(), plan.everyMs(), clockMs.getAsLong());
        thread.setDaemon(true);
    }

    /** From now on; the first backup comes after a minute, or after the plan's time when that is less. */
    public static BackupSchedule begin(BackupPlan plan, Degradation degradation, LongSupplier clockMs) {
        BackupSchedule schedule = new BackupSchedule(plan, degradation, clockMs);
        schedule.thread.start();
        return schedule;
    }

    /** How it stands. */
    public BackupStatus status() {
        return status;
    }

    /** Ends a run that is under way: what it had finished is in the backup, the next run adds the rest. */
    @Override
    public void close() throws InterruptedException {
        end.countDown();
        tool.close();
        thread.join(END_LIMIT_MS);
    }

    private void run() {
        try {
            long pauseMs = Math.min(plan.everyMs(), FIRST_MS);
            while (!end.await(pauseMs, TimeUnit.MILLISECONDS)) {
                long tookMs = runOnce();
                pauseMs = Math.max(LEAST_PAUSE_MS, plan.everyMs() - tookMs);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private long runOnce() throws InterruptedException {
        long beganNs = System.nanoTime();
        long beganMs = clockMs.getAsLong();
        try {
            BackupTool.Holding holding = tool.backUp();
            status = status.good(
                    beganMs, clockMs.getAsLong(), msSince(beganNs), holding.lastSequence(), holding.bytes());
            if (plan.hook().isEmpty() || isHookGood(holding)) {
                recovered();
            }
        } catch (BackupFailure e) {
            failed(msSince(beganNs), e.getMessage());
        } catch (RuntimeException e) {
            LOG.error(LogId.BACKUP_FAULT.marker(), "A defect of the scheduled backup", e);
            failed(msSince(beganNs), "a defect of the scheduled backup; the log says more");
        }
        return msSince(beganNs);
    }

    /** Its failure is the run's failure, but no part of the run's time; one that was ended in the middle has no exit code. */
    private boolean isHookGood(BackupTool.Holding holding) throws InterruptedException {
        try {
            int exitCode = tool.runHook(holding);
            status = status.hookEnded(exitCode);
            if (exitCode == 0) {
                return true;
            }
            failed(
                    status.tookMs(),
                    "the hook " + plan.hook().orElseThrow() + " ended with " + exitCode
                            + ": the backup is good, its copy elsewhere may not be");
        } catch (BackupFailure e) {
            status = status.hookEnded(BackupStatus.NO_HOOK);
            failed(status.tookMs(), e.getMessage());
        }
        return false;
    }

    private void recovered() {
        degradation.end(Degradation.Part.BACKUP, degraded);
        degraded = "";
    }

    /** A stop ends what is under way, and is no failure. */
    private void failed(long tookMs, String reason) {
        if (end.getCount() == 0) {
            return;
        }
        status = status.failed(clockMs.getAsLong(), tookMs, reason);
        if (!reason.equals(degraded)) {
            degradation.end(Degradation.Part.BACKUP, degraded);
            degraded = reason;
            degradation.begin(Degradation.Part.BACKUP, reason);
        }
    }

    private static long msSince(long beganNs) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNs);
    }
}
