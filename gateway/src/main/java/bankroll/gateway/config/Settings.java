package bankroll.gateway.config;

import static bankroll.gateway.config.Setting.days;
import static bankroll.gateway.config.Setting.seconds;
import static bankroll.gateway.config.Setting.whole;

import bankroll.journal.Frame;
import bankroll.journal.JournalContext;
import bankroll.journal.SyncPolicy;
import bankroll.protocol.LedgerSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.regex.Pattern;

/** Every setting with a single value, its default and its bounds; and the names of those that are lists. */
final class Settings {
    static final String PLATFORMS = "platforms";
    static final String TOKENS = "operator.tokens";

    static final Setting<Path> DATA = new Setting<>("data", "./data", "a directory", Settings::path);
    static final Setting<Boolean> DEMO = Setting.yesOrNo("demo");

    static final Setting<HostPort> PLATFORM_LISTEN = address("platform.listen", "127.0.0.1:8080");
    static final Setting<String> BASE_PATH = new Setting<>(
            "platform.base-path", "/v1", "empty or a path like /v1, without a slash at its end", Settings::basePath);
    static final Setting<Integer> MAX_BODY_BYTES = whole("platform.max-body-bytes", 8 << 20, 1 << 10, 64 << 20);
    static final Setting<String> PROBLEM_TYPE_BASE = new Setting<>(
            "platform.problem-type-base", "urn:bankroll:problem:", "the beginning of an absolute URI", Settings::uri);
    static final Setting<Long> DEADLINE_MS = whole("platform.deadline-ms", 2_500L, 50L, 60_000L);
    static final Setting<Integer> RETRY_AFTER_SECONDS = whole("platform.retry-after-seconds", 2, 1, 3_600);
    static final Setting<Integer> MAX_CONNECTIONS = whole("platform.max-connections", 10_000, 1, 1_000_000);
    static final Setting<Integer> MAX_IN_FLIGHT = whole("platform.max-in-flight-per-connection", 16, 1, 1_024);
    static final Setting<Integer> SIGNATURE_TOLERANCE_SECONDS =
            whole("platform.signature-tolerance-seconds", 300, 1, 1_000_000_000);
    static final Setting<Integer> EVENT_LOOPS = whole("platform.event-loops", 1, 1, 64);

    static final Setting<HostPort> OPERATOR_LISTEN = address("operator.listen", "127.0.0.1:8081");

    static final Setting<SyncPolicy> SYNC = new Setting<>(
            "journal.sync",
            "always",
            "always, interval=<1 to " + SyncPolicy.MAX_INTERVAL_MS + " ms> or none",
            SyncPolicy::parse);
    static final Setting<Long> FILE_BYTES = whole(
            "journal.file-bytes",
            JournalContext.FILE_BYTES_DEFAULT,
            Frame.MAX_LENGTH + JournalContext.OVERHEAD_BYTES,
            JournalContext.FILE_BYTES_MAX);
    static final Setting<Long> LOW_WATER_BYTES =
            whole("journal.low-water-bytes", JournalContext.LOW_WATER_BYTES_DEFAULT, 0L, 1L << 50);
    static final Setting<Long> JOURNAL_KEPT_MS = days("journal.retention-days", 0, 0, 36_525);

    static final Setting<ZoneId> TIME_ZONE =
            new Setting<>("ledger.time-zone", "UTC", "a time zone like UTC or Europe/Vienna", ZoneId::of);
    static final Setting<Long> SESSION_IDLE_MS = seconds("ledger.session-idle-seconds", 3_600, 1, 31_622_400);
    static final Setting<Long> SESSION_MAX_AGE_MS = seconds("ledger.session-max-age-seconds", 86_400, 1, 31_622_400);
    static final Setting<Integer> SESSIONS_PER_PLAYER = whole(
            "ledger.max-sessions-per-player",
            LedgerSettings.DEFAULT.sessionsPerPlayer(),
            1,
            LedgerSettings.MOST_SESSIONS_PER_PLAYER);
    static final Setting<Long> LAUNCH_CODE_TTL_MS = seconds("ledger.launch-code-ttl-seconds", 300, 1, 604_800);
    static final Setting<Long> LIMIT_RAISE_DELAY_MS =
            seconds("ledger.limit-raise-delay-seconds", 86_400, 0, 31_622_400);
    static final Setting<Boolean> REFUSE_ROLLBACK_AFTER_PAYOUT =
            new Setting<>("ledger.rollback-after-payout", "reverse", "reverse or refuse", text -> switch (text) {
                case "reverse" -> false;
                case "refuse" -> true;
                default -> throw new IllegalArgumentException(text);
            });

    static final Setting<Integer> RING_CAPACITY = whole("engine.ring-capacity", 4_096, 16, 1 << 20);
    static final Setting<Long> IN_FLIGHT_BYTES = whole("engine.in-flight-bytes", 256L << 20, 16L << 20, 64L << 30);

    static final Setting<Long> SNAPSHOT_TRANSACTIONS =
            whole("snapshot.every-transactions", 10_000_000L, 0L, (long) Integer.MAX_VALUE);
    static final Setting<Long> SNAPSHOT_MS = seconds("snapshot.every-seconds", 900, 1, 86_400);
    static final Setting<Integer> SNAPSHOTS_KEPT = whole("snapshot.keep", 2, 1, 1_000);

    static final List<Setting<?>> ALL = List.of(
            DATA,
            DEMO,
            PLATFORM_LISTEN,
            BASE_PATH,
            MAX_BODY_BYTES,
            PROBLEM_TYPE_BASE,
            DEADLINE_MS,
            RETRY_AFTER_SECONDS,
            MAX_CONNECTIONS,
            MAX_IN_FLIGHT,
            SIGNATURE_TOLERANCE_SECONDS,
            EVENT_LOOPS,
            OPERATOR_LISTEN,
            SYNC,
            FILE_BYTES,
            LOW_WATER_BYTES,
            JOURNAL_KEPT_MS,
            TIME_ZONE,
            SESSION_IDLE_MS,
            SESSION_MAX_AGE_MS,
            SESSIONS_PER_PLAYER,
            LAUNCH_CODE_TTL_MS,
            LIMIT_RAISE_DELAY_MS,
            REFUSE_ROLLBACK_AFTER_PAYOUT,
            RING_CAPACITY,
            IN_FLIGHT_BYTES,
            SNAPSHOT_TRANSACTIONS,
            SNAPSHOT_MS,
            SNAPSHOTS_KEPT);

    private static final Pattern BASE_PATH_FORM = Pattern.compile("(/[A-Za-z0-9._~-]+)*");

    private Settings() {}

    private static Setting<HostPort> address(String key, String fallback) {
        return new Setting<>(key, fallback, "HOST:PORT, for example 127.0.0.1:8080 or [::1]:8080", HostPort::parse);
    }

    private static Path path(String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException(text);
        }
        return Path.of(text);
    }

    private static String basePath(String text) {
        if (!BASE_PATH_FORM.matcher(text).matches()) {
            throw new IllegalArgumentException(text);
        }
        return text;
    }

    private static String uri(String text) {
        if (!URI.create(text + "code").isAbsolute()) {
            throw new IllegalArgumentException(text);
        }
        return text;
    }
}
