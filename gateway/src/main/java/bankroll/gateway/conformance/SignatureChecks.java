package bankroll.gateway.conformance;

import bankroll.gateway.json.Json;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Who may call (contract §5, decisions §1). Nothing of it books. */
final class SignatureChecks {
    private static final String INVALID = "invalid_signature";
    private static final String BALANCE = "/players/balance";
    private static final long HOUR = 3600;

    private final Dialogue dialogue;
    private final RuleFindings findings;
    private final String body;

    SignatureChecks(Dialogue dialogue, RuleFindings findings, String playerId) {
        this.dialogue = dialogue;
        this.findings = findings;
        this.body = Json.write(Map.of("player_id", playerId));
    }

    void run() {
        unsigned();
        wrong();
        Map<String, String> right = signed(Dialogue.nowSeconds());
        String several = "v2,bm9uZQ== v1,bm9uZQ== " + right.get("webhook-signature");
        findings.note(Rule.SEVERAL_SIGNATURES, "taken", taken(with(right, "webhook-signature", several)));
        findings.note(Rule.REPLAY, "taken taken", taken(right) + " " + taken(right));
    }

    private void unsigned() {
        String never = "/transactions/never";
        String rollback = Json.write(Map.of(
                "transactions",
                List.of(Map.of(
                        "transaction_id", "never",
                        "type", "rollback",
                        "player_id", "nobody",
                        "game_id", TestPlayer.GAME,
                        "reference_transaction_id", "never-sent"))));
        String exchange = Json.write(Map.of("launch_code", "none", "game_id", TestPlayer.GAME));
        unsigned("POST", "/players/authenticate", exchange);
        unsigned("POST", BALANCE, body);
        unsigned("POST", "/transactions", rollback);
        unsigned("GET", never, "");
    }

    private void unsigned(String method, String path, String text) {
        Seen seen = dialogue.send(method, path, text, Map.of());
        findings.note(Rule.EVERY_OPERATION_SIGNED, method + " " + path, INVALID, seen.code());
    }

    private void wrong() {
        Map<String, String> right = signed(Dialogue.nowSeconds());
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        Map<String, String> forged =
                with(right, "webhook-signature", "v1," + Base64.getEncoder().encodeToString(random));
        findings.note(Rule.OTHER_KEY, INVALID, code(forged, body));
        findings.note(Rule.OTHER_BODY, INVALID, code(right, body + " "));
        findings.note(Rule.SIGNATURE_BEFORE_BODY, INVALID, code(right, "{no json"));
        for (String header : List.of("webhook-id", "webhook-timestamp")) {
            findings.note(Rule.MISSING_HEADERS, "without " + header, INVALID, code(with(right, header, null), body));
        }
        findings.note(Rule.STALE, "an hour late", INVALID, code(signed(Dialogue.nowSeconds() - HOUR), body));
        findings.note(Rule.STALE, "an hour early", INVALID, code(signed(Dialogue.nowSeconds() + HOUR), body));
    }

    private Map<String, String> signed(long timestampSeconds) {
        return dialogue.signed(dialogue.newMessage(), timestampSeconds, body.getBytes(StandardCharsets.UTF_8));
    }

    private String code(Map<String, String> headers, String text) {
        return dialogue.send("POST", BALANCE, text, headers).code();
    }

    private String taken(Map<String, String> headers) {
        Seen seen = dialogue.send("POST", BALANCE, body, headers);
        return seen.isOk() ? "taken" : seen.code();
    }

    private static Map<String, String> with(Map<String, String> headers, String name, String value) {
        Map<String, String> other = new LinkedHashMap<>(headers);
        other.remove(name);
        if (value != null) {
            other.put(name, value);
        }
        return other;
    }
}
