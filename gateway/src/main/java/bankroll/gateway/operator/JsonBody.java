package bankroll.gateway.operator;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads a body by the strict rules of decisions §2: valid UTF-8 without a byte order mark, one document, no member twice
 * at any depth, no lone surrogate, at most {@value #MAX_DEPTH} deep. Only what is asked for is kept; all else is checked
 * and passed over.
 */
final class JsonBody {
    /** How deep a document may be; the root counts as 1. */
    static final int MAX_DEPTH = 64;

    private static final int MAX_LENGTH = 1 << 30;
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxNumberLength(MAX_LENGTH)
                    .maxNameLength(MAX_LENGTH)
                    .maxStringLength(MAX_LENGTH)
                    .build())
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final JsonParser parser;

    private JsonBody(JsonParser parser) {
        this.parser = parser;
    }

    /** The named members of a root object. */
    static Members object(byte[] body, int length, Set<String> names) throws MalformedException {
        return read(body, length, json -> json.members("", names));
    }

    /** The named members of each object in a root object's array, which has {@code least} to {@code most} elements. */
    static List<Members> list(byte[] body, int length, ListShape shape) throws MalformedException {
        return read(body, length, json -> json.elements(shape));
    }

    private static <T> T read(byte[] body, int length, Reading<T> reading) throws MalformedException {
        String text = text(body, length);
        try (JsonParser parser = FACTORY.createParser(text)) {
            JsonBody json = new JsonBody(parser);
            if (json.next() != JsonToken.START_OBJECT) {
                throw new MalformedException("the body must be a JSON object");
            }
            T result = reading.from(json);
            if (json.next() != null) {
                throw new MalformedException("something follows the JSON document");
            }
            return result;
        } catch (JsonProcessingException e) {
            throw new MalformedException("the body is not valid JSON" + at(e));
        } catch (IOException e) {
            throw new IllegalStateException("reading memory can't fail", e);
        }
    }

    private static String text(byte[] body, int length) throws MalformedException {
        try {
            CharBuffer text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body, 0, length));
            if (text.length() > 0 && text.charAt(0) == BYTE_ORDER_MARK) {
                throw new MalformedException("the body starts with a byte order mark");
            }
            return text.toString();
        } catch (CharacterCodingException e) {
            throw new MalformedException("the body is not valid UTF-8");
        }
    }

    private static String at(JsonProcessingException e) {
        return e.getLocation() == null
                ? ""
                : " at line " + e.getLocation().getLineNr() + ", column "
                        + e.getLocation().getColumnNr();
    }

    private List<Members> elements(ListShape shape) throws IOException, MalformedException {
        List<Members> elements = null;
        while (next() != JsonToken.END_OBJECT) {
            boolean wanted = parser.currentName().equals(shape.name());
            JsonToken value = next();
            if (!wanted) {
                skip(value);
            } else if (value == JsonToken.START_ARRAY) {
                elements = array(shape);
            } else {
                throw new MalformedException(shape.name() + " must be an array");
            }
        }
        if (elements == null) {
            throw new MalformedException(shape.name() + " is required");
        }
        if (elements.size() < shape.least()) {
            throw new MalformedException(shape.bounds());
        }
        return elements;
    }

    private List<Members> array(ListShape shape) throws IOException, MalformedException {
        List<Members> elements = new ArrayList<>();
        while (next() != JsonToken.END_ARRAY) {
            if (elements.size() == shape.most()) {
                throw new MalformedException(shape.bounds());
            }
            String path = shape.name() + "[" + elements.size() + "]";
            if (parser.currentToken() != JsonToken.START_OBJECT) {
                throw new MalformedException(path + " must be an object");
            }
            elements.add(members(path + ".", shape.members()));
        }
        return elements;
    }

    private Members members(String path, Set<String> names) throws IOException, MalformedException {
        Map<String, Members.Value> values = new HashMap<>();
        while (next() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            JsonToken value = next();
            if (names.contains(name)) {
                values.put(name, new Members.Value(value, value.isScalarValue() ? parser.getText() : null));
            }
            skip(value);
        }
        return new Members(path, values);
    }

    private void skip(JsonToken value) throws IOException, MalformedException {
        if (!value.isStructStart()) {
            return;
        }
        for (int depth = 1; depth > 0; ) {
            JsonToken token = next();
            if (token.isStructStart()) {
                depth++;
            } else if (token.isStructEnd()) {
                depth--;
            }
        }
    }

    /** The next token; texts are checked even if nobody wants them. */
    private JsonToken next() throws IOException, MalformedException {
        JsonToken token = parser.nextToken();
        if (token == JsonToken.FIELD_NAME || token == JsonToken.VALUE_STRING) {
            requireWholeCharacters(parser.getText());
        }
        return token;
    }

    private static void requireWholeCharacters(String text) throws MalformedException {
        for (int i = 0; i < text.length(); i++) {
            if (!Character.isSurrogate(text.charAt(i))) {
                continue;
            }
            if (!Character.isSurrogatePair(text.charAt(i), i + 1 < text.length() ? text.charAt(i + 1) : ' ')) {
                throw new MalformedException("the body holds half a character (a lone surrogate)");
            }
            i++;
        }
    }

    /**
     * What a body with a list looks like.
     *
     * @param name of the array in the root object
     * @param least elements
     * @param most elements
     * @param members that are kept of each element
     */
    record ListShape(String name, int least, int most, Set<String> members) {
        /** Most elements of a bulk call (operator API). */
        static final int MAX_BULK = 500;

        static ListShape bulk(String name, Set<String> members) {
            return new ListShape(name, 1, MAX_BULK, members);
        }

        private String bounds() {
            return name + " must have " + least + " to " + most + " elements";
        }
    }

    private interface Reading<T> {
        T from(JsonBody json) throws IOException, MalformedException;
    }
}
