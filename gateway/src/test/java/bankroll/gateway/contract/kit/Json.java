package bankroll.gateway.contract.kit;

import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** JSON as trees: strict on what the service answers, free in what the tests send. */
public final class Json {
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNumberLength(Integer.MAX_VALUE)
                            .build())
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private Json() {}

    /** Reads an answer's body; duplicate members and trailing data are errors. */
    public static JsonNode read(byte[] body) {
        return MAPPER.readTree(body);
    }

    /** Reads a literal of a test. */
    public static JsonNode read(String text) {
        return MAPPER.readTree(text);
    }

    /** Writes any tree, map or value. */
    public static String write(Object value) {
        return MAPPER.writeValueAsString(value);
    }

    /** Plain maps and lists as a tree. */
    public static JsonNode tree(Object value) {
        return MAPPER.valueToTree(value);
    }

    /** An empty object. */
    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }
}
