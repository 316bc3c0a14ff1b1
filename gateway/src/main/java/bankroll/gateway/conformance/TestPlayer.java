package bankroll.gateway.conformance;

import bankroll.gateway.conformance.Dialogue.AnswerForm;
import java.math.BigInteger;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The player that a run books for: makes its items, sends them, and keeps what was booked. One thread. */
final class TestPlayer {
    static final String GAME = "conformance-check";

    private final Dialogue dialogue;
    private final RuleFindings findings;
    private final Identity identity;
    private final String run;
    private final Map<String, Booking> bookings = new LinkedHashMap<>();
    private BigInteger known;
    private int items;

    /** Who it is: what authenticate has answered. */
    record Identity(String playerId, String sessionId, String currency, BigInteger balance) {}

    /** An item that was answered ok. */
    record Booking(String transactionId, String type, String amount, String reference) {}

    TestPlayer(Dialogue dialogue, RuleFindings findings, Identity identity, String run) {
        this.dialogue = dialogue;
        this.findings = findings;
        this.identity = identity;
        this.run = run;
        this.known = identity.balance();
    }

    /** The balance when it was asked for last. */
    BigInteger known() {
        return known;
    }

    /** Sends one item; its status and what it moves shall be these. */
    Seen expect(Rule rule, String status, long moves, Map<String, Object> item) {
        return expect(rule, "", status, moves, List.of(item));
    }

    /** Sends one item; its status and what it moves shall be these. */
    Seen expect(Rule rule, String what, String status, long moves, Map<String, Object> item) {
        return expect(rule, what, status, moves, List.of(item));
    }

    /** Sends a batch; the statuses, with a blank between, and what it moves shall be these. */
    Seen expect(Rule rule, String what, String statuses, long moves, List<Map<String, Object>> batch) {
        Seen seen = book(batch);
        findings.note(rule, what, statuses, seen.statuses());
        BigInteger expected = known.add(BigInteger.valueOf(moves));
        String now = balance();
        findings.note(rule, (what + " the balance").strip(), expected, now);
        known = AnswerForm.isAmount(now) ? new BigInteger(now) : expected;
        List<Map<?, ?>> results = seen.results();
        if (!results.isEmpty() && seen.statuses().endsWith("ok")) {
            Map<?, ?> last = results.get(results.size() - 1);
            findings.note(Rule.RESULT_BALANCE, now, Seen.text(last, "balance"));
        }
        return seen;
    }

    /** Looks a transaction up. */
    Seen lookUp(Object id) {
        String escaped =
                URLEncoder.encode(id.toString(), StandardCharsets.UTF_8).replace("+", "%20");
        return dialogue.get("/transactions/" + escaped);
    }

    /** Gives back what is missing, or takes what is too much: as much as at the beginning. */
    void settle() {
        String now = balance();
        findings.note(Rule.EVEN, "the balance can be read", true, AnswerForm.isAmount(now));
        if (!AnswerForm.isAmount(now)) {
            return;
        }
        BigInteger missing = identity.balance().subtract(new BigInteger(now));
        if (missing.signum() != 0) {
            String amount = missing.abs().toString();
            book(List.of(missing.signum() > 0 ? credit(amount, null) : debit(amount)));
        }
        findings.note(Rule.EVEN, identity.balance(), balance());
    }

    Identity identity() {
        return identity;
    }

    /** The balance now, or what came in its place. */
    String balance() {
        Seen seen = dialogue.post("/players/balance", Map.of("player_id", identity.playerId()));
        return seen.isOk() ? seen.text("balance") : seen.code();
    }

    /** An id that nobody has used. */
    String newId() {
        items++;
        return run + items;
    }

    Map<String, Object> debit(String amount) {
        Map<String, Object> item = item("debit");
        item.put("session_id", identity.sessionId());
        item.put("amount", amount);
        item.put("currency", identity.currency());
        return item;
    }

    Map<String, Object> credit(String amount, Object reference) {
        Map<String, Object> item = item("credit");
        item.put("amount", amount);
        item.put("currency", identity.currency());
        item.put("reference_transaction_id", reference);
        return item;
    }

    Map<String, Object> rollback(Object reference) {
        Map<String, Object> item = item("rollback");
        item.put("reference_transaction_id", reference);
        return item;
    }

    private Map<String, Object> item(String type) {
        Map<String, Object> item = new LinkedHashMap<>();
        item.put("transaction_id", newId());
        item.put("type", type);
        item.put("player_id", identity.playerId());
        item.put("game_id", GAME);
        return item;
    }

    /** The id of an item. */
    static Object id(Map<String, Object> item) {
        return item.get("transaction_id");
    }

    /** The same item with another member. */
    static Map<String, Object> with(Map<String, Object> item, String name, Object value) {
        Map<String, Object> other = new LinkedHashMap<>(item);
        other.put(name, value);
        return other;
    }

    /** Sends a batch. */
    Seen book(List<Map<String, Object>> batch) {
        Seen seen = dialogue.post("/transactions", Map.of("transactions", batch));
        List<Map<?, ?>> results = seen.results();
        IntStream.range(0, Math.min(batch.size(), results.size()))
                .filter(each -> Seen.text(results.get(each), "status").equals("ok"))
                .forEach(each -> keep(batch.get(each)));
        return seen;
    }

    private void keep(Map<String, Object> item) {
        Booking booking = new Booking(
                Seen.text(item, "transaction_id"),
                Seen.text(item, "type"),
                Seen.text(item, "amount"),
                Seen.text(item, "reference_transaction_id"));
        bookings.putIfAbsent(booking.transactionId(), booking);
    }

    /** What was booked, in order. */
    List<Booking> bookings() {
        return new ArrayList<>(bookings.values());
    }
}
