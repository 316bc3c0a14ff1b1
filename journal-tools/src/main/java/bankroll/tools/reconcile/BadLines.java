package bankroll.tools.reconcile;

import bankroll.condition.ConditionException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The lines of a list that make no sense: all of them are told at once, so that the list is mended once. One thread. */
final class BadLines {
    private static final int MOST = 1_000;

    private final Path file;
    private final List<String> told = new ArrayList<>();
    private long count;

    /** A line that makes no sense, and why. */
    static final class BadLine extends RuntimeException {
        private static final long serialVersionUID = 1L;

        BadLine(long line, String reason) {
            super("line " + line + ": " + reason, null, false, false);
        }
    }

    BadLines(Path file) {
        this.file = file;
    }

    void add(BadLine bad) {
        count++;
        if (told.size() < MOST) {
            told.add(bad.getMessage());
        }
    }

    /** Refuses the list when there are any. */
    void requireNone() {
        if (count == 1) {
            throw ConditionException.misuse(file + " " + told.get(0));
        }
        if (count > 1) {
            String more = count > MOST ? "\n  and " + (count - MOST) + " more" : "";
            throw ConditionException.misuse(
                    file + " has " + count + " bad lines, mend them all:\n  " + String.join("\n  ", told) + more);
        }
    }
}
