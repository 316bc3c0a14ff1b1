package bankroll.gateway.config;

import bankroll.gateway.backup.BackupContext;
import bankroll.gateway.config.Findings.NearestName;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The variables that the service knows; any other that begins with {@code BANKROLL_} is a finding. */
public final class EnvironmentNames {
    /** One or more signing secrets of the platform {@code default}, separated by spaces. */
    static final String PLATFORM_SECRET = "BANKROLL_PLATFORM_SECRET";
    /** An admin token named {@code env}. */
    static final String OPERATOR_TOKEN = "BANKROLL_OPERATOR_TOKEN";

    /** Read by logback, which takes what it doesn't know for DEBUG. */
    private static final String LOG_LEVEL = "BANKROLL_LOG_LEVEL";

    /** Read by logback, too. */
    private static final String LOG_FORMAT = "BANKROLL_LOG_FORMAT";

    private static final Set<String> LOG_FORMATS = Set.of("text", "json");

    /** Those of the start script and of the log settings, the file's name, and what a backup's hook is told. */
    private static final Set<String> OTHERS = Set.of(
            "BANKROLL_JAVA_OPTS",
            EnvironmentNames.LOG_LEVEL,
            EnvironmentNames.LOG_FORMAT,
            "BANKROLL_CONFIG",
            BackupContext.HOOK_DIRECTORY,
            BackupContext.HOOK_SEQUENCE);
    /** Kubernetes sets these by itself for a service that is called bankroll. */
    private static final Pattern ORCHESTRATOR =
            Pattern.compile("BANKROLL_(SERVICE_(HOST|PORT(_.*)?)|PORT(_[0-9]+_(TCP|UDP)(_.*)?)?)");

    private static final Set<String> LOG_LEVELS = Set.of("OFF", "ERROR", "WARN", "INFO", "DEBUG", "TRACE");

    private EnvironmentNames() {}

    /**
     * Has what is no level stand for INFO, so that nothing is logged before it is refused. To be called before anything asks for a
     * logger.
     */
    public static void keepToKnownLogLevels() {
        String level = System.getenv(LOG_LEVEL);
        if (level != null && !isLogLevel(level)) {
            System.setProperty(LOG_LEVEL, "INFO");
        }
    }

    /** What a variable means here that in another shell is what {@code call} calls with. */
    static String adds(String variable, String party, String others) {
        return variable + " (environment) adds " + party + " to the " + others
                + " of the configuration; unset it, if it was set for a client such as \"./bankroll call\"";
    }

    private static boolean isLogLevel(String level) {
        return LOG_LEVELS.contains(level.toUpperCase(Locale.ROOT));
    }

    static void check(Map<String, String> environment, Findings findings) {
        Set<String> known = new TreeSet<>(OTHERS);
        known.add(PLATFORM_SECRET);
        known.add(OPERATOR_TOKEN);
        Settings.ALL.forEach(setting -> known.add(setting.environmentName()));
        new TreeSet<>(environment.keySet())
                .stream()
                        .filter(name -> name.startsWith("BANKROLL_") && !known.contains(name))
                        .filter(name -> !ORCHESTRATOR.matcher(name).matches())
                        .forEach(name -> findings.unknownVariable(name, known));
        String level = environment.get(LOG_LEVEL);
        if (level != null && !isLogLevel(level)) {
            findings.problem(LOG_LEVEL + " (environment): must be OFF, ERROR, WARN, INFO, DEBUG or TRACE"
                    + NearestName.hint(level, LOG_LEVELS));
        }
        String format = environment.get(LOG_FORMAT);
        if (format != null && !LOG_FORMATS.contains(format)) {
            findings.problem(
                    LOG_FORMAT + " (environment): must be text or json" + NearestName.hint(format, LOG_FORMATS));
        }
    }
}
