package bankroll.gateway.config;

import bankroll.condition.LogWords;
import bankroll.gateway.backup.BackupContext;
import bankroll.gateway.config.Findings.NearestName;
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

    /** Those of the start script and of the log settings, the file's name, and what a backup's hook is told. */
    private static final Set<String> OTHERS = Set.of(
            "BANKROLL_JAVA_OPTS",
            LogWords.LEVEL,
            LogWords.FORMAT,
            "BANKROLL_CONFIG",
            BackupContext.HOOK_DIRECTORY,
            BackupContext.HOOK_SEQUENCE);
    /** Kubernetes sets these by itself for a service that is called bankroll. */
    private static final Pattern ORCHESTRATOR =
            Pattern.compile("BANKROLL_(SERVICE_(HOST|PORT(_.*)?)|PORT(_[0-9]+_(TCP|UDP)(_.*)?)?)");

    private EnvironmentNames() {}

    /** What a variable means here that in another shell is what {@code call} calls with. */
    static String adds(String variable, String party, String others) {
        return variable + " (environment) adds " + party + " to the " + others
                + " of the configuration; unset it, if it was set for a client such as \"./bankroll call\"";
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
        String level = environment.get(LogWords.LEVEL);
        if (level != null && !LogWords.isLevel(level)) {
            findings.problem(LogWords.LEVEL + " (environment): must be OFF, ERROR, WARN, INFO, DEBUG or TRACE"
                    + NearestName.hint(level, LogWords.LEVELS));
        }
        String format = environment.get(LogWords.FORMAT);
        if (format != null && !LogWords.isFormat(format)) {
            findings.problem(LogWords.FORMAT + " (environment): must be text or json"
                    + NearestName.hint(format, LogWords.FORMATS));
        }
    }
}
