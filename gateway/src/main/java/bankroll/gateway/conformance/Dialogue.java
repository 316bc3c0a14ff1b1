package bankroll.gateway.conformance;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.gateway.client.HttpAnswer;
import bankroll.gateway.client.ServiceClient;
import bankroll.gateway.json.Json;
import bankroll.protocol.Rfc3339;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

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

    /** What every answer has, whatever was asked: the form of problems, results, amounts and times (contract §2). */
    static final class AnswerForm {
        private static final Pattern AMOUNT = Pattern.compile("-?[0-9]{1,19}");
        private static final Pattern SECONDS = Pattern.compile("[0-9]+");
        private static final Set<String> STATUSES = Set.of(
                "ok",
                "insufficient_funds",
                "session_invalid",
                "player_blocked",
                "limit_exceeded",
                "duplicate_mismatch",
                "reference_not_found",
                "rolled_back",
                "retry");
        /** Decisions §2; a malformed request may be too large or of another media type, too. */
        private static final Map<String, Set<Integer>> NUMBERS = Map.of(
                "invalid_signature", Set.of(401),
                "invalid_launch_code", Set.of(401),
                "malformed_request", Set.of(400, 413, 415),
                "player_not_found", Set.of(404),
                "transaction_not_found", Set.of(404),
                "rate_limited", Set.of(429),
                "unavailable", Set.of(503),
                "internal", Set.of(500),
                "not_found", Set.of(404, 405));

        private static final String RIGHT = "right";

        private final RuleFindings findings;

        AnswerForm(RuleFindings findings) {
            this.findings = findings;
        }

        void look(Seen seen) {
            if (!seen.isOk()) {
                findings.note(Rule.PROBLEMS, RIGHT, problem(seen));
                String code = seen.text("code");
                boolean isItsNumber = NUMBERS.getOrDefault(code, Set.of())
                        .contains(seen.answer().status());
                findings.note(Rule.STATUS_NUMBERS, RIGHT, isItsNumber ? RIGHT : seen.brief());
                if (Set.of("rate_limited", "unavailable").contains(code)) {
                    String seconds = seen.answer().header("retry-after").orElse("no Retry-After");
                    findings.note(Rule.WAITING, RIGHT, SECONDS.matcher(seconds).matches() ? RIGHT : seconds);
                }
            }
            for (Map<?, ?> result : seen.results()) {
                findings.note(Rule.RESULTS, RIGHT, result(result));
            }
        }

        private static String problem(Seen seen) {
            String mediaType = seen.answer()
                    .header("content-type")
                    .orElse("")
                    .split(";", 2)[0]
                    .strip();
            String code = seen.text("code");
            boolean isRight = mediaType.equalsIgnoreCase("application/problem+json")
                    && NUMBERS.containsKey(code)
                    && !seen.text("title").isEmpty()
                    && seen.text("type").endsWith(code)
                    && isUri(seen.text("type"))
                    && Integer.valueOf(seen.answer().status()).equals(seen.member("status"));
            return isRight ? RIGHT : mediaType + " " + seen.brief();
        }

        private static boolean isUri(String text) {
            try {
                return URI.create(text).isAbsolute();
            } catch (IllegalArgumentException e) {
                return false;
            }
        }

        private static String result(Map<?, ?> result) {
            boolean isRight = !Seen.text(result, "transaction_id").isEmpty()
                    && STATUSES.contains(Seen.text(result, "status"))
                    && (!result.containsKey("balance") || isAmount(Seen.text(result, "balance")))
                    && (!result.containsKey("processed_at") || Rfc3339.isDateTime(Seen.text(result, "processed_at")));
            return isRight ? RIGHT : result.toString();
        }

        /** Whether it is an amount (contract §2.1). */
        static boolean isAmount(String text) {
            return AMOUNT.matcher(text).matches();
        }
    }
}
