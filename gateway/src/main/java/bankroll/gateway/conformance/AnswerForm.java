package bankroll.gateway.conformance;

import java.net.URI;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** What every answer has, whatever was asked: the form of problems, results, amounts and times (contract §2). */
final class AnswerForm {
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
            boolean isItsNumber =
                    NUMBERS.getOrDefault(code, Set.of()).contains(seen.answer().status());
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
        String mediaType =
                seen.answer().header("content-type").orElse("").split(";", 2)[0].strip();
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
                && (!result.containsKey("processed_at") || isTime(Seen.text(result, "processed_at")));
        return isRight ? RIGHT : result.toString();
    }

    /** Whether it is an amount (contract §2.1). */
    static boolean isAmount(String text) {
        return AMOUNT.matcher(text).matches();
    }

    private static boolean isTime(String text) {
        try {
            OffsetDateTime.parse(text);
            return true;
        } catch (DateTimeParseException e) {
            return false;
        }
    }
}
