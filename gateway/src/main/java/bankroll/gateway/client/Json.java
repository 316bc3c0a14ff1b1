package bankroll.gateway.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;

/** The little JSON that a client needs: write an object, print prettily, take one member out. */
public final class Json {
    private static final JsonFactory FACTORY = new JsonFactory();

    private Json() {}

    /** An object of texts, objects (maps), lists and booleans; null values are left out. */
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
        } else if (value instanceof Boolean flag) {
            json.writeBoolean(flag);
        } else if (value instanceof Integer number) {
            json.writeNumber(number);
        } else {
            json.writeString(value.toString());
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

    /** The first member of that name, at any depth, when it is a text. */
    public static Optional<String> text(String json, String member) {
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
