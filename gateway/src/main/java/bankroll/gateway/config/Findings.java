package bankroll.gateway.config;

import bankroll.gateway.config.EffectiveValue.ValueOrigin;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What is wrong and what should not stay so; gathered, so that everything is told at once. Nothing of a place that can hold a
 * secret is told ({@link #HIDDEN} stands for it), and what looks like a signing key is masked wherever it stands. One loading,
 * one thread.
 */
final class Findings {
    /** Stands for what isn't shown because it may be a secret. */
    static final String HIDDEN = "…";

    private final List<String> problems = new ArrayList<>();
    private final Set<String> warnings = new LinkedHashSet<>();

    void badValue(String key, String shown, ValueOrigin origin, String allowed) {
        problem(key + " = " + shown + " (" + origin + "): must be " + allowed);
    }

    /** A name that is none of {@code known}; shown when it is like one of them, or too short to be a secret. */
    void unknown(String prefix, String name, String place, Collection<String> known) {
        String hint = NearestName.hint(name, known);
        boolean isShown = !hint.isEmpty() || isTooShortForSecrets(name);
        noSetting(prefix + (isShown ? name : HIDDEN), place, hint);
    }

    /** Whether a word that is none of ours can't be a secret in the wrong place. */
    static boolean isTooShortForSecrets(String word) {
        return word.length() < Secret.LEAST_TOKEN;
    }

    /** A variable that is none of {@code known}: it begins with our word, so its name is no secret. */
    void unknownVariable(String name, Collection<String> known) {
        noSetting(name, "environment", NearestName.hint(name, known));
    }

    private void noSetting(String name, String place, String hint) {
        problem(name + " (" + place + ") is no setting" + hint);
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

    /** @param missing what a service would miss besides */
    void throwIfAny(List<String> missing) {
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems, missing);
        }
    }

    /** Finds what somebody probably meant to write. */
    static final class NearestName {
        private NearestName() {}

        /** The closest of the names, when it's close at all; what all of them begin with makes none closer. */
        static Optional<String> of(String written, Collection<String> names) {
            int most = Math.max(2, (written.length() - shared(written, names)) / 3);
            return names.stream()
                    .min(Comparator.comparingInt(name -> distance(written, name)))
                    .filter(name -> distance(written, name) <= most);
        }

        /** {@code ; did you mean …?} or nothing: the closest name, else those whose last words it has. */
        static String hint(String written, Collection<String> names) {
            List<String> meant = of(written, names).map(List::of).orElseGet(() -> endingWith(written, names));
            return meant.isEmpty() ? "" : "; did you mean " + String.join(" or ", meant) + "?";
        }

        /** As platform.listen and operator.listen for listen; a word that many end with says nothing. */
        private static List<String> endingWith(String written, Collection<String> names) {
            String words = written.substring(shared(written, names));
            List<String> ending = names.stream()
                    .filter(name -> name.endsWith("." + words) || name.endsWith("_" + words))
                    .sorted()
                    .toList();
            return ending.size() <= 2 ? ending : List.of();
        }

        /** How many characters all of them begin with alike. */
        private static int shared(String written, Collection<String> names) {
            int length = 0;
            while (length < written.length() && isSharedTo(length + 1, written, names)) {
                length++;
            }
            return length;
        }

        private static boolean isSharedTo(int length, String written, Collection<String> names) {
            return names.stream().allMatch(name -> name.regionMatches(0, written, 0, length));
        }

        /** Levenshtein's: insertions, deletions and replacements. */
        private static int distance(String a, String b) {
            int[] row = new int[b.length() + 1];
            for (int j = 0; j <= b.length(); j++) {
                row[j] = j;
            }
            for (int i = 1; i <= a.length(); i++) {
                int diagonal = row[0];
                row[0] = i;
                for (int j = 1; j <= b.length(); j++) {
                    int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                    diagonal = row[j];
                    row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
                }
            }
            return row[b.length()];
        }
    }
}
