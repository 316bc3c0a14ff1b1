package bankroll.gateway.conformance;

import bankroll.gateway.conformance.Rule.Level;
import bankroll.gateway.conformance.RuleFindings.Finding;
import bankroll.gateway.conformance.TestPlayer.Booking;
import bankroll.gateway.conformance.TestPlayer.Identity;
import bankroll.gateway.json.Json;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a run has found: every rule with what was expected and seen, the bookings it made, and a verdict. Immutable. */
public final class ConformanceReport {
    private static final int LONGEST = 160;

    private final RuleFindings findings;
    private final Identity player;
    private final List<Booking> bookings;
    private final String run;
    private final int calls;

    ConformanceReport(RuleFindings findings, Identity player, List<Booking> bookings, String run, int calls) {
        this.findings = findings;
        this.player = player;
        this.bookings = bookings;
        this.run = run;
        this.calls = calls;
    }

    /** Whether every rule of the interface is kept; where strict, those that it leaves open are answered as Bankroll does. */
    public boolean isKept(boolean isStrict) {
        return broken(Level.CONTRACT) == 0 && (!isStrict || broken(Level.OPEN) == 0);
    }

    /** The names of the rules that are not kept. */
    List<String> broken() {
        return Arrays.stream(Rule.values())
                .filter(rule -> !findings.broken(rule).isEmpty())
                .map(Rule::name)
                .toList();
    }

    private long broken(Level level) {
        return Arrays.stream(Rule.values())
                .filter(rule -> rule.level() == level && !findings.broken(rule).isEmpty())
                .count();
    }

    /** Prints it for people. */
    public void print(PrintWriter out) {
        for (Rule rule : Rule.values()) {
            out.println(String.format(Locale.ROOT, "%-9s  %-6s  %s", word(rule), rule.section(), rule.sentence()));
            for (Finding finding : findings.broken(rule)) {
                if (!finding.what().isEmpty()) {
                    line(out, "tried", finding.what());
                }
                line(out, "expected", finding.expected());
                line(out, "seen", finding.seen());
            }
        }
        out.println();
        line(out, "player", player.playerId() + ", " + player.balance() + " " + player.currency());
        line(out, "calls", Integer.toString(calls));
        line(out, "bookings", bookings.size() + ", ids begin with " + run + ", in sum " + (isEven() ? "0" : "NOT 0"));
        line(out, "verdict", verdict());
        out.flush();
    }

    private static void line(PrintWriter out, String name, String value) {
        String cut = value.length() > LONGEST ? value.substring(0, LONGEST) + "…" : value;
        out.println(String.format(Locale.ROOT, "  %-9s  %s", name, cut));
    }

    private String word(Rule rule) {
        if (!findings.isTried(rule)) {
            return "not tried";
        }
        if (findings.broken(rule).isEmpty()) {
            return "kept";
        }
        return rule.level() == Level.CONTRACT ? "BROKEN" : "differs";
    }

    private boolean isEven() {
        return findings.isTried(Rule.EVEN) && findings.broken(Rule.EVEN).isEmpty();
    }

    private String verdict() {
        long open = broken(Level.OPEN);
        String others =
                open == 0 ? "" : "; " + open + " answers differ from Bankroll's where the interface leaves them open";
        long contract = broken(Level.CONTRACT);
        return (contract == 0 ? "conforms" : "does not conform: " + contract + " rules of the interface are broken")
                + others;
    }

    /** The same for machines: one JSON object. */
    public String json(boolean isStrict) {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("conforms", isKept(isStrict));
        report.put("verdict", verdict());
        report.put("player_id", player.playerId());
        report.put("currency", player.currency());
        report.put("calls", calls);
        report.put("sums_to_zero", isEven());
        report.put("rules", Arrays.stream(Rule.values()).map(this::rule).toList());
        report.put("bookings", bookings.stream().map(ConformanceReport::booking).toList());
        return Json.write(report);
    }

    private Map<String, Object> rule(Rule rule) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("rule", rule.name().toLowerCase(Locale.ROOT));
        members.put("section", rule.section());
        members.put("level", rule.level().name().toLowerCase(Locale.ROOT));
        members.put("says", rule.sentence());
        members.put("result", word(rule).toLowerCase(Locale.ROOT).replace(' ', '_'));
        members.put(
                "findings",
                findings.broken(rule).stream().map(ConformanceReport::finding).toList());
        return members;
    }

    private static Map<String, Object> finding(Finding finding) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("tried", finding.what().isEmpty() ? null : finding.what());
        members.put("expected", finding.expected());
        members.put("seen", finding.seen());
        return members;
    }

    private static Map<String, Object> booking(Booking booking) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("transaction_id", booking.transactionId());
        members.put("type", booking.type());
        members.put("amount", booking.amount().isEmpty() ? null : booking.amount());
        members.put("reference_transaction_id", booking.reference().isEmpty() ? null : booking.reference());
        return members;
    }
}
