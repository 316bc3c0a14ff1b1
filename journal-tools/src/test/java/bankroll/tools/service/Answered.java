package bankroll.tools.service;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What the service answered to one transaction.
 *
 * @param id its id
 * @param status how it went
 * @param balance after it, or null
 * @param processedAt when, or null
 */
public record Answered(String id, String status, String balance, String processedAt) {
    private static final JsonFactory JSON = new JsonFactory();

    /** Whether money moved, or had moved before. */
    public boolean isOk() {
        return status.equals("ok");
    }

    /** The results of a batch, in order. */
    public static List<Answered> all(String body) {
        List<Answered> results = new ArrayList<>();
        try (JsonParser parser = JSON.createParser(body)) {
            while (parser.nextToken() != null) {
                if (isResult(parser)) {
                    results.add(one(parser));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return results;
    }

    /** A transaction as a lookup gives it. */
    public static Answered lookup(String id, String body) {
        try (JsonParser parser = JSON.createParser(body)) {
            parser.nextToken();
            Answered found = one(parser);
            if (!id.equals(found.id)) {
                throw new AssertionError("asked for " + id + ": " + body);
            }
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isResult(JsonParser parser) {
        return parser.currentToken() == JsonToken.START_OBJECT
                && parser.getParsingContext().getParent().inArray();
    }

    private static Answered one(JsonParser parser) throws IOException {
        String id = null;
        String status = null;
        String balance = null;
        String processedAt = null;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            switch (name) {
                case "transaction_id" -> id = parser.getText();
                case "status" -> status = parser.getText();
                case "balance" -> balance = parser.getText();
                case "processed_at" -> processedAt = parser.getText();
                default -> parser.skipChildren();
            }
        }
        return new Answered(id, status, balance, processedAt);
    }
}
