package bankroll.gateway.backup;

import bankroll.gateway.config.BackupSettings;
import bankroll.gateway.config.Configuration;
import bankroll.gateway.config.Settings;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What is asked for.
 *
 * @param data the data directory
 * @param to the backup's directory
 * @param everyMs from the beginning of one run to that of the next
 * @param hook a program that is run after a good backup, with the backup's directory as its argument
 * @param hookLimitMs after this time the hook is killed
 * @param nice of both processes, 0 to 19
 */
public record BackupPlan(Path data, Path to, long everyMs, Optional<Path> hook, long hookLimitMs, int nice) {
    /** What a configuration asks for; nothing where it names no directory. */
    public static Optional<BackupPlan> of(Configuration configuration) {
        return configuration
                .get(BackupSettings.TO)
                .map(to -> new BackupPlan(
                        configuration.get(Settings.DATA),
                        to,
                        configuration.get(BackupSettings.EVERY_MS),
                        configuration.get(BackupSettings.HOOK),
                        configuration.get(BackupSettings.HOOK_LIMIT_MS),
                        configuration.get(BackupSettings.NICE)));
    }
}
