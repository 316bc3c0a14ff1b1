package bankroll.gateway.conformance;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.gateway.client.HttpAnswer;
import bankroll.gateway.client.ServiceClient;
import bankroll.gateway.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Calls of a platform and their answers: signs, waits where the endpoint asks for it and sends the same again, and looks at
 * every answer for what all of them have in common. One thread.
 */
final class Dialogue {
    private static final int MOST_TRIES = 10;
    private static final int LONGEST_WAIT_SECONDS = 60;

    private final ServiceClient client;
    private final AnswerForm form;
    private final String run;
    private int calls;

    /**
     * A dialogue with an endpoint.
     *
     * @param run begins the ids of its messages
     */
    Dialogue(ServiceClient client, RuleFindings findings, String run) {
        this.client = client;
        this.form = new AnswerForm(findings);
        this.run = run;
    }

    /** A signed call with a body. */
    Seen post(String path, Object body) {
        return send("POST", path, Json.write(body));
    }

    /** A signed call without a body. */
    Seen get(String path) {
        return send("GET", path, "");
    }

    /** A signed call. */
    Seen send(String method, String path, String body) {
        return as(newMessage(), method, path, body);
    }

    /** A call signed as this message. */
    Seen as(String message, String method, String path, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return send(method, path, body, signed(message, nowSeconds(), bytes));
    }

    /** The headers that sign these bytes at that time. */
    Map<String, String> signed(String message, long timestampSeconds, byte[] bytes) {
        return client.signed(message, timestampSeconds, bytes);
    }

    /** A call with these headers. */
    Seen send(String method, String path, String body, Map<String, String> headers) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        for (int tries = 1; ; tries++) {
            calls++;
            HttpAnswer answer = client.send(method, path, bytes, headers);
            Seen seen = Seen.of(answer);
            form.look(seen);
            boolean isToWait = answer.status() == 429 || answer.status() == 503;
            if (!isToWait) {
                return seen;
            }
            if (tries == MOST_TRIES) {
                throw new ConditionException(
                        ExitCode.UNAVAILABLE,
                        "the endpoint takes no calls: " + seen.brief(),
                        "look why, or give the platform a higher rate limit, and check again");
            }
            waitAsTold(answer);
        }
    }

    private static void waitAsTold(HttpAnswer answer) {
        String told = answer.header("retry-after")
                .filter(text -> text.matches("[0-9]{1,9}"))
                .orElse("1");
        try {
            TimeUnit.SECONDS.sleep(Math.min(Integer.parseInt(told), LONGEST_WAIT_SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ConditionException(ExitCode.UNAVAILABLE, "interrupted while waiting", "check again");
        }
    }

    /** An id for a message that has none yet. */
    String newMessage() {
        return run + "m" + (calls + 1);
    }

    static long nowSeconds() {
        return System.currentTimeMillis() / 1000;
    }

    /** How many requests were sent. */
    int calls() {
        return calls;
    }
}
