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
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A document of {@code docs/openapi} as a judge: is this answer one that the description allows, and is every request that
 * the service takes one that it allows? Thread-safe.
 */
public final class OpenApi {
    /** What the platform calls. */
    public static final OpenApi PLATFORM = new OpenApi("platform.yaml");
    /** What the operator calls. */
    public static final OpenApi OPERATOR = new OpenApi("operator.yaml");

    private static final String PROBLEM = "application/problem+json";

    private final String name;
    private final String id;
    private final JsonNode document;
    private final SchemaRegistry registry;
    private final Map<String, Schema> schemas = new ConcurrentHashMap<>();

    private OpenApi(String name) {
        this.name = name;
        this.id = "https://bankroll.invalid/" + name;
        this.document = read(file(name));
        SchemaRegistryConfig config =
                SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build();
        this.registry = SchemaRegistry.withDefaultDialect(
                SpecificationVersion.DRAFT_2020_12,
                builder -> builder.schemas(Map.of(id, Json.write(document))).schemaRegistryConfig(config));
    }

    /** The document that a path belongs to. */
    public static OpenApi of(String path) {
        boolean isOperators = Stream.of("/operator/", "/health/", "/metrics").anyMatch(path::startsWith);
        return isOperators ? OPERATOR : PLATFORM;
    }

    /** Where a document stands in the repository. */
    public static Path file(String name) {
        return Path.of(System.getProperty("bankroll.root", ".."), "docs", "openapi", name);
    }

    /** The whole description. */
    public JsonNode document() {
        return document;
    }

    /** Throws when the description doesn't allow this answer to this call. */
    public void check(Call call, Answer answer) {
        String problem = judge(call.method(), call.path(), answer);
        if (problem == null && answer.status() == 200) {
            problem = wrongRequest(call);
        }
        if (problem != null) {
            throw new AssertionError(
                    call + " and its answer are not as docs/openapi/" + name + " has it: " + problem + "\n" + answer);
        }
    }

    /** What is wrong with a request that was taken, null when it is described; a null member is an absent one. */
    private String wrongRequest(Call call) {
        String operation = operation(call.method(), call.path());
        String schema = operation + "/requestBody/content/application~1json/schema";
        if (operation == null || at(schema).isMissingNode()) {
            return null;
        }
        List<Error> errors = schema(schema).validate(withoutNulls(Json.read(call.body())));
        return errors.isEmpty() ? null : "the request was taken, though " + errors;
    }

    private static JsonNode withoutNulls(JsonNode node) {
        if (node instanceof ObjectNode object) {
            object.removeIf(JsonNode::isNull);
        }
        node.forEach(OpenApi::withoutNulls);
        return node;
    }

    /** What is wrong with the answer, null when it is allowed. */
    public String judge(String method, String path, Answer answer) {
        if (answer.status() == 204 || "HEAD".equals(method)) {
            return answer.body().length == 0 ? null : "a body where there must be none";
        }
        String operation = operation(method, path);
        String response = operation + "/responses/" + answer.status();
        if (operation == null || at(response).isMissingNode()) {
            return ofNoOperation(operation, answer);
        }
        String resolved = resolved(response);
        String header = wrongHeader(resolved, answer);
        return header != null ? header : wrongBody(resolved, answer);
    }

    /** What no operation answers: another path, another method, or HTTP that can't be read. */
    private String ofNoOperation(String operation, Answer answer) {
        String code = answer.status() == 400 && operation == null ? "malformed_request" : "not_found";
        boolean isGeneral = answer.status() == 404 || answer.status() == 405 || code.equals("malformed_request");
        if (!isGeneral) {
            return "status " + answer.status() + " isn't described";
        }
        if (answer.status() == 405 && answer.header("allow").isEmpty()) {
            return "header allow is missing";
        }
        String problem = wrongProblem("/components/schemas/Problem", answer);
        return problem != null || code.equals(answer.member("code")) ? problem : "its code isn't " + code;
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
        if (!content.has(answer.mediaType())) {
            return "media type " + answer.mediaType() + " isn't described";
        }
        String described = response + "/content/" + escape(answer.mediaType());
        if (answer.mediaType().equals(PROBLEM)) {
            String problem = wrongProblem(described + "/schema", answer);
            return problem != null ? problem : wrongExample(at(described + "/examples"), answer);
        }
        return answer.mediaType().endsWith("json") ? errors(described + "/schema", answer) : null;
    }

    private String wrongProblem(String schema, Answer answer) {
        if (!answer.mediaType().equals(PROBLEM)) {
            return "a failure that is no problem document";
        }
        boolean isSame = answer.json().path("status").asInt(-1) == answer.status();
        boolean isNamed = answer.json().path("type").asString("").endsWith(answer.member("code"));
        String errors = errors(schema, answer);
        return errors != null || isSame && isNamed ? errors : "status or type isn't that of this answer";
    }

    /** Each code that an answer can have stands there with an example, title and all. */
    private static String wrongExample(JsonNode examples, Answer answer) {
        JsonNode example = examples.path(answer.member("code")).path("value");
        if (example.isMissingNode()) {
            return "code " + answer.member("code") + " isn't described";
        }
        String title = example.path("title").asString();
        return title.equals(answer.member("title")) ? null : "the title in the description is another: " + title;
    }

    private String errors(String schema, Answer answer) {
        List<Error> errors = schema(schema).validate(answer.json());
        return errors.isEmpty() ? null : errors.toString();
    }

    private String operation(String method, String path) {
        String plain = path.split("\\?", 2)[0];
        for (Map.Entry<String, JsonNode> each : document.path("paths").properties()) {
            String template =
                    Pattern.compile("\\{[^}]*}").matcher(each.getKey()).replaceAll("[^/]+");
            String lower = method.toLowerCase(Locale.ROOT);
            if (plain.matches(template) && each.getValue().has(lower)) {
                return "/paths/" + escape(each.getKey()) + "/" + lower;
            }
        }
        return null;
    }

    /** The schema at a JSON pointer of the description. */
    public Schema schema(String pointer) {
        return schemas.computeIfAbsent(pointer, at -> registry.getSchema(SchemaLocation.of(id + "#" + at)));
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

    /** Aliases are resolved here, which Jackson's own YAML reader doesn't do. */
    private static JsonNode read(Path file) {
        try {
            LoadSettings settings =
                    LoadSettings.builder().setMaxAliasesForCollections(200).build();
            return Json.tree(new Load(settings).loadFromString(Files.readString(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(file + " isn't there: set -Dbankroll.root to the repository", e);
        }
    }
}
