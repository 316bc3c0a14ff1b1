package bankroll.gateway.client;

import bankroll.condition.ConditionException;
import bankroll.gateway.json.Json;
import java.net.http.HttpHeaders;
import java.util.Optional;

/**
 * What the service answered.
 *
 * @param status of HTTP
 * @param body as text
 * @param headers as they came
 */
public record HttpAnswer(int status, String body, HttpHeaders headers) {
    static final String RETRY_AFTER = "retry-after";

    /** Whether it is 2xx. */
    public boolean isOk() {
        return status / 100 == 2;
    }

    /** Whether the service does the same for somebody else just now. */
    public boolean isBusy() {
        return isBusy(status, headers);
    }

    static boolean isBusy(int status, HttpHeaders headers) {
        return status == 409 && headers.firstValue(RETRY_AFTER).isPresent();
    }

    /** Its status, and why, where the service says it. */
    public String words() {
        return "HTTP " + status + detail().map(detail -> ": " + detail).orElse("");
    }

    private Optional<String> detail() {
        return Json.find(body, "detail");
    }

    /**
     * The same, which is 2xx.
     *
     * @throws ConditionException when it isn't, with the detail that it gives
     */
    public HttpAnswer orThrow() {
        if (!isOk()) {
            throw ConditionException.wrong(detail().isPresent() ? words() : words() + ": " + body);
        }
        return this;
    }

    /** The first value of a header. */
    public Optional<String> header(String name) {
        return headers.firstValue(name);
    }
}
