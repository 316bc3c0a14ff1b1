package bankroll.gateway.config;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What is wrong and what should not stay so; gathered, so that everything is told at once. Nothing of a place that can hold a
 * secret is told ({@link #HIDDEN} stands for it), and what looks like a signing key is masked wherever it stands. One loading,
 * one thread.
 */
final class Findings {
    /** Stands for what isn't shown because it may be a secret. */
    static final String HIDDEN = "…";

    /** As long as this, a name that is none of ours may be a token in the wrong place. */
    private static final int LONGEST_STRANGE_NAME = SecretForm.LEAST_TOKEN - 1;

    private final List<String> problems = new ArrayList<>();
    private final Set<String> warnings = new LinkedHashSet<>();

    void badValue(String key, String shown, ValueOrigin origin, String allowed) {
        problem(key + " = " + shown + " (" + origin + "): must be " + allowed);
    }

    /** A name that is none of {@code known}; shown when it is like one of them, or too short to be a secret. */
    void unknown(String prefix, String name, String place, Collection<String> known) {
        String hint = NearestName.hint(name, known);
        boolean isShown = !hint.isEmpty() || name.length() <= LONGEST_STRANGE_NAME;
        problem(prefix + (isShown ? name : HIDDEN) + " (" + place + ") is no setting" + hint);
    }

    void problem(String sentence) {
        problems.add(Secret.mask(sentence));
    }

    void warning(String sentence) {
        warnings.add(Secret.mask(sentence));
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
