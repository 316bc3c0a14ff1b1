package bankroll.gateway.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The body of a small call, read by jackson-core under the rules of decisions §2: one object in strict UTF-8, at most
 * {@value #MAX_DEPTH} deep, no name twice in any object, nothing behind it. Only the members that are asked for are kept;
 * all else is judged and passed over. Types are strict, and {@code null} is absent for an optional member and malformed
 * for a required one.
 */
public final class JsonObject {
    /** How deep a body may nest; the root counts as 1. */
    public static final int MAX_DEPTH = 64;

    /** Most elements of a list in any call (operator API). */
    public static final int MAX_ELEMENTS = 500;

    private static final char DELETE = 0x7F;

    /** Digits of an integer that surely fits; no bound of a member is near it. */
    private static final int MAX_DIGITS = 18;

    /** Stands for a value of no use: a fraction, a long number, an object within an element. */
    private static final Object OTHER = new Object();

    /**
     * Lengths are bounded by the body and by each member's own rule. Names are not interned, and a crowded symbol table is
     * no fault of a request: a caller may send any names.
     */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
            .recyclerPool(JsonRecyclerPools.threadLocalPool())
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private final String path;
    private final Map<String, Object> members = new HashMap<>();

    private JsonObject(String path) {
        this.path = path;
    }

    /** Reads a body; of its root object and of the objects in its lists the members {@code wanted} are kept. */
    public static JsonObject read(byte[] body, int length, Set<String> wanted) throws MalformedRequest {
        // jackson lets overlong bytes, a byte order mark and half a surrogate pair pass
        int fault = Utf8Check.firstFault(body, length);
        if (fault != Utf8Check.CLEAN) {
            throw new MalformedRequest("the body is not valid UTF-8 at byte " + fault
                    + " (a byte order mark, invalid or overlong bytes, or half a surrogate pair)");
        }
        try (JsonParser json = FACTORY.createParser(body, 0, length)) {
            return whole(json, wanted);
        } catch (IOException e) {
            throw new IllegalStateException("a parser of bytes in memory reads nothing", e);
        }
    }

    private static JsonObject whole(JsonParser json, Set<String> wanted) throws IOException, MalformedRequest {
        try {
            return root(json, wanted);
        } catch (JsonProcessingException notJson) {
            throw new MalformedRequest("the body is not valid JSON, has a name twice in one object, or is over "
                    + MAX_DEPTH + " deep, near byte " + json.currentLocation().getByteOffset());
        }
    }

    private static JsonObject root(JsonParser json, Set<String> wanted) throws IOException, MalformedRequest {
        if (json.nextToken() != JsonToken.START_OBJECT) {
            throw new MalformedRequest("the body must be an object");
        }
        JsonObject root = new JsonObject("");
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String name = json.currentName();
            if (json.nextToken() == JsonToken.START_ARRAY && wanted.contains(name)) {
                root.members.put(name, elements(json, name, wanted));
            } else {
                root.member(json, name, wanted);
            }
        }
        if (json.nextToken() != null) {
            throw new MalformedRequest("there is something after the JSON object, before byte "
                    + json.currentLocation().getByteOffset());
        }
        return root;
    }

    /** The elements of a list; those beyond the bound are judged, and only the first of them is kept, to be counted. */
    private static List<Object> elements(JsonParser json, String name, Set<String> wanted) throws IOException {
        List<Object> elements = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            if (elements.size() > MAX_ELEMENTS) {
                json.skipChildren();
            } else if (json.currentToken() == JsonToken.START_OBJECT) {
                JsonObject element = new JsonObject(name + "[" + elements.size() + "].");
                while (json.nextToken() != JsonToken.END_OBJECT) {
                    String member = json.currentName();
                    json.nextToken();
                    element.member(json, member, wanted);
                }
                elements.add(element);
            } else {
                json.skipChildren();
                elements.add(OTHER);
            }
        }
        return elements;
    }

    private void member(JsonParser json, String name, Set<String> wanted) throws IOException {
        if (wanted.contains(name)) {
            members.put(name, scalar(json));
        }
        json.skipChildren();
    }

    private static Object scalar(JsonParser json) throws IOException {
        return switch (json.currentToken()) {
            case VALUE_NULL -> null;
            case VALUE_STRING -> json.getText();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NUMBER_INT -> json.getTextLength() > MAX_DIGITS ? OTHER : json.getLongValue();
            default -> OTHER;
        };
    }

    /** Whether the member stands in the object, if only as {@code null}. */
    public boolean has(String name) {
        return members.containsKey(name);
    }

    /** A required text of 1 to {@code most} characters. */
    public String required(String name, int most) throws MalformedRequest {
        String text = optional(name, most);
        if (text == null || text.isEmpty()) {
            throw refused(name, "is missing or empty");
        }
        return text;
    }

    /** An optional id: null when absent or empty. */
    public String optionalId(String name, int most) throws MalformedRequest {
        String text = optional(name, most);
        return text == null || text.isEmpty() ? null : text;
    }

    /** An optional text of at most {@code most} characters (code points), none of them a control character. */
    public String optional(String name, int most) throws MalformedRequest {
        Object value = members.get(name);
        if (value == null) {
            return null;
        }
        if (!(value instanceof String text)) {
            throw refused(name, "must be a string");
        }
        if (text.chars().anyMatch(c -> c < ' ' || c == DELETE)) {
            throw refused(name, "must not hold control characters");
        }
        if (text.length() > most && text.codePointCount(0, text.length()) > most) {
            throw refused(name, "must be at most " + most + " characters long");
        }
        return text;
    }

    /** A required word out of a set. */
    public String word(String name, Set<String> words) throws MalformedRequest {
        String text = required(name, Integer.MAX_VALUE);
        if (!words.contains(text)) {
            throw refused(
                    name,
                    "must be one of "
                            + String.join(", ", words.stream().sorted().toList()));
        }
        return text;
    }

    /** An optional yes or no; no when absent. */
    public boolean flag(String name) throws MalformedRequest {
        Object value = members.get(name);
        if (value != null && !(value instanceof Boolean)) {
            throw refused(name, "must be true or false");
        }
        return Boolean.TRUE.equals(value);
    }

    /** An optional integer between two bounds, written without fraction or exponent. */
    public long integer(String name, long least, long most, long whenAbsent) throws MalformedRequest {
        Object value = members.get(name);
        if (value == null) {
            return whenAbsent;
        }
        if (!(value instanceof Long number) || number < least || number > most) {
            throw refused(name, "must be an integer from " + least + " to " + most);
        }
        return number;
    }

    /** A required list of so many objects; of the root only. */
    public List<JsonObject> list(String name, int least, int most) throws MalformedRequest {
        Object value = members.get(name);
        if (value == null && !has(name)) {
            throw refused(name, "is missing");
        }
        if (!(value instanceof List<?> elements)) {
            throw refused(name, "must be an array");
        }
        if (elements.size() < least || elements.size() > most) {
            throw refused(name, "must have " + least + " to " + most + " elements");
        }
        List<JsonObject> objects = new ArrayList<>(elements.size());
        for (Object element : elements) {
            if (!(element instanceof JsonObject object)) {
                throw refused(name + "[" + objects.size() + "]", "must be an object");
            }
            objects.add(object);
        }
        return objects;
    }

    /** The refusal of a member of this object. */
    public MalformedRequest refused(String name, String rule) {
        return new MalformedRequest(path + name + " " + rule);
    }
}
