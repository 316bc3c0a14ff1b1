package bankroll.gateway.backup;

import bankroll.agent.AgentHost;
import bankroll.agent.Doorbell;
import bankroll.agent.FailurePolicy;
import bankroll.condition.Degradation;
import bankroll.condition.LogId;
import bankroll.gateway.backup.BackupTool.BackupFailure;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.agrona.concurrent.Agent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Backs up a running service every so often, as an agent. Whatever fails degrades {@link Degradation.Part#BACKUP}
 * and is tried again at the next time; the service goes on. {@link #status} and {@link #close} are for any thread.
 */
public final class BackupSchedule implements Agent, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BackupSchedule.class);
    /** A service that starts again and again has other things to do than to look through its backup. */
    private static final long FIRST_MS = 60_000;

    private static final long LEAST_PAUSE_MS = 1_000;

    private final BackupContext context;
    private final BackupTool tool;
    private final Degradation degradation;
    private final LongSupplier clockMs;
    private final Doorbell doorbell = Doorbell.every(FIRST_MS);
    private volatile BackupStatus status;
    private volatile boolean isOver;
    private AgentHost.Hosted hosted = () -> {};
    private long dueNs;
    private String trouble;

    BackupSchedule(BackupContext context, Degradation degradation, LongSupplier clockMs, long firstMs) {
        this.context = context;
        this.tool = new BackupTool(context);
        this.degradation = degradation;
        this.clockMs = clockMs;
        this.status = BackupStatus.begun(context.to().toString(), context.everyMs, clockMs.getAsLong());
        dueIn(firstMs);
    }

    /** From now on; the first backup comes after a minute, or after backup.every when that is less. */
    public static BackupSchedule begin(BackupContext context, Degradation degradation, LongSupplier clockMs) {
        BackupSchedule schedule =
                new BackupSchedule(context, degradation, clockMs, Math.min(context.everyMs, FIRST_MS));
        schedule.hosted = AgentHost.THREADS.host(
                schedule, schedule.doorbell, FailurePolicy.degrade(degradation, Degradation.Part.BACKUP));
        return schedule;
    }

    /** The service took other secrets. */
    public void secrets(List<String> fresh) {
        context.secrets(fresh);
    }

    /** How it stands. */
    public BackupStatus status() {
        return status;
    }

    /** Ends a run that is under way: what it had finished is in the backup, the next run adds the rest. */
    @Override
    public void close() {
        isOver = true;
        tool.close();
        hosted.end();
    }

    /** The run that is due; its thread sleeps until the next one. */
    @Override
    public int doWork() throws InterruptedException {
        if (System.nanoTime() - dueNs >= 0 && !isOver) {
            long tookMs = runOnce();
            dueIn(Math.max(LEAST_PAUSE_MS, context.everyMs - tookMs));
        }
        doorbell.sleepAtMost(dueNs - System.nanoTime());
        return 0;
    }

    private void dueIn(long ms) {
        dueNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
    }

    private long runOnce() throws InterruptedException {
        long beganNs = System.nanoTime();
        try {
            long beganMs = clockMs.getAsLong();
            BackupTool.Holding holding = tool.backUp();
            status = status.good(
                    beganMs, clockMs.getAsLong(), msSince(beganNs), holding.lastSequence(), holding.bytes());
            if (context.hook.isEmpty() || isHookGood(holding)) {
                trouble = degradation.replace(Degradation.Part.BACKUP, trouble, null);
            }
        } catch (BackupFailure e) {
            failed(msSince(beganNs), e.getMessage());
        } catch (RuntimeException | Error e) {
            // an Error, too: what is thrown from here on leaves the run due, and the next turn begins it again at once
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
                    "the hook " + context.hook.orElseThrow() + " ended with " + exitCode
                            + ": the backup is good, its copy elsewhere may not be");
        } catch (BackupFailure e) {
            status = status.hookEnded(BackupStatus.NO_HOOK);
            failed(status.tookMs(), e.getMessage());
        }
        return false;
    }

    /** A stop ends what is under way, and is no failure. */
    private void failed(long tookMs, String reason) {
        if (isOver) {
            return;
        }
        status = status.failed(clockMs.getAsLong(), tookMs, reason);
        trouble = degradation.replace(Degradation.Part.BACKUP, trouble, reason);
    }

    @Override
    public String roleName() {
        return "backup";
    }

    private static long msSince(long beganNs) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNs);
    }
}
