package bankroll.gateway.json;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The body of a small call, read by {@link JsonScanner} under the rules of decisions §2: one object in strict UTF-8, at
 * most {@value JsonScanner#MAX_DEPTH} deep, no name twice in any object, nothing behind it. Only the members that are asked for
 * are kept; all else is judged and passed over. Types are strict, and {@code null} is absent for an optional member and malformed
 * for a required one.
 */
public final class JsonObject {
    /** So many elements of a list are kept: no call takes more (operator API). */
    static final int MAX_ELEMENTS = 500;

    private static final char DELETE = 0x7F;

    /** The rest of a longer text isn't kept: what is left is still longer than any text of a call may be. */
    private static final int MAX_TEXT_BYTES = (4_096 + 1) * 4;
    /** The same of the texts in a list's elements, of which there are hundreds. */
    private static final int MAX_ELEMENT_TEXT_BYTES = (2_048 + 1) * 4;

    /** Digits of an integer that surely fits; no bound of a member is near it. */
    private static final int MAX_DIGITS = 18;

    private static final Pattern INTEGER = Pattern.compile("-?[0-9]{1," + MAX_DIGITS + "}");

    /** Stands for a value of no use: a fraction, a long number, an object within an element. */
    private static final Object OTHER = new Object();

    private final String path;
    private final Map<String, Object> members = new HashMap<>();

    private JsonObject(String path) {
        this.path = path;
    }

    /**
     * Reads a body; of its root object and of the objects in its lists the members {@code wanted} are kept. The body is
     * changed where strings have escapes.
     */
    public static JsonObject read(byte[] body, int length, Set<String> wanted) throws MalformedRequest {
        return new Reader(body, length, wanted).root();
    }

    /** One reading of one body. */
    private static final class Reader {
        private final JsonScanner json = new JsonScanner();
        private final byte[] body;
        private final Set<String> wanted;
        private final int longestName;

        Reader(byte[] body, int length, Set<String> wanted) {
            this.body = body;
            this.wanted = wanted;
            this.longestName = wanted.stream().mapToInt(String::length).max().orElse(0);
            json.open(body, length);
        }

        JsonObject root() throws MalformedRequest {
            JsonObject root = new JsonObject("");
            json.enterObject("the body");
            while (json.nextName()) {
                String name = nameIfWanted();
                if (name != null && json.isAt('[')) {
                    root.members.put(name, elements(name));
                } else {
                    member(root, name, MAX_TEXT_BYTES);
                }
            }
            json.end();
            return root;
        }

        /** The elements of a list; those beyond the bound are judged, and only the first of them is kept, to be counted. */
        private List<Object> elements(String list) throws MalformedRequest {
            List<Object> elements = new ArrayList<>();
            json.enterArray(list);
            while (json.nextElement()) {
                if (elements.size() > MAX_ELEMENTS || !json.isAt('{')) {
                    json.skip();
                    if (elements.size() <= MAX_ELEMENTS) {
                        elements.add(OTHER);
                    }
                } else {
                    elements.add(element(list + "[" + elements.size() + "]."));
                }
            }
            return elements;
        }

        private JsonObject element(String path) throws MalformedRequest {
            JsonObject element = new JsonObject(path);
            json.enterObject("an element");
            while (json.nextName()) {
                member(element, nameIfWanted(), MAX_ELEMENT_TEXT_BYTES);
            }
            return element;
        }

        /** The name just read, or null if nobody asks for its value. */
        private String nameIfWanted() throws MalformedRequest {
            json.noteName();
            String name = json.name(longestName);
            return name != null && wanted.contains(name) ? name : null;
        }

        private void member(JsonObject object, String name, int mostBytes) throws MalformedRequest {
            if (name == null) {
                json.skip();
            } else {
                object.members.put(name, value(mostBytes));
            }
        }

        private Object value(int mostBytes) throws MalformedRequest {
            if (json.isAt('"')) {
                json.string();
                return new String(body, json.start(), Math.min(json.size(), mostBytes), StandardCharsets.UTF_8);
            }
            int start = json.position();
            json.skip();
            String text = new String(
                    body, start, Math.min(json.position() - start, MAX_DIGITS + 2), StandardCharsets.US_ASCII);
            return switch (text) {
                case "null" -> null;
                case "true" -> true;
                case "false" -> false;
                default -> INTEGER.matcher(text).matches() ? (Object) Long.parseLong(text) : OTHER;
            };
        }
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
        if (hasControl(text)) {
            throw refused(name, "must not hold control characters");
        }
        if (text.length() > most && text.codePointCount(0, text.length()) > most) {
            throw refused(name, "must be at most " + most + " characters long");
        }
        return text;
    }

    private static boolean hasControl(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < ' ' || text.charAt(i) == DELETE) {
                return true;
            }
        }
        return false;
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
