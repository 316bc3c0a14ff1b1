package bankroll.gateway.operator;

import com.fasterxml.jackson.core.JsonToken;
import java.util.Map;
import java.util.Set;

/**
 * The wanted members of one JSON object, read by the conventions of decisions §2: types are strict, {@code null} is
 * absent for an optional member and malformed for a required one.
 */
final class Members {
    private static final int MAX_INTEGER_DIGITS = 18;

    private final String path;
    private final Map<String, Value> values;

    Members(String path, Map<String, Value> values) {
        this.path = path;
        this.values = values;
    }

    /** Whether the member stands in the object, if only as {@code null}. */
    boolean has(String name) {
        return values.containsKey(name);
    }

    /** A required text of 1 to {@code most} characters. */
    String required(String name, int most) throws MalformedException {
        String text = optional(name, most);
        if (text == null) {
            throw refused(name, "is required");
        }
        if (text.isEmpty()) {
            throw refused(name, "must not be empty");
        }
        return text;
    }

    /** An optional id: null when absent or empty. */
    String optionalId(String name, int most) throws MalformedException {
        String text = optional(name, most);
        return text == null || text.isEmpty() ? null : text;
    }

    /** An optional text of at most {@code most} characters; null when absent. */
    String optional(String name, int most) throws MalformedException {
        Value value = present(name);
        if (value == null) {
            return null;
        }
        if (value.token != JsonToken.VALUE_STRING) {
            throw refused(name, "must be a string");
        }
        Texts.check(path + name, value.text, most);
        return value.text;
    }

    /** A required word out of a set. */
    String word(String name, Set<String> words) throws MalformedException {
        String text = required(name, Integer.MAX_VALUE);
        if (!words.contains(text)) {
            throw refused(
                    name,
                    "must be one of "
                            + String.join(", ", words.stream().sorted().toList()));
        }
        return text;
    }

    /** A required amount. */
    MinorUnits amount(String name) throws MalformedException {
        MinorUnits amount = MinorUnits.parse(required(name, Integer.MAX_VALUE));
        if (amount == null) {
            throw refused(name, "must be 1 to 19 digits with an optional minus sign before them");
        }
        return amount;
    }

    /** A required amount of zero or above. */
    long amountNotNegative(String name) throws MalformedException {
        MinorUnits amount = amount(name);
        if (amount.negative()) {
            throw refused(name, "must not be negative");
        }
        return amount.magnitude();
    }

    /** An optional yes or no; no when absent. */
    boolean flag(String name) throws MalformedException {
        Value value = present(name);
        if (value != null && !value.token.isBoolean()) {
            throw refused(name, "must be true or false");
        }
        return value != null && value.token == JsonToken.VALUE_TRUE;
    }

    /** An optional whole number between two bounds. */
    long integer(String name, long least, long most, long whenAbsent) throws MalformedException {
        Value value = present(name);
        if (value == null) {
            return whenAbsent;
        }
        boolean isLong = value.token == JsonToken.VALUE_NUMBER_INT && value.text.length() <= MAX_INTEGER_DIGITS;
        long number = isLong ? Long.parseLong(value.text) : Long.MIN_VALUE;
        if (!isLong || number < least || number > most) {
            throw refused(name, "must be a whole number from " + least + " to " + most);
        }
        return number;
    }

    /** The refusal of a member of this object. */
    MalformedException refused(String name, String rule) {
        return new MalformedException(path + name + " " + rule);
    }

    private Value present(String name) {
        Value value = values.get(name);
        return value == null || value.token == JsonToken.VALUE_NULL ? null : value;
    }

    /**
     * A value as it came.
     *
     * @param token what it is; the start of an object or array stands for the whole
     * @param text of a scalar
     */
    record Value(JsonToken token, String text) {}
}
