package bankroll.gateway.conformance;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.gateway.conformance.Dialogue.AnswerForm;
import bankroll.gateway.conformance.TestPlayer.Identity;
import bankroll.gateway.json.Json;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Map;

/** How a player is identified (contract §4.1, decisions §3). Opens a session of the test player. */
final class AuthenticateChecks {
    private static final String PATH = "/players/authenticate";
    private static final String INVALID = "invalid_launch_code";
    private static final int LONGEST_CODE = 4096;

    private final Dialogue dialogue;
    private final RuleFindings findings;
    private final String game;
    private final String message;

    AuthenticateChecks(Dialogue dialogue, RuleFindings findings, String game) {
        this.dialogue = dialogue;
        this.findings = findings;
        this.game = game;
        this.message = dialogue.newMessage() + "-exchange";
    }

    /** Exchanges the code, without which nothing else can be checked. */
    Identity exchange(String launchCode) {
        Seen seen = dialogue.as(message, "POST", PATH, body(launchCode));
        boolean isIdentity = seen.isOk()
                && !seen.text("player_id").isEmpty()
                && !seen.text("session_id").isEmpty()
                && !seen.text("currency").isEmpty()
                && AnswerForm.isAmount(seen.text("balance"));
        if (!isIdentity) {
            throw new ConditionException(
                    ExitCode.WRONG,
                    "no player is identified, so nothing can be checked: " + seen.brief(),
                    "is the secret one of this endpoint's, is the launch code fresh, and is it for the game " + game
                            + "?");
        }
        findings.note(Rule.IDENTITY, "at most 64 and 256 characters", lengths(seen));
        findings.note(
                Rule.SAME_MESSAGE,
                seen.text("session_id"),
                session(dialogue.as(message, "POST", PATH, body(launchCode))));
        findings.note(
                Rule.SINGLE_USE,
                INVALID,
                dialogue.send("POST", PATH, body(launchCode)).code());
        return new Identity(
                seen.text("player_id"),
                seen.text("session_id"),
                seen.text("currency"),
                new BigInteger(seen.text("balance")));
    }

    private static String lengths(Seen seen) {
        int player = characters(seen.text("player_id"));
        int session = characters(seen.text("session_id"));
        return player <= 64 && session <= 256 ? "at most 64 and 256 characters" : player + " and " + session;
    }

    private static int characters(String text) {
        return text.codePointCount(0, text.length());
    }

    private static String session(Seen seen) {
        return seen.isOk() ? seen.text("session_id") : seen.code();
    }

    /** What is no launch code. */
    void run() {
        String unknown = dialogue.newMessage() + "-no-code";
        findings.note(Rule.UNKNOWN_CODE, INVALID, code(body(unknown)));
        findings.note(Rule.EMPTY_CODE, INVALID, code(body("")));
        malformed("without launch_code", body(null));
        malformed("without game_id", Json.write(Map.of("launch_code", unknown)));
        malformed("a code of 4097 characters", body("x".repeat(LONGEST_CODE + 1)));
    }

    private void malformed(String what, String body) {
        findings.note(Rule.MALFORMED_AUTHENTICATE, what, "malformed_request", code(body));
    }

    private String code(String body) {
        return dialogue.send("POST", PATH, body).code();
    }

    private String body(String launchCode) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("launch_code", launchCode);
        body.put("game_id", game);
        return Json.write(body);
    }
}
