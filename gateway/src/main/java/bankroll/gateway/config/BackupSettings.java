package bankroll.gateway.config;

import static bankroll.gateway.config.Setting.seconds;
import static bankroll.gateway.config.Setting.whole;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The settings of the scheduled backup; among those of {@code Settings}. */
public final class BackupSettings {
    private static final List<Setting<?>> LISTED = new ArrayList<>();

    /** The backup's directory. */
    public static final Setting<Optional<Path>> TO = list(SettingForms.optionalFile("backup.to", "a directory, or none")
            .means(
                    "Where the running service backs up to, as ./bankroll journal backup does: a directory on another disk or"
                            + " machine. none: no backups are scheduled.")
            .to((contexts, value) -> contexts.backup().to(value)));

    /** How often. */
    public static final Setting<Long> EVERY_MS = list(seconds("backup.every", 3_600, 1, 31_622_400)
            .means("From one backup to the next: what a lost disk costs at most. Each run adds what is new.")
            .to((contexts, value) -> contexts.backup().everyMs(value)));

    /** What is run behind it. */
    public static final Setting<Optional<Path>> HOOK =
            list(SettingForms.optionalFile("backup.hook", "a program, or none")
                    .means(
                            "A program that is run after each good backup, to copy it elsewhere, with the backup's directory as its"
                                    + " argument and as BANKROLL_BACKUP. Its exit code stands in the status; other than 0 is told"
                                    + " as degraded.")
                    .to((contexts, value) -> contexts.backup().hook(value)));

    /** How long that may take. */
    public static final Setting<Long> HOOK_LIMIT_MS = list(seconds("backup.hook-limit", 3_600, 1, 31_622_400)
            .means("The hook is killed after this time.")
            .to((contexts, value) -> contexts.backup().hookLimitMs(value)));

    /** How much they stand back. */
    public static final Setting<Integer> NICE = list(whole("backup.nice", 10, 0, 19)
            .means(
                    "How far backup and hook stand back behind everything else that wants a processor: 0 not at all, 19 as far as"
                            + " they can, so that they may take for ever on a busy machine.")
            .to((contexts, value) -> contexts.backup().nice(value)));

    /** All of them, in the order in which they are shown. */
    static final List<Setting<?>> ALL = List.copyOf(LISTED);

    private BackupSettings() {}

    private static <T> Setting<T> list(Setting<T> setting) {
        LISTED.add(setting);
        return setting;
    }
}
