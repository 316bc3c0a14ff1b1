package bankroll.tools.reconcile;

import bankroll.protocol.Total;
import bankroll.tools.console.Summary;
import bankroll.tools.entry.Decimals;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Differences counted and added up, by kind and currency. One thread. */
final class Totals {
    private final Map<Key, Line> lines = new TreeMap<>();
    private final Decimals decimals;
    private long count;

    private record Key(Kind kind, String currency) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int byKind = kind.compareTo(other.kind);
            return byKind != 0 ? byKind : currency.compareTo(other.currency);
        }
    }

    private static final class Line {
        private final Total theirs = new Total();
        private final Total ours = new Total();
        private long count;
    }

    /** @param decimals how amounts are told */
    Totals(Decimals decimals) {
        this.decimals = decimals;
    }

    void add(Kind kind, String currency, Long theirs, Long ours) {
        Line line = lines.computeIfAbsent(new Key(kind, currency == null ? "" : currency), key -> new Line());
        line.count++;
        count++;
        if (theirs != null) {
            line.theirs.add(theirs);
        }
        if (ours != null) {
            line.ours.add(ours);
        }
    }

    long count() {
        return count;
    }

    List<Summary> rows() {
        List<Summary> rows = new ArrayList<>();
        lines.forEach((key, line) -> rows.add(new Summary()
                .put("difference", key.kind().label())
                .put("currency", key.currency())
                .put("count", line.count)
                .put("their_amount", decimals.format(key.currency(), line.theirs.toBigInteger()))
                .put("our_amount", decimals.format(key.currency(), line.ours.toBigInteger()))));
        return rows;
    }
}
