package bankroll.gateway.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds what somebody probably meant to write. */
final class NearestName {
    private NearestName() {}

    /** The closest of the names, when it's close at all. */
    static Optional<String> of(String written, Collection<String> names) {
        return names.stream()
                .min(Comparator.comparingInt(name -> distance(written, name)))
                .filter(name -> distance(written, name) <= Math.max(2, written.length() / 3));
    }

    /** {@code ; did you mean …?} or nothing. */
    static String hint(String written, Collection<String> names) {
        return of(written, names).map(name -> "; did you mean " + name + "?").orElse("");
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
