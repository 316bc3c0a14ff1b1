package bankroll.gateway.config;

import java.util.Locale;
import java.util.function.Function;

/**
 * One setting with a single value.
 *
 * @param key its name in the file, for example {@code platform.listen}
 * @param defaultText its value when nobody says otherwise
 * @param allowed what it may be, to be read after "must be"
 * @param parser throws {@link RuntimeException} for what isn't allowed
 * @param <T> what it is read to
 */
record Setting<T>(String key, String defaultText, String allowed, Function<String, T> parser) {

    /** {@code BANKROLL_PLATFORM_LISTEN} for {@code platform.listen}. */
    String environmentName() {
        return "BANKROLL_" + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    static Setting<Integer> whole(String key, int fallback, int least, int most) {
        return new Setting<>(
                key, Integer.toString(fallback), range(least, most), text -> (int) bounded(text, least, most));
    }

    static Setting<Long> whole(String key, long fallback, long least, long most) {
        return new Setting<>(key, Long.toString(fallback), range(least, most), text -> bounded(text, least, most));
    }

    /** A length of time written in seconds and read to milliseconds. */
    static Setting<Long> seconds(String key, long fallback, long least, long most) {
        return new Setting<>(
                key, Long.toString(fallback), range(least, most), text -> bounded(text, least, most) * 1000);
    }

    /** A length of time written in days and read to milliseconds. */
    static Setting<Long> days(String key, long fallback, long least, long most) {
        return new Setting<>(
                key, Long.toString(fallback), range(least, most), text -> bounded(text, least, most) * 86_400_000);
    }

    static Setting<Boolean> yesOrNo(String key) {
        return new Setting<>(key, "false", "true or false", text -> switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException(text);
        });
    }

    private static String range(long least, long most) {
        return "a whole number from " + least + " to " + most;
    }

    private static long bounded(String text, long least, long most) {
        long value = Long.parseLong(text);
        if (value < least || value > most) {
            throw new IllegalArgumentException(text);
        }
        return value;
    }
}
