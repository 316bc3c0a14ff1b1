package bankroll.gateway.contract.kit;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;

/** {@code docs/openapi.yaml} as a judge: is this answer one that the description allows? Thread-safe. */
public final class OpenApi {
    private static final String ID = "https://bankroll.invalid/openapi.json";
    private static final OpenApi INSTANCE = new OpenApi(read(root().resolve("docs/openapi.yaml")));

    private final JsonNode document;
    private final SchemaRegistry registry;
    private final Map<String, Schema> schemas = new ConcurrentHashMap<>();

    private OpenApi(JsonNode document) {
        this.document = document;
        SchemaRegistryConfig config =
                SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build();
        this.registry = SchemaRegistry.withDefaultDialect(
                SpecificationVersion.DRAFT_2020_12,
                builder -> builder.schemas(Map.of(ID, Json.write(document))).schemaRegistryConfig(config));
    }

    /** The description of this repository. */
    public static OpenApi instance() {
        return INSTANCE;
    }

    /** The whole description. */
    public JsonNode document() {
        return document;
    }

    /** Throws when the description doesn't allow this answer to this call. */
    public void check(String method, String path, Answer answer) {
        String problem = judge(method, path, answer);
        if (problem != null) {
            throw new AssertionError(
                    method + " " + path + " is answered against docs/openapi.yaml: " + problem + "\n" + answer);
        }
    }

    /** What is wrong with the answer, null when it is allowed. */
    public String judge(String method, String path, Answer answer) {
        if (answer.status() == 204 || "HEAD".equals(method)) {
            return answer.body().length == 0 ? null : "a body where there must be none";
        }
        String response = response(method, path, answer.status());
        if (response == null) {
            return "status " + answer.status() + " isn't described";
        }
        return wrongHeader(response, answer) != null ? wrongHeader(response, answer) : wrongBody(response, answer);
    }

    private String wrongHeader(String response, Answer answer) {
        for (Map.Entry<String, JsonNode> header : at(response).path("headers").properties()) {
            boolean required = at(resolved(response + "/headers/" + escape(header.getKey())))
                    .path("required")
                    .asBoolean(false);
            if (required && answer.header(header.getKey()).isEmpty()) {
                return "header " + header.getKey() + " is missing";
            }
        }
        return null;
    }

    private String wrongBody(String response, Answer answer) {
        JsonNode content = at(response).path("content");
        if (content.isEmpty()) {
            return null;
        }
        if (!content.has(answer.mediaType())) {
            return "media type " + answer.mediaType() + " isn't described";
        }
        if (!answer.mediaType().endsWith("json")) {
            return null;
        }
        List<Error> errors = schema(response + "/content/" + escape(answer.mediaType()) + "/schema")
                .validate(answer.json());
        return errors.isEmpty() ? null : errors.toString();
    }

    /** The JSON pointer of the response that describes this status. */
    private String response(String method, String path, int status) {
        String operation = operation(method, path);
        if (operation != null && at(operation + "/responses").has(Integer.toString(status))) {
            return resolved(operation + "/responses/" + status);
        }
        if (status == 404) {
            return "/components/responses/NotFound";
        }
        if (status == 405) {
            return "/components/responses/MethodNotAllowed";
        }
        boolean httpLayer = operation == null && status == 400;
        return httpLayer ? "/components/responses/Malformed" : null;
    }

    private String operation(String method, String path) {
        String plain = path.split("\\?", 2)[0];
        for (Map.Entry<String, JsonNode> each : document.path("paths").properties()) {
            String template =
                    Pattern.compile("\\{[^}]*}").matcher(each.getKey()).replaceAll("[^/]+");
            String lower = method.toLowerCase(java.util.Locale.ROOT);
            if (plain.matches(template) && each.getValue().has(lower)) {
                return "/paths/" + escape(each.getKey()) + "/" + lower;
            }
        }
        return null;
    }

    /** The schema at a JSON pointer of the description. */
    public Schema schema(String pointer) {
        return schemas.computeIfAbsent(pointer, at -> registry.getSchema(SchemaLocation.of(ID + "#" + at)));
    }

    private String resolved(String pointer) {
        String reference = at(pointer).path("$ref").asString("");
        return reference.isEmpty() ? pointer : reference.substring(1);
    }

    private JsonNode at(String pointer) {
        return document.at(pointer);
    }

    private static String escape(String key) {
        return key.replace("~", "~0").replace("/", "~1");
    }

    private static Path root() {
        return Path.of(System.getProperty("bankroll.root", ".."));
    }

    /** Aliases are resolved here, which Jackson's own YAML reader doesn't do. */
    private static JsonNode read(Path file) {
        try {
            LoadSettings settings =
                    LoadSettings.builder().setMaxAliasesForCollections(200).build();
            return Json.tree(new Load(settings).loadFromString(Files.readString(file)));
        } catch (IOException e) {
            throw new UncheckedIOException("docs/openapi.yaml isn't there: set -Dbankroll.root to the repository", e);
        }
    }
}
