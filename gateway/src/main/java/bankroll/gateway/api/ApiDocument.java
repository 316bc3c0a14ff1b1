package bankroll.gateway.api;

import bankroll.gateway.http.Exchange;
import bankroll.gateway.http.Routes;
import io.netty.util.AsciiString;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * {@code GET /openapi.yaml}: the listener's own OpenAPI document, outside of the API's paths. Anybody may read it: it stands
 * in every release, and says nothing of this installation but the base path. Any thread.
 */
public final class ApiDocument implements Routes.Handler {
    private static final String PATH = "/openapi.yaml";
    /** RFC 9512. */
    private static final AsciiString YAML = AsciiString.cached("application/yaml");

    private static final String SERVER = "\n  - url: ";

    private final byte[] document;

    private ApiDocument(byte[] document) {
        this.document = document;
    }

    /**
     * Adds the document to the routes of one event loop.
     *
     * @param name of the file under docs/openapi
     * @param root before every path that it describes; {@code /} for none
     */
    public static void addTo(Routes routes, String name, String root) {
        routes.add("GET", PATH, new ApiDocument(read(name, root)));
    }

    @Override
    public void handle(Exchange exchange) {
        exchange.reply(200, YAML, exchange.newBody(document.length).writeBytes(document));
    }

    private static byte[] read(String name, String root) {
        try (InputStream in = ApiDocument.class.getResourceAsStream("/bankroll/openapi/" + name)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            int from = text.indexOf(SERVER) + SERVER.length();
            String here = text.substring(0, from) + '\'' + root.replace("'", "''") + '\'';
            return (here + text.substring(text.indexOf('\n', from))).getBytes(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
