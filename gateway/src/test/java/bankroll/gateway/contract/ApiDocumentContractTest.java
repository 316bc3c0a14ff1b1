package bankroll.gateway.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.contract.kit.Answer;
import bankroll.gateway.contract.kit.Call;
import bankroll.gateway.contract.kit.Endpoint;
import bankroll.gateway.contract.kit.OpenApi;
import bankroll.gateway.contract.kit.RawHttp;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each listener hands out the document of its own API, and that document knows every method of every path. */
class ApiDocumentContractTest extends ContractTest {
    private static final String PATH = "/openapi.yaml";

    private Endpoint endpoint(String listener) {
        return listener.equals("platform") ? wallet.endpoint() : operator.endpoint();
    }

    /** What the document that a listener hands out says of where it stands. */
    static String server(Endpoint endpoint) {
        String text = fetch(endpoint, "GET", PATH).shouldBe(200).text();
        return text.lines()
                .filter(line -> line.startsWith("  - url: "))
                .map(line -> line.substring("  - url: ".length()).replace("'", ""))
                .findFirst()
                .orElseThrow();
    }

    /** From the root of the listener, which no base path leads to. */
    private static Answer fetch(Endpoint endpoint, String method, String path) {
        try (RawHttp raw = new RawHttp(
                URI.create(endpoint.base().getScheme() + "://" + endpoint.base().getAuthority()))) {
            return raw.send(Call.of(method, path));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"platform", "operator"})
    void shouldHandOutItsDocumentToAnybody(String listener) throws IOException {
        byte[] document = Files.readAllBytes(OpenApi.file(listener + ".yaml"));

        Answer answer = fetch(endpoint(listener), "GET", PATH).shouldBe(200);

        assertEquals("application/yaml", answer.mediaType());
        assertArrayEquals(document, answer.body());
        assertEquals(0, fetch(endpoint(listener), "HEAD", PATH).shouldBe(200).body().length);
        fetch(endpoint(listener), "POST", PATH).shouldBeProblem(405, "not_found");
    }

    @ParameterizedTest
    @ValueSource(strings = {"platform", "operator"})
    void shouldDescribeEveryMethodOfEveryPath(String listener) {
        OpenApi api = listener.equals("platform") ? OpenApi.PLATFORM : OpenApi.OPERATOR;
        api.document().path("paths").properties().forEach(path -> {
            Set<String> described = path.getValue().propertyNames().stream()
                    .filter(member -> !member.equals("parameters"))
                    .map(method -> method.toUpperCase(Locale.ROOT))
                    .collect(Collectors.toCollection(TreeSet::new));
            if (described.contains("GET")) {
                described.add("HEAD");
            }
            String somewhere = path.getKey().replaceAll("\\{[^}]*}", "some");
            Answer answer = endpoint(listener).send(Call.of("TRACE", somewhere)).shouldBeProblem(405, "not_found");
            String allowed = answer.header("allow").orElseThrow();
            assertEquals(described, new TreeSet<>(Arrays.asList(allowed.split(", "))), path.getKey());
        });
    }

    @Test
    void shouldKeepTheContractsPathsForTheContract() {
        assertTrue(wallet.endpoint().base().getPath().endsWith("/v1"));
        wallet.send(Call.get(PATH)).shouldBeProblem(404, "not_found");
    }
}
