package bankroll.gateway.ops;

import bankroll.gateway.backup.BackupStatus;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The scheduled backups; all of them 0 where none are scheduled. */
final class BackupFigures {
    private static final double MS_PER_SECOND = 1e3;

    private BackupFigures() {}

    static void register(PrometheusRegistry registry, Supplier<BackupStatus> status, LongSupplier clockMs) {
        FigureSource<BackupStatus> figures = new FigureSource<>(registry, status);
        figures.gauge(
                "bankroll_backup_interval_seconds",
                "From one scheduled backup to the next; 0: none are scheduled",
                backup -> backup.everyMs() / MS_PER_SECOND);
        figures.gauge(
                "bankroll_backup_age_seconds",
                "Since the last good backup began, or since the start when there was none",
                backup -> backup.ageMs(clockMs.getAsLong()) / MS_PER_SECOND);
        figures.gauge(
                "bankroll_backup_duration_seconds",
                "How long the last run took, without the hook",
                backup -> backup.tookMs() / MS_PER_SECOND);
        figures.gauge("bankroll_backup_bytes", "Size of the backup", BackupStatus::bytes);
        figures.counter(
                "bankroll_backup_failures",
                "Runs of the scheduled backup or of its hook that failed",
                BackupStatus::failures);
    }
}
