package bankroll.gateway.conformance;

import static bankroll.gateway.conformance.TestPlayer.id;
import static bankroll.gateway.conformance.TestPlayer.with;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Batches: their order, their size, and what refuses a whole one (contract §4.2, §8, decisions §2, §5). */
final class BatchChecks {
    private static final String PATH = "/transactions";
    private static final String MALFORMED = "malformed_request";
    private static final int LARGEST = 500;

    private final Dialogue dialogue;
    private final TestPlayer player;
    private final RuleFindings findings;

    BatchChecks(Dialogue dialogue, TestPlayer player, RuleFindings findings) {
        this.dialogue = dialogue;
        this.player = player;
        this.findings = findings;
    }

    void run() {
        order();
        sizes();
        malformedItems();
        malformedJson();
        findings.note(
                Rule.LOOKUP_UNKNOWN,
                "transaction_not_found",
                player.lookUp(player.newId()).code());
        findings.note(
                Rule.LOOKUP_LONG, MALFORMED, player.lookUp("x".repeat(129)).code());
    }

    private void order() {
        Map<String, Object> won = player.debit("4");
        Map<String, Object> lost = player.debit("3");
        List<Map<String, Object>> batch = List.of(
                won,
                player.credit("4", id(won)),
                lost,
                player.rollback(id(lost)),
                player.credit("1", player.newId()),
                player.credit("1", id(lost)));
        Seen seen = player.expect(Rule.ORDER, "", "ok ok ok ok reference_not_found reference_not_found", 0, batch);
        findings.note(Rule.ORDER, "the ids", ids(batch), seen.of("transaction_id"));
        List<Map<String, Object>> unpayable = Stream.generate(() -> player.credit("1", player.newId()))
                .limit(3)
                .toList();
        player.expect(Rule.ALL_FAIL, "", "reference_not_found reference_not_found reference_not_found", 0, unpayable);
        Map<String, Object> twice = player.debit("1");
        player.expect(Rule.TWICE_IN_A_BATCH, "", "ok ok", -1, List.of(twice, twice));
    }

    private static String ids(List<Map<String, Object>> batch) {
        return batch.stream().map(item -> id(item).toString()).collect(Collectors.joining(" "));
    }

    /** Rollbacks of what never came: 500 bookings that move nothing. */
    private void sizes() {
        List<Map<String, Object>> many = nothing(LARGEST);
        Seen seen = player.book(many);
        findings.note(Rule.MANY, "ok ".repeat(LARGEST).strip(), seen.statuses());
        refused("0 items", List.of());
        refused("501 items", nothing(LARGEST + 1));
    }

    private List<Map<String, Object>> nothing(int count) {
        return Stream.generate(() -> player.rollback(player.newId()))
                .limit(count)
                .toList();
    }

    private void refused(String what, List<Map<String, Object>> batch) {
        Seen seen = player.book(batch);
        findings.note(Rule.TOO_MANY, what, "refused", seen.isOk() ? seen.brief() : "refused");
    }

    private void malformedItems() {
        for (String missing :
                List.of("transaction_id", "type", "player_id", "session_id", "amount", "currency", "game_id")) {
            malformed("without " + missing, with(player.debit("1"), missing, null));
        }
        malformed("an amount that is a number", with(player.debit("1"), "amount", 1));
        for (String amount : List.of("-1", "+1", "1.0", "1e2", "", " 1", "12345678901234567890")) {
            malformed("amount \"" + amount + '"', player.debit(amount));
        }
        malformed("type \"bet\"", with(player.debit("1"), "type", "bet"));
        malformed("type \"DEBIT\"", with(player.debit("1"), "type", "DEBIT"));
        malformed("an id of 129 characters", with(player.debit("1"), "transaction_id", "x".repeat(129)));
        malformed("a player of 65 characters", with(player.debit("1"), "player_id", "x".repeat(65)));
        malformed("created_at \"yesterday\"", with(player.debit("1"), "created_at", "yesterday"));
        malformed("details that are a text", with(player.debit("1"), "details", "red"));
        malformed("a rollback without its debit", player.rollback(null));
        Map<String, Object> itself = player.rollback("-");
        malformed("a rollback of itself", with(itself, "reference_transaction_id", id(itself)));
        Map<String, Object> good = player.debit("1");
        player.expect(Rule.WHOLE_BATCH, "", MALFORMED, 0, List.of(good, player.debit("-1")));
        findings.note(
                Rule.WHOLE_BATCH,
                "the good item",
                "transaction_not_found",
                player.lookUp(id(good)).code());
    }

    private void malformed(String what, Map<String, Object> item) {
        player.expect(Rule.MALFORMED_ITEM, what, MALFORMED, 0, List.of(item));
    }

    private void malformedJson() {
        List<String> bodies = List.of(
                "",
                "no json",
                "[]",
                "{\"transactions\":{}}",
                "{\"transactions\":[]",
                "{\"transactions\":[1]}",
                "{\"transactions\":[]} {}",
                "{\"transactions\":[],\"transactions\":[]}",
                "{\"transactions\":[NaN]}");
        for (String body : bodies) {
            findings.note(
                    Rule.MALFORMED_JSON,
                    body,
                    MALFORMED,
                    dialogue.send("POST", PATH, body).code());
        }
    }
}
