package bankroll.tools.command;

import bankroll.condition.ConditionException;
import bankroll.snapshot.SnapshotStore;
import bankroll.tools.check.Beginning;
import bankroll.tools.salvage.GoodFrames;
import bankroll.tools.salvage.Salvage;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What is rebuilt of damaged copies.
 *
 * @param salvage its entries
 * @param beginning the state before them
 * @param isBehindGap whether good entries before them are left out, because some between are in no copy
 */
record SalvagePlan(Salvage salvage, Beginning beginning, boolean isBehindGap) {
    /**
     * The one that reaches furthest: from the first entry of all, or, behind entries that are in no copy, with a snapshot that
     * the damaged directory has taken later. So no balance is lost with an old entry.
     *
     * @param frames of the copies, the damaged directory first
     * @param copies where they are
     */
    static SalvagePlan of(List<GoodFrames> frames, List<Path> copies) {
        Salvage first = Salvage.of(frames);
        List<Path> places = places(copies);
        ConditionException refused = null;
        SalvagePlan best = null;
        for (Salvage salvage = first; salvage != null; salvage = salvage.behindGap()) {
            for (Path place : places) {
                try {
                    SalvagePlan plan = new SalvagePlan(salvage, Beginning.of(salvage, place), salvage != first);
                    best = plan.reachesFurtherThan(best) ? plan : best;
                } catch (ConditionException e) {
                    refused = refused == null ? e : refused;
                }
            }
            places = places(copies.subList(0, 1));
        }
        if (best == null) {
            throw refused;
        }
        return best;
    }

    /** Where snapshots may be: in a data directory, or in a backup. */
    private static List<Path> places(List<Path> copies) {
        return copies.stream()
                .flatMap(copy -> Stream.of(copy.resolve(SnapshotStore.DIRECTORY), copy))
                .toList();
    }

    private boolean reachesFurtherThan(SalvagePlan other) {
        return other == null || salvage.listedSequence() > other.salvage.listedSequence();
    }

    /** The snapshot that stands for what came before; null for none. */
    String beginsWith() {
        return beginning.snapshot() == null
                ? null
                : "snapshot " + beginning.snapshot().path().getFileName() + ", which stands for what came before entry "
                        + salvage.firstSequence();
    }

    /** Whether nothing is missing, when the last entry that was rebuilt is this one. */
    boolean isWhole(long last) {
        return salvage.missing().isEmpty() && last == salvage.lastSequenceOfAll();
    }

    /** The same in words. */
    String verdict(long last) {
        if (isWhole(last)) {
            return "whole: no entry is missing";
        }
        List<Salvage.Missing> missing = salvage.missing();
        boolean isStateWhole =
                missing.stream().allMatch(gap -> gap.last() < salvage.firstSequence()) && !missing.isEmpty();
        if (isBehindGap && isStateWhole) {
            return "NOT WHOLE, but no balance is lost: entry " + missing.get(0).first()
                    + " is in no copy, so all before entry " + salvage.firstSequence()
                    + " are left out, and the snapshot stands for them; \"./bankroll journal dump COPY --skip-damage\""
                    + " shows those that can be read";
        }
        String why = missing.isEmpty()
                ? "what the copies hold behind entry " + last + " does not follow it: it is of another history"
                : "entry " + missing.get(0).first() + " is in no copy";
        return "NOT WHOLE: it ends at entry " + last + ", because " + why
                + "; \"./bankroll journal dump COPY --skip-damage --from-sequence " + (last + 1)
                + "\" shows what is behind";
    }
}
