package bankroll.gateway.config;

import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;

/**
 * One setting with a single value: all that is known of it.
 *
 * @param key its name in the file, for example {@code platform.listen}
 * @param defaultText its value when nobody says otherwise
 * @param allowed what it may be, to be read after "must be"
 * @param meaning what it does, in sentences
 * @param parser throws {@link RuntimeException} for what isn't allowed
 * @param target writes its value where it goes
 * @param shown its text as {@code ./bankroll config} shows it
 * @param <T> what it is read to
 */
public record Setting<T>(
        String key,
        String defaultText,
        String allowed,
        String meaning,
        Function<String, T> parser,
        BiConsumer<Contexts, T> target,
        UnaryOperator<String> shown) {
    private static final String AUTO = "auto";

    /** {@code BANKROLL_PLATFORM_LISTEN} for {@code platform.listen}. */
    String environmentName() {
        return "BANKROLL_" + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    /** A setting that nobody's options hold: who needs it asks the configuration. */
    static <T> Setting<T> of(String key, String fallback, String allowed, Function<String, T> parser) {
        return new Setting<>(key, fallback, allowed, "", parser, (contexts, value) -> {}, UnaryOperator.identity());
    }

    static Setting<Integer> whole(String key, int fallback, int least, int most) {
        return number(key, fallback, least, most, value -> (int) value);
    }

    static Setting<Long> whole(String key, long fallback, long least, long most) {
        return number(key, fallback, least, most, value -> value);
    }

    /** A whole number, or {@code auto}, the default: what was computed from the source. */
    static Setting<Long> wholeOrAuto(String key, long computed, String source, long least, long most) {
        Setting<Long> number = whole(key, computed, least, most);
        return new Setting<>(
                key,
                AUTO,
                AUTO + " or " + number.allowed,
                "",
                text -> text.equals(AUTO) ? computed : number.parser.apply(text),
                number.target,
                text -> text.equals(AUTO) ? AUTO + ": " + computed + ", computed from " + source : text);
    }

    /** A length of time written in seconds and read to milliseconds. */
    static Setting<Long> seconds(String key, long fallback, long least, long most) {
        return number(key, fallback, least, most, value -> value * 1_000);
    }

    /** A length of time written in days and read to milliseconds. */
    static Setting<Long> days(String key, long fallback, long least, long most) {
        return number(key, fallback, least, most, value -> value * 86_400_000);
    }

    /** One of two words, of which the first is the default. */
    static Setting<Boolean> either(String key, String whenFalse, String whenTrue, String allowed) {
        return of(key, whenFalse, allowed, text -> {
            if (!text.equals(whenTrue) && !text.equals(whenFalse)) {
                throw new IllegalArgumentException(text);
            }
            return text.equals(whenTrue);
        });
    }

    /** Says what it does. */
    Setting<T> means(String text) {
        return new Setting<>(key, defaultText, allowed, text, parser, target, shown);
    }

    /** Says where it goes. */
    Setting<T> to(BiConsumer<Contexts, T> options) {
        return new Setting<>(key, defaultText, allowed, meaning, parser, options, shown);
    }

    private static <T> Setting<T> number(String key, long fallback, long least, long most, LongFunction<T> unit) {
        String range = "a whole number from " + least + " to " + most;
        return of(key, Long.toString(fallback), range, text -> {
            long value = Long.parseLong(text);
            if (value < least || value > most) {
                throw new IllegalArgumentException(text);
            }
            return unit.apply(value);
        });
    }
}
