package bankroll.bench.load;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Picks members out of JSON where time doesn't matter. Stateless; any thread. */
final class JsonMembers {
    private static final JsonFactory JSON = new JsonFactory();

    private JsonMembers() {}

    /** All values of a member, at any depth, in order. */
    static List<String> of(String json, String name) {
        List<String> values = new ArrayList<>();
        try (JsonParser parser = JSON.createParser(json)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.FIELD_NAME && parser.currentName().equals(name)) {
                    values.add(parser.nextTextValue());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("no JSON: " + json, e);
        }
        return values;
    }

    /** The same, when there are {@code count} of them, each {@code expected} unless that is null; else it fails. */
    static List<String> require(String json, String name, String expected, int count) {
        List<String> values = of(json, name);
        boolean asExpected = expected == null || values.stream().allMatch(expected::equals);
        if (values.size() != count || !asExpected) {
            throw new IllegalStateException("expected " + name + " " + expected + " " + count + " times, got "
                    + json.substring(0, Math.min(2000, json.length())));
        }
        return values;
    }
}
