package bankroll.gateway.conformance;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What was expected and what was seen, by rule. One thread. */
final class RuleFindings {
    private final Map<Rule, List<Finding>> byRule = new EnumMap<>(Rule.class);

    /**
     * One look at one rule.
     *
     * @param what was tried, where a rule is tried in several ways; may be empty
     */
    record Finding(String what, String expected, String seen) {
        boolean isKept() {
            return expected.equals(seen);
        }
    }

    /** Notes what was seen; the rule is kept when it is the same as what was expected. */
    void note(Rule rule, String what, Object expected, Object seen) {
        byRule.computeIfAbsent(rule, any -> new ArrayList<>())
                .add(new Finding(what, String.valueOf(expected), String.valueOf(seen)));
    }

    /** Notes what was seen of a rule that is tried in one way. */
    void note(Rule rule, Object expected, Object seen) {
        note(rule, "", expected, seen);
    }

    /** Whether the rule was looked at. */
    boolean isTried(Rule rule) {
        return byRule.containsKey(rule);
    }

    /** What wasn't as expected. */
    List<Finding> broken(Rule rule) {
        return byRule.getOrDefault(rule, List.of()).stream()
                .filter(finding -> !finding.isKept())
                .toList();
    }
}
