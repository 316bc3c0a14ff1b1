package bankroll.gateway.ops;

import bankroll.gateway.backup.BackupStatus;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The scheduled backups; all of them 0 where none are scheduled. */
final class BackupFigures {
    private static final double MS_PER_SECOND = 1e3;

    private BackupFigures() {}

    static void register(PrometheusRegistry registry, Supplier<BackupStatus> status, LongSupplier clockMs) {
        gauge(
                registry,
                "bankroll_backup_interval_seconds",
                "From one scheduled backup to the next; 0: none are scheduled",
                () -> status.get().everyMs() / MS_PER_SECOND);
        gauge(
                registry,
                "bankroll_backup_age_seconds",
                "Since the last good backup began, or since the start when there was none",
                () -> status.get().ageMs(clockMs.getAsLong()) / MS_PER_SECOND);
        gauge(
                registry,
                "bankroll_backup_duration_seconds",
                "How long the last run took, without the hook",
                () -> status.get().tookMs() / MS_PER_SECOND);
        gauge(
                registry,
                "bankroll_backup_bytes",
                "Size of the backup",
                () -> status.get().bytes());
        CounterWithCallback.builder()
                .name("bankroll_backup_failures")
                .help("Runs of the scheduled backup or of its hook that failed")
                .callback(callback -> callback.call(status.get().failures()))
                .register(registry);
    }

    private static void gauge(PrometheusRegistry registry, String name, String help, DoubleSupplier value) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .callback(callback -> callback.call(value.getAsDouble()))
                .register(registry);
    }
}
