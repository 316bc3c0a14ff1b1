package bankroll.tools.entry;

import bankroll.condition.ConditionException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/**
 * How amounts look outside: with so many digits behind the point, by currency, as {@code 2} or {@code EUR=2}. The journal
 * knows minor units only, so only the operator can say it. Without a word they stay minor units.
 */
public final class Decimals {
    private static final Pattern AMOUNT = Pattern.compile("(-?[0-9]{1,19})(?:\\.([0-9]{1,19}))?");

    @Option(
            names = "--decimals",
            paramLabel = "[CODE=]N",
            split = ",",
            description =
                    "Amounts have N digits behind the point, in this currency or in all: 2, or EUR=2,JPY=0 (default:"
                            + " minor units without a point).")
    private List<String> words = List.of();

    private final Map<String, Integer> digits = new HashMap<>();
    private Integer others;

    /** Takes the option's words, and refuses those that are none; to be called once, before the first amount. */
    public Decimals conclude() {
        others = words.isEmpty() ? 0 : null;
        for (String word : words) {
            int sign = word.lastIndexOf('=');
            int number = number(word.substring(sign + 1), word);
            if (sign < 0) {
                others = number;
            } else {
                digits.put(word.substring(0, sign), number);
            }
        }
        return this;
    }

    private static int number(String text, String word) {
        if (!text.matches("[0-9]")) {
            throw ConditionException.misuse(
                    "--decimals " + word + " is no number of digits: write 2 for all currencies, or EUR=2,JPY=0");
        }
        return Integer.parseInt(text);
    }

    /**
     * An amount of minor units as text.
     *
     * @throws ConditionException when nothing was said of this currency: money is not guessed
     */
    public String format(String currency, BigInteger minor) {
        Integer digits = digits(currency);
        if (digits == null && minor.signum() == 0) {
            return "0";
        }
        if (digits == null) {
            throw ConditionException.misuse("--decimals says nothing of " + currency + ": add " + currency + "=N");
        }
        return new BigDecimal(minor, digits).toPlainString();
    }

    /**
     * The minor units that a text from outside means, as digits; what can't be one is left to the reader.
     *
     * @throws IllegalArgumentException when it has more digits behind the point than there are, or nobody said how many
     */
    public String minor(String currency, String text) {
        Matcher amount = AMOUNT.matcher(text);
        if (words.isEmpty() || !amount.matches()) {
            return text;
        }
        Integer digits = digits(currency);
        if (digits == null) {
            throw new IllegalArgumentException(
                    currency == null
                            ? "it has no currency, and --decimals says nothing of all"
                            : "--decimals says nothing of " + currency);
        }
        String fraction = amount.group(2) == null ? "" : amount.group(2);
        if (fraction.length() > digits) {
            throw new IllegalArgumentException(
                    "amount \"" + text + "\" has more than " + digits + " digits behind the point");
        }
        return new BigDecimal(text).setScale(digits).unscaledValue().toString();
    }

    private Integer digits(String currency) {
        return digits.getOrDefault(currency, others);
    }
}
