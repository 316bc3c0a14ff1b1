package bankroll.gateway.json;

import bankroll.protocol.Amounts;
import bankroll.protocol.Rfc3339;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** JSON by jackson-core, for all that isn't a batch: answers, a client's calls, what is printed. Any thread. */
public final class Json {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .build();

    private Json() {}

    /** Writes an answer. */
    @FunctionalInterface
    public interface Content {
        /** Writes the members of the answer's one object. */
        void write(JsonGenerator json) throws IOException;
    }

    /** Appends an object to a buffer, in UTF-8. */
    public static void write(ByteBuf out, Content members) {
        try (OutputStream stream = new ByteBufOutputStream(out);
                JsonGenerator json = FACTORY.createGenerator(stream)) {
            json.writeStartObject();
            members.write(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory can't fail", e);
        }
    }

    /** A member that is a text; left out when null. */
    public static void text(JsonGenerator json, String name, String value) throws IOException {
        if (value != null) {
            json.writeStringField(name, value);
        }
    }

    /** A member that is an unsigned amount: a string, like all amounts. */
    public static void amount(JsonGenerator json, String name, long minor) throws IOException {
        json.writeStringField(name, Amounts.format(minor));
    }

    /** A member that is a time, as RFC 3339 in UTC with milliseconds. */
    public static void time(JsonGenerator json, String name, long timeMs) throws IOException {
        json.writeStringField(name, Rfc3339.format(timeMs));
    }

    /** The text of objects (maps), lists, texts, integers and booleans; members that are null are left out. */
    public static String write(Object value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            write(json, value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static void write(JsonGenerator json, Object value) throws IOException {
        if (value instanceof Map<?, ?> map) {
            json.writeStartObject();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                if (entry.getValue() != null) {
                    json.writeFieldName(entry.getKey().toString());
                    write(json, entry.getValue());
                }
            }
            json.writeEndObject();
        } else if (value instanceof Iterable<?> list) {
            json.writeStartArray();
            for (Object element : list) {
                write(json, element);
            }
            json.writeEndArray();
        } else {
            json.writePOJO(value);
        }
    }

    /** Indented; what is no JSON comes back as it is. */
    public static String pretty(String text) {
        StringWriter pretty = new StringWriter();
        try (JsonParser parser = FACTORY.createParser(text);
                JsonGenerator json = FACTORY.createGenerator(pretty).useDefaultPrettyPrinter()) {
            while (parser.nextToken() != null) {
                json.copyCurrentEvent(parser);
            }
        } catch (JsonProcessingException e) {
            return text;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return pretty.toString();
    }

    /**
     * What {@link #write} writes, read back: objects are maps, lists are lists, and texts, numbers, booleans and null are what
     * they are in Java.
     *
     * @throws IllegalArgumentException when the text is no JSON, or more than one value
     */
    public static Object read(String text) {
        try (JsonParser parser = FACTORY.createParser(text)) {
            parser.nextToken();
            Object value = value(parser);
            if (parser.nextToken() != null) {
                throw new IllegalArgumentException("there is more behind the value");
            }
            return value;
        } catch (IOException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static Object value(JsonParser parser) throws IOException {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.START_OBJECT) {
            Map<String, Object> members = new LinkedHashMap<>();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                members.put(name, value(parser));
            }
            return members;
        }
        if (token == JsonToken.START_ARRAY) {
            List<Object> elements = new ArrayList<>();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                elements.add(value(parser));
            }
            return elements;
        }
        if (token == null || !token.isScalarValue()) {
            throw new IllegalArgumentException("there is no value");
        }
        return scalar(parser, token);
    }

    private static Object scalar(JsonParser parser, JsonToken token) throws IOException {
        if (token.isNumeric()) {
            return parser.getNumberValue();
        }
        if (token == JsonToken.VALUE_NULL) {
            return null;
        }
        return token.isBoolean() ? parser.getBooleanValue() : parser.getText();
    }

    /** The texts of that name in the objects of a list that is a member of the one object; none where it is another text. */
    public static List<String> findAll(String json, String list, String member) {
        List<String> found = new ArrayList<>();
        try {
            if (read(json) instanceof Map<?, ?> whole && whole.get(list) instanceof List<?> elements) {
                for (Object element : elements) {
                    if (element instanceof Map<?, ?> object && object.get(member) instanceof String text) {
                        found.add(text);
                    }
                }
            }
        } catch (IllegalArgumentException e) {
            return List.of();
        }
        return found;
    }

    /** The first whole number of that name, at any depth; 0 where there is none. */
    public static long findNumber(String json, String member) {
        try (JsonParser parser = FACTORY.createParser(json)) {
            while (parser.nextToken() != null) {
                if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT && member.equals(parser.currentName())) {
                    return parser.getLongValue();
                }
            }
            return 0;
        } catch (IOException e) {
            return 0;
        }
    }

    /** The first member of that name, at any depth, when it is a text. */
    public static Optional<String> find(String json, String member) {
        try (JsonParser parser = FACTORY.createParser(json)) {
            while (parser.nextToken() != null) {
                boolean isIt = parser.currentToken() == JsonToken.FIELD_NAME
                        && parser.currentName().equals(member);
                if (isIt && parser.nextToken() == JsonToken.VALUE_STRING) {
                    return Optional.of(parser.getText());
                }
            }
            return Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
