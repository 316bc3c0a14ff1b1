package bankroll.tools.salvage;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Which runs of one copy are one history, in its order. The next run is the one that follows by the chain of CRCs. Where none
 * does, as behind damage, it is the next one of the journal's own files: but none that has other entries in the place of those
 * that were taken, and none of an earlier file, since both are what a start found torn and went on without.
 *
 * <p>What a start has set aside is no part of the journal. It is taken only where it links to the journal's own files by CRC.
 *
 * @param own of the files that are the journal's, in the files' order
 * @param setAside of what a start has set aside, in its directory or behind a file's end
 * @param pieces those that are used, in order
 * @param leftOut those whose entries are of another history, or of none that can be told
 */
record Lineage(List<Run> own, List<Run> setAside, List<Piece> pieces, List<Run> leftOut) {

    /** A run, of which the entries behind this one are used. */
    record Piece(Run run, long behind) {}

    /** Of these runs; where there are none but what was set aside, that is all there is to tell a history. */
    static Lineage of(List<Run> own, List<Run> setAside) {
        if (own.isEmpty() && !setAside.isEmpty()) {
            return of(setAside, List.of());
        }
        List<Piece> pieces = new Tracing(own, setAside).pieces();
        List<Run> leftOut = leftOut(own, setAside, pieces);
        return new Lineage(List.copyOf(own), List.copyOf(setAside), List.copyOf(pieces), leftOut);
    }

    /** The last entry that is used; 0 when there is none. */
    long lastSequence() {
        return pieces.isEmpty() ? 0 : pieces.get(pieces.size() - 1).run().lastSequence();
    }

    /** Each once: of a torn tail there is a copy, and what it was copied from. */
    private static List<Run> leftOut(List<Run> own, List<Run> setAside, List<Piece> pieces) {
        List<Run> used = pieces.stream().map(Piece::run).toList();
        Map<List<Long>, Run> others = new LinkedHashMap<>();
        Stream.concat(own.stream(), setAside.stream())
                .filter(run -> !used.contains(run) && !isAmong(used, run))
                .forEach(
                        run -> others.put(List.of(run.firstSequence(), run.lastSequence(), (long) run.lastCrc()), run));
        return List.copyOf(others.values());
    }

    /** Its last entry tells: the chain of CRCs leads to all before. */
    private static boolean isAmong(List<Run> used, Run run) {
        return used.stream()
                .filter(other -> other.holds(run.lastSequence()))
                .anyMatch(other -> other.hasAt(run.lastSequence(), run.lastCrc()));
    }

    /** Finds one run after the other. One thread. */
    private static final class Tracing {
        /** By the first entry; of several with the same one the one that goes furthest. */
        private static final Comparator<Run> IN_ORDER = Comparator.comparingLong(Run::firstSequence)
                .thenComparing(Comparator.comparingLong(Run::lastSequence).reversed());

        private final List<Run> own;
        private final List<Run> setAside;
        private final List<Piece> pieces = new ArrayList<>();
        /** The last one that was taken of the journal's own files. */
        private Run lastOwn;

        private Tracing(List<Run> own, List<Run> setAside) {
            this.own = own;
            this.setAside = setAside;
        }

        private List<Piece> pieces() {
            Run first = own.stream().min(IN_ORDER).orElse(null);
            Piece next = first == null ? null : new Piece(first, first.firstSequence() - 1);
            while (next != null) {
                pieces.add(next);
                lastOwn = own.contains(next.run()) ? next.run() : lastOwn;
                next = behind(next.run());
            }
            return pieces;
        }

        private Piece behind(Run last) {
            Run next = linked(own, last);
            next = next == null ? linked(setAside, last) : next;
            next = next == null ? behindGap(last) : next;
            return next == null ? null : new Piece(next, Math.max(last.lastSequence(), next.firstSequence() - 1));
        }

        /** The one that follows by CRC and goes furthest; null when none does. */
        private static Run linked(Collection<Run> runs, Run last) {
            return runs.stream()
                    .filter(run ->
                            run.holds(last.lastSequence() + 1) && run.follows(last.lastSequence(), last.lastCrc()))
                    .max(Comparator.comparingLong(Run::lastSequence))
                    .orElse(null);
        }

        private Run behindGap(Run last) {
            Run next = own.stream()
                    .filter(run -> run.firstSequence() > last.lastSequence() && !run.isBefore(lastOwn))
                    .min(IN_ORDER)
                    .orElse(null);
            return next == null
                    ? null
                    : setAside.stream()
                            .filter(run -> run.firstSequence() > last.lastSequence() && next.isRightBehind(run))
                            .findFirst()
                            .orElse(next);
        }
    }
}
