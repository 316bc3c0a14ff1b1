package bankroll.gateway.conformance;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** A player's balance, and paths, methods and bodies that are none of the interface's (contract §4.3, §7). Nothing of it books. */
final class BalanceChecks {
    private static final String PATH = "/players/balance";
    private static final String MALFORMED = "malformed_request";
    private static final String NOT_FOUND = "not_found";

    private final Dialogue dialogue;
    private final RuleFindings findings;
    private final TestPlayer.Identity player;

    BalanceChecks(Dialogue dialogue, RuleFindings findings, TestPlayer.Identity player) {
        this.dialogue = dialogue;
        this.findings = findings;
        this.player = player;
    }

    void run() {
        Seen seen = dialogue.post(PATH, Map.of("player_id", player.playerId()));
        findings.note(Rule.BALANCE, player.balance(), seen.isOk() ? seen.text("balance") : seen.code());
        if (seen.member("currency") != null) {
            findings.note(Rule.BALANCE, player.currency(), seen.text("currency"));
        }
        Seen other = dialogue.post(PATH, Map.of("player_id", player.playerId(), "session_id", "no-such-session"));
        findings.note(
                Rule.BALANCE_IGNORES_SESSION, player.balance(), other.isOk() ? other.text("balance") : other.code());
        Seen nobody = dialogue.post(PATH, Map.of("player_id", dialogue.newMessage() + "-nobody"));
        findings.note(Rule.UNKNOWN_PLAYER, "player_not_found", nobody.code());
        malformed("without player_id", Map.of());
        malformed("player_id of 65 characters", Map.of("player_id", "x".repeat(65)));
        malformed("player_id that is a number", Map.of("player_id", 1));
        strangePaths();
    }

    private void malformed(String what, Map<String, Object> body) {
        findings.note(
                Rule.MALFORMED_BALANCE,
                what,
                MALFORMED,
                dialogue.post(PATH, body).code());
    }

    private void strangePaths() {
        String nowhere = "/no-such-path";
        findings.note(
                Rule.UNKNOWN_PATH, "signed", NOT_FOUND, dialogue.get(nowhere).code());
        findings.note(
                Rule.UNKNOWN_PATH,
                "not signed",
                NOT_FOUND,
                dialogue.send("GET", nowhere, "", Map.of()).code());
        Seen put = dialogue.send("PUT", PATH, "{}");
        findings.note(
                Rule.OTHER_METHOD,
                "405 not_found Allow: POST",
                put.answer().status() + " " + put.code() + " Allow: "
                        + put.answer().header("allow").orElse("none"));
        String body = "{}";
        Map<String, String> headers = new HashMap<>(
                dialogue.signed(dialogue.newMessage(), Dialogue.nowSeconds(), body.getBytes(StandardCharsets.UTF_8)));
        headers.put("content-type", "text/plain");
        findings.note(
                Rule.OTHER_MEDIA_TYPE,
                MALFORMED,
                dialogue.send("POST", PATH, body, headers).code());
    }
}
