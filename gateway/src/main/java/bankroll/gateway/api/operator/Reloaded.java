package bankroll.gateway.api.operator;

import bankroll.gateway.http.Exchange;
import bankroll.gateway.http.Problem;
import bankroll.gateway.json.Json;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What came of reading the configuration again.
 *
 * @param platforms how many may call now
 * @param tokens how many there are now
 * @param waiting keys of settings that were changed and wait for the next start
 * @param problems why nothing was changed, each a sentence without a secret; empty when all went well
 */
public record Reloaded(int platforms, int tokens, List<String> waiting, List<String> problems) {
    /** Nothing was changed. */
    public static Reloaded refused(List<String> problems) {
        return new Reloaded(0, 0, List.of(), problems);
    }

    /**
     * {@code POST reload}: as SIGHUP, and tells what came of it. Reading files may take as long as their disk does.
     *
     * @param reading reads the configuration again, for the token with this name; null while nobody can
     */
    static Consumer<Exchange> answer(Function<String, Reloaded> reading, String by) {
        return reading == null
                ? exchange -> exchange.problem(Problem.UNAVAILABLE, "the service is starting")
                : reading.apply(by)::answer;
    }

    private void answer(Exchange exchange) {
        if (problems.isEmpty()) {
            exchange.ok(body -> Json.write(body, this::members));
        } else {
            exchange.problem(Problem.CONFLICT, "all stays as it was: " + String.join("; ", problems));
        }
    }

    private void members(JsonGenerator json) throws IOException {
        json.writeNumberField("platforms", platforms);
        json.writeNumberField("tokens", tokens);
        json.writeArrayFieldStart("waiting_for_restart");
        for (String key : waiting) {
            json.writeString(key);
        }
        json.writeEndArray();
    }
}
