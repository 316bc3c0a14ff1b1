package bankroll.gateway.conformance;

import static bankroll.gateway.conformance.TestPlayer.id;
import static bankroll.gateway.conformance.TestPlayer.with;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;

/** Debits, credits and rollbacks, one at a time (contract §3, §4.2, decisions §5 to §10). */
final class BookingChecks {
    private static final String OK = "ok";
    private static final String NO_REFERENCE = "reference_not_found";
    /** More than this can't be asked for: 19 digits. */
    private static final BigInteger MOST = new BigInteger("9999999999999999999");

    private final TestPlayer player;
    private final RuleFindings findings;

    BookingChecks(TestPlayer player, RuleFindings findings) {
        this.player = player;
        this.findings = findings;
    }

    void run() {
        Map<String, Object> debit = player.debit("5");
        player.expect(Rule.DEBIT, OK, -5, debit);
        again(debit);
        credits(debit);
        refusals(debit);
        forms();
        rollbacks();
    }

    private void again(Map<String, Object> debit) {
        player.expect(Rule.DEBIT_AGAIN, OK, 0, debit);
        Map<String, Object> other = with(with(debit, "room_id", "room-2"), "details", Map.of("note", "sent again"));
        other = with(with(other, "created_at", "2026-03-01T09:30:00Z"), "session_id", "another-session");
        player.expect(Rule.IGNORED_IN_COMPARISON, OK, 0, other);
        for (Map.Entry<String, Object> change : Map.<String, Object>of(
                        "amount", "4",
                        "game_id", "another-game",
                        "player_id", "nobody",
                        "round_id", "another-round",
                        "type", "credit")
                .entrySet()) {
            Map<String, Object> changed = with(debit, change.getKey(), change.getValue());
            player.expect(Rule.OTHER_CONTENT, "another " + change.getKey(), "duplicate_mismatch", 0, changed);
        }
    }

    private void credits(Map<String, Object> debit) {
        Map<String, Object> credit = player.credit("2", id(debit));
        player.expect(Rule.CREDIT, OK, 2, credit);
        player.expect(Rule.CREDIT_AGAIN, OK, 0, credit);
        player.expect(Rule.CREDIT_UNKNOWN, NO_REFERENCE, 0, player.credit("1", player.newId()));
    }

    private void refusals(Map<String, Object> debit) {
        BigInteger beyond = player.known().add(BigInteger.ONE);
        if (beyond.compareTo(MOST) <= 0) {
            Map<String, Object> refused = player.debit(beyond.toString());
            Seen seen = player.expect(Rule.FUNDS, "insufficient_funds", 0, refused);
            findings.note(Rule.FUNDS, "its balance", player.known(), seen.of("balance"));
            player.expect(Rule.CREDIT, "a second one", OK, 1, player.credit("1", id(debit)));
            player.expect(Rule.REFUSAL_STICKS, "after the balance is enough", "insufficient_funds", 0, refused);
            String seenAs = player.lookUp(id(refused)).text("status");
            findings.note(Rule.LOOKUP_REFUSED, "insufficient_funds", seenAs);
        }
        player.expect(
                Rule.UNKNOWN_SESSION, "session_invalid", 0, with(player.debit("1"), "session_id", "no-such-session"));
        String other = player.identity().currency().equals("XTS") ? "XXX" : "XTS";
        player.expect(Rule.OTHER_CURRENCY, "session_invalid", 0, with(player.debit("1"), "currency", other));
    }

    private void forms() {
        player.expect(Rule.ZERO, OK, 0, player.debit("0"));
        Map<String, Object> zeros = player.debit("0002");
        player.expect(Rule.LEADING_ZEROS, OK, -2, zeros);
        player.expect(Rule.LEADING_ZEROS, "the same without them", OK, 0, with(zeros, "amount", "2"));
        Map<String, Object> bet = Map.of("on", "red", "odds", 1.5, "tags", List.of("a", 2, true));
        player.expect(Rule.FREE_DETAILS, OK, -1, with(player.debit("1"), "details", Map.of("bets", bet, "ü", "Zoë")));
        player.expect(Rule.UNKNOWN_MEMBERS, OK, -1, with(player.debit("1"), "some_new_member", bet));
        Map<String, Object> debit = player.debit("1");
        Map<String, Object> escaped = with(debit, "transaction_id", id(debit) + "/ä ö");
        player.expect(Rule.DEBIT, "with an id of many characters", OK, -1, escaped);
        findings.note(
                Rule.LOOKUP_ESCAPED, id(escaped), player.lookUp(id(escaped)).text("transaction_id"));
        look(Rule.LOOKUP, escaped, "debit ok not rolled back");
    }

    private void rollbacks() {
        Map<String, Object> debit = player.debit("3");
        player.expect(Rule.ROLLBACK, "its debit", OK, -3, debit);
        Map<String, Object> rollback = player.rollback(id(debit));
        player.expect(Rule.ROLLBACK, OK, 3, rollback);
        look(Rule.LOOKUP_ROLLED_BACK, debit, "debit ok rolled back");
        player.expect(Rule.ROLLBACK_AGAIN, "the same one sent again", OK, 0, rollback);
        player.expect(Rule.ROLLBACK_AGAIN, OK, 0, player.rollback(id(debit)));
        player.expect(Rule.DEBIT_AFTER_RESEND, OK, 0, debit);
        player.expect(Rule.CREDIT_ROLLED_BACK, NO_REFERENCE, 0, player.credit("1", id(debit)));
        Map<String, Object> late = player.debit("2");
        player.expect(Rule.ROLLBACK_OF_NOTHING, OK, 0, player.rollback(id(late)));
        player.expect(Rule.DEBIT_AFTER_ROLLBACK, "rolled_back", 0, late);
    }

    /** Amount and rolled_back may be left out of a record; the latter is then false. */
    private void look(Rule rule, Map<String, Object> item, String expected) {
        Seen seen = player.lookUp(id(item));
        String rolledBack = Boolean.TRUE.equals(seen.member("rolled_back")) ? "rolled back" : "not rolled back";
        findings.note(
                rule,
                expected,
                seen.isOk() ? seen.text("type") + " " + seen.text("status") + " " + rolledBack : seen.code());
        if (seen.member("amount") != null) {
            findings.note(rule, "its amount", item.get("amount"), seen.text("amount"));
        }
    }
}
