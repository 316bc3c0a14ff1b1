package bankroll.gateway.config;

import bankroll.protocol.LedgerSettings;
import java.util.ArrayList;
import java.util.List;

/** Makes the effective configuration out of its layers: flag &gt; environment &gt; file &gt; default. */
public final class ConfigurationLoader {
    private final ConfigurationSources sources;
    private final Findings findings = new Findings();

    private ConfigurationLoader(ConfigurationSources sources) {
        this.sources = sources;
    }

    /**
     * Reads, checks and freezes.
     *
     * @throws ConfigurationException names every unknown key and every bad value at once
     */
    public static Configuration load(ConfigurationSources sources) {
        return new ConfigurationLoader(sources).load();
    }

    private Configuration load() {
        EnvironmentNames.check(sources.environment(), findings);
        ConfigurationFile file = ConfigurationFile.read(sources.file(), findings);
        SettingResolver settings = new SettingResolver(sources, file, findings);
        Configuration scalars = scalars(settings);
        PlatformsReader platforms = PlatformsReader.read(sources, file, findings);
        TokensReader tokens = TokensReader.read(sources, file, findings);
        List<EffectiveValue> values = new ArrayList<>(settings.values());
        values.addAll(tokens.values());
        values.addAll(platforms.values());
        OperatorListener operator = new OperatorListener(scalars.operator().listen(), tokens.tokens());
        refuseUnsignedOutside(scalars.platform().listen(), operator.listen(), platforms.platforms());
        refuseOnePort(scalars.platform().listen(), operator.listen());
        findings.throwIfAny();
        return new Configuration(
                scalars.data(),
                scalars.demo(),
                scalars.platform(),
                operator,
                platforms.platforms(),
                scalars.journal(),
                scalars.ledger(),
                scalars.launchCodeTtlMs(),
                scalars.engine(),
                List.copyOf(values),
                findings.warnings());
    }

    /** All that is a single value; its parties are still empty. */
    private static Configuration scalars(SettingResolver settings) {
        return new Configuration(
                settings.get(Settings.DATA),
                settings.get(Settings.DEMO),
                platformListener(settings),
                new OperatorListener(settings.get(Settings.OPERATOR_LISTEN), List.of()),
                List.of(),
                new JournalSettings(
                        settings.get(Settings.SYNC),
                        settings.get(Settings.FILE_BYTES),
                        settings.get(Settings.LOW_WATER_BYTES),
                        settings.get(Settings.JOURNAL_KEPT_MS)),
                new LedgerSettings(
                        settings.get(Settings.TIME_ZONE).getId(),
                        settings.get(Settings.SESSION_IDLE_MS),
                        settings.get(Settings.SESSION_MAX_AGE_MS),
                        settings.get(Settings.LIMIT_RAISE_DELAY_MS),
                        settings.get(Settings.REFUSE_ROLLBACK_AFTER_PAYOUT),
                        settings.get(Settings.SESSIONS_PER_PLAYER)),
                settings.get(Settings.LAUNCH_CODE_TTL_MS),
                new EngineSettings(
                        settings.get(Settings.RING_CAPACITY),
                        settings.get(Settings.IN_FLIGHT_BYTES),
                        settings.get(Settings.SNAPSHOT_TRANSACTIONS),
                        settings.get(Settings.SNAPSHOT_MS),
                        settings.get(Settings.SNAPSHOTS_KEPT)),
                List.of(),
                List.of());
    }

    private static PlatformListener platformListener(SettingResolver settings) {
        return new PlatformListener(
                settings.get(Settings.PLATFORM_LISTEN),
                settings.get(Settings.BASE_PATH),
                settings.get(Settings.MAX_BODY_BYTES),
                settings.get(Settings.PROBLEM_TYPE_BASE),
                settings.get(Settings.DEADLINE_MS),
                settings.get(Settings.RETRY_AFTER_SECONDS),
                settings.get(Settings.MAX_CONNECTIONS),
                settings.get(Settings.MAX_IN_FLIGHT),
                settings.get(Settings.SIGNATURE_TOLERANCE_SECONDS),
                settings.get(Settings.EVENT_LOOPS));
    }

    /** Decisions §1: an unsigned platform is for one machine alone. */
    private void refuseUnsignedOutside(HostPort platform, HostPort operator, List<Platform> platforms) {
        List<String> unsigned = platforms.stream()
                .filter(it -> it.scheme() == SignatureScheme.OFF)
                .map(Platform::name)
                .toList();
        if (unsigned.size() > 1) {
            findings.problem("platforms " + String.join(", ", unsigned)
                    + " all have scheme off, so nothing tells who calls; one at most");
        }
        if (!unsigned.isEmpty() && !(platform.isLoopback() && operator.isLoopback())) {
            findings.problem("platform " + unsigned.get(0) + " has scheme off: that is allowed only while"
                    + " platform.listen (" + platform + ") and operator.listen (" + operator
                    + ") are both on loopback, like 127.0.0.1");
        }
    }

    private void refuseOnePort(HostPort platform, HostPort operator) {
        if (platform.equals(operator) && platform.port() != 0) {
            findings.problem("platform.listen and operator.listen are both " + platform
                    + "; the operator's API needs a port of its own");
        }
    }
}
