package bankroll.gateway.config;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What is wrong and what should not stay so; gathered, so that everything is told at once. One loading, one thread. */
final class Findings {
    private final List<String> problems = new ArrayList<>();
    private final Set<String> warnings = new LinkedHashSet<>();

    void badValue(String key, String shown, ValueOrigin origin, String allowed) {
        problem(key + " = " + shown + " (" + origin + "): must be " + allowed);
    }

    void unknown(String key, String place, String hint) {
        problem(key + " (" + place + ") is no setting" + hint);
    }

    void problem(String sentence) {
        problems.add(sentence);
    }

    void warning(String sentence) {
        warnings.add(sentence);
    }

    List<String> warnings() {
        return List.copyOf(warnings);
    }

    void throwIfAny() {
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
    }
}
