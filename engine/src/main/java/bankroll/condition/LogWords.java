package bankroll.condition;

import java.util.Locale;
import java.util.Set;

/**
 * What the environment may say of the log. Logback reads it and takes a level that it doesn't know for DEBUG; config/logback.xml
 * has both forms of each line where the format is none.
 */
public final class LogWords {
    /** The least level that is logged. */
    public static final String LEVEL = "BANKROLL_LOG_LEVEL";
    /** What a line looks like. */
    public static final String FORMAT = "BANKROLL_LOG_FORMAT";

    public static final Set<String> LEVELS = Set.of("OFF", "ERROR", "WARN", "INFO", "DEBUG", "TRACE");
    public static final Set<String> FORMATS = Set.of("text", "json");

    private LogWords() {}

    /**
     * Keeps from logback what is no level and no format; who must refuse it does so later. To be called at the beginning of each
     * {@code main}, before anything asks for a logger.
     *
     * @param level for an environment that names none, or nothing that is one
     * @return whether the environment names a level
     */
    public static boolean keepToKnown(String level) {
        String format = System.getenv(FORMAT);
        if (format != null && !isFormat(format)) {
            System.setProperty(FORMAT, "text");
        }
        String named = System.getenv(LEVEL);
        boolean isNamed = named != null && isLevel(named);
        if (!isNamed) {
            System.setProperty(LEVEL, level);
        }
        return isNamed;
    }

    /** Whether this is a level, in whatever letters. */
    public static boolean isLevel(String word) {
        return LEVELS.contains(word.toUpperCase(Locale.ROOT));
    }

    /** Whether this is a format, as it stands. */
    public static boolean isFormat(String word) {
        return FORMATS.contains(word);
    }
}
