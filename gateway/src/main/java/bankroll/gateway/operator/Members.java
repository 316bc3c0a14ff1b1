package bankroll.gateway.operator;

import bankroll.gateway.request.JsonBody;
import bankroll.gateway.request.MalformedRequest;
import com.fasterxml.jackson.core.JsonToken;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The wanted members of one JSON object, read by the conventions of decisions §2: types are strict, {@code null} is
 * absent for an optional member and malformed for a required one.
 */
final class Members {
    private final String path;
    private final Map<String, Value> values = new HashMap<>();

    private Members(String path) {
        this.path = path;
    }

    /** Reads to the end of the object that was entered; {@code path} stands before the names in what is refused. */
    static Members read(JsonBody json, String path, Set<String> names) throws MalformedRequest {
        Members members = new Members(path);
        for (String name = json.nextName(); name != null; name = json.nextName()) {
            if (names.contains(name)) {
                members.values.put(name, value(json, path + name));
            } else {
                json.skip();
            }
        }
        return members;
    }

    private static Value value(JsonBody json, String what) throws MalformedRequest {
        JsonToken token = json.token();
        switch (token) {
            case VALUE_STRING:
                return new Value(token, json.string(what, Integer.MAX_VALUE), 0);
            case VALUE_NUMBER_INT:
                return new Value(token, null, json.integer(what, Long.MIN_VALUE, Long.MAX_VALUE));
            default:
                json.skip();
                return new Value(token, null, 0);
        }
    }

    /** Whether the member stands in the object, if only as {@code null}. */
    boolean has(String name) {
        return values.containsKey(name);
    }

    /** A required text of 1 to {@code most} characters. */
    String required(String name, int most) throws MalformedRequest {
        String text = optional(name, most);
        if (text == null || text.isEmpty()) {
            throw refused(name, "is missing or empty");
        }
        return text;
    }

    /** An optional id: null when absent or empty. */
    String optionalId(String name, int most) throws MalformedRequest {
        String text = optional(name, most);
        return text == null || text.isEmpty() ? null : text;
    }

    /** An optional text of at most {@code most} characters (code points); null when absent. */
    String optional(String name, int most) throws MalformedRequest {
        Value value = present(name);
        if (value == null) {
            return null;
        }
        if (value.token != JsonToken.VALUE_STRING) {
            throw refused(name, "must be a string");
        }
        if (value.text.length() > most && value.text.codePointCount(0, value.text.length()) > most) {
            throw refused(name, "must be at most " + most + " characters long");
        }
        return value.text;
    }

    /** A required word out of a set. */
    String word(String name, Set<String> words) throws MalformedRequest {
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
    MinorUnits amount(String name) throws MalformedRequest {
        MinorUnits amount = MinorUnits.parse(required(name, Integer.MAX_VALUE));
        if (amount == null) {
            throw refused(name, "must be 1 to 19 digits with an optional minus sign before them");
        }
        return amount;
    }

    /** A required amount of zero or above. */
    long amountNotNegative(String name) throws MalformedRequest {
        MinorUnits amount = amount(name);
        if (amount.negative()) {
            throw refused(name, "must not be negative");
        }
        return amount.magnitude();
    }

    /** An optional yes or no; no when absent. */
    boolean flag(String name) throws MalformedRequest {
        Value value = present(name);
        if (value != null && !value.token.isBoolean()) {
            throw refused(name, "must be true or false");
        }
        return value != null && value.token == JsonToken.VALUE_TRUE;
    }

    /** An optional whole number between two bounds. */
    long integer(String name, long least, long most, long whenAbsent) throws MalformedRequest {
        Value value = present(name);
        if (value == null) {
            return whenAbsent;
        }
        if (value.token != JsonToken.VALUE_NUMBER_INT || value.number < least || value.number > most) {
            throw refused(name, "must be an integer from " + least + " to " + most);
        }
        return value.number;
    }

    /** The refusal of a member of this object. */
    MalformedRequest refused(String name, String rule) {
        return new MalformedRequest(path + name + " " + rule);
    }

    private Value present(String name) {
        Value value = values.get(name);
        return value == null || value.token == JsonToken.VALUE_NULL ? null : value;
    }

    /**
     * A value as it came.
     *
     * @param token what it is; the start of an object or array stands for the whole
     * @param text of a string
     * @param number of an integer
     */
    private record Value(JsonToken token, String text, long number) {}
}
