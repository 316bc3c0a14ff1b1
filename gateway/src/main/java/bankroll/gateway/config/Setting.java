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
 * @param shown its text as {@code ./bankroll config} shows it; a text that isn't allowed as it is
 * @param isReadAgain whether a running service takes up a new value when it is told to read its configuration again
 * @param <T> what it is read to
 */
public record Setting<T>(
        String key,
        String defaultText,
        String allowed,
        String meaning,
        Function<String, T> parser,
        BiConsumer<Contexts, T> target,
        UnaryOperator<String> shown,
        boolean isReadAgain) {
    private static final String AUTO = "auto";

    /** {@code BANKROLL_PLATFORM_LISTEN} for {@code platform.listen}. */
    String environmentName() {
        return "BANKROLL_" + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    /** A setting of which must be said what it means and where it goes. */
    static <T> Setting<T> of(String key, String fallback, String allowed, Function<String, T> parser) {
        return new Setting<>(key, fallback, allowed, "", parser, nowhere(key), UnaryOperator.identity(), false);
    }

    static Setting<Integer> whole(String key, int fallback, long least, long most) {
        return number(key, Quantity.COUNT, fallback, least, most, value -> (int) value);
    }

    static Setting<Long> whole(String key, long fallback, long least, long most) {
        return number(key, Quantity.COUNT, fallback, least, most, value -> value);
    }

    /** A size in bytes. */
    static Setting<Long> bytes(String key, long fallback, long least, long most) {
        return number(key, Quantity.BYTES, fallback, least, most, value -> value);
    }

    /** A size in bytes that fits an int. */
    static Setting<Integer> bytes(String key, int fallback, long least, long most) {
        return number(key, Quantity.BYTES, fallback, least, most, value -> (int) value);
    }

    /** A size in bytes, or {@code auto}, the default: what was computed from the source. */
    static Setting<Long> bytesOrAuto(String key, long computed, String source, long least, long most) {
        return auto(bytes(key, computed, least, most), computed, Quantity.BYTES.show(computed), source);
    }

    /** A plain number, or {@code auto}, the default: what was computed from the source. */
    static Setting<Integer> wholeOrAuto(String key, int computed, String source, int least, int most) {
        return auto(whole(key, computed, least, most), computed, Integer.toString(computed), source);
    }

    private static <T> Setting<T> auto(Setting<T> number, T computed, String words, String source) {
        String found = AUTO + ": " + words + ", computed from " + source;
        return new Setting<>(
                number.key,
                AUTO,
                AUTO + " or " + number.allowed,
                "",
                text -> text.equals(AUTO) ? computed : number.parser.apply(text),
                number.target,
                text -> text.equals(AUTO) ? found : number.shown.apply(text),
                false);
    }

    /** A length of time in milliseconds. */
    static Setting<Long> milliseconds(String key, long fallback, long least, long most) {
        return number(key, Quantity.MILLISECONDS, fallback, least, most, value -> value);
    }

    /** A length of time in whole seconds, read to milliseconds. */
    static Setting<Long> seconds(String key, long fallback, long least, long most) {
        return number(key, Quantity.SECONDS, fallback, least, most, value -> value * 1_000);
    }

    /** A length of time in whole seconds, and read to them. */
    static Setting<Integer> wholeSeconds(String key, int fallback, int least, int most) {
        return number(key, Quantity.SECONDS, fallback, least, most, value -> (int) value);
    }

    /** A length of time in whole days, read to milliseconds. */
    static Setting<Long> days(String key, long fallback, long least, long most) {
        return number(key, Quantity.DAYS, fallback, least, most, value -> value * 86_400_000);
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

    /** Its value when nobody says otherwise. */
    public T fallback() {
        return parser.apply(defaultText);
    }

    /** Says what it does. */
    Setting<T> means(String text) {
        return new Setting<>(key, defaultText, allowed, text, parser, target, shown, isReadAgain);
    }

    /** Says where it goes. */
    Setting<T> to(BiConsumer<Contexts, T> options) {
        return new Setting<>(key, defaultText, allowed, meaning, parser, options, shown, isReadAgain);
    }

    /** Says that it goes to nobody's options: who needs it stands above the configuration, and asks it. */
    Setting<T> asked() {
        return to((contexts, value) -> {});
    }

    /** A running service takes up a new value. */
    Setting<T> readAgain() {
        return new Setting<>(key, defaultText, allowed, meaning, parser, target, shown, true);
    }

    private static <T> Setting<T> number(
            String key, Quantity quantity, long fallback, long least, long most, LongFunction<T> read) {
        Setting<Long> written = of(key, quantity.show(fallback), quantity.range(least, most), text -> {
            long value = quantity.parse(text);
            if (value < least || value > most) {
                throw new IllegalArgumentException(text);
            }
            return value;
        });
        return new Setting<>(
                key,
                written.defaultText,
                written.allowed,
                "",
                text -> read.apply(written.parser.apply(text)),
                nowhere(key),
                text -> shown(written, quantity, text),
                false);
    }

    private static <T> BiConsumer<Contexts, T> nowhere(String key) {
        return (contexts, value) -> {
            throw new IllegalStateException(key + " doesn't say where it goes");
        };
    }

    private static String shown(Setting<Long> number, Quantity quantity, String text) {
        try {
            return quantity.show(number.parser.apply(text));
        } catch (RuntimeException e) {
            return text;
        }
    }
}
