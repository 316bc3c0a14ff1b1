package bankroll.tools.command;

import bankroll.condition.ConditionException;
import bankroll.snapshot.SnapshotStore;
import bankroll.tools.check.Beginning;
import bankroll.tools.console.Progress;
import bankroll.tools.console.Summary;
import bankroll.tools.rebuild.Rebuild;
import bankroll.tools.salvage.GoodFrames;
import bankroll.tools.salvage.Salvage;
import bankroll.tools.source.FrameScan;
import bankroll.tools.source.Span;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes a data directory of the good entries in several damaged copies. */
@Command(
        name = "salvage",
        description = {
            "Makes a new data directory of the good entries in several damaged copies of one ledger.",
            "",
            "DATA is believed as far as it is good; behind damage the next copy goes on where its entry follows by sequence "
                    + "and checksum. All entries are then verified as a restore does. Says which entries are in no copy: then NEW "
                    + "holds what is before the first of them, or, where DATA has a good snapshot behind them, what is behind, and "
                    + "the exit code is 1. Nothing that is named is changed but NEW."
        },
        footer = {
            "",
            "Example:  ./bankroll journal salvage data --with /backup/bankroll rescued",
            "Example:  ./bankroll journal salvage data --with /backup/a --with /old rescued"
        })
final class SalvageCommand extends ConsoleCommand {
    @Parameters(index = "0", paramLabel = "DATA", description = "The damaged data directory, or the journal in it.")
    private Path data;

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "[COPY ...] NEW",
            hideParamSyntax = true,
            description =
                    "The data directory to be made: new or empty. Directories before it are more copies, as of --with.")
    private List<Path> named;

    @Option(
            names = "--with",
            paramLabel = "BACKUP",
            description = "Another copy: a backup, a data directory, or what is left of one. Can be repeated.")
    private List<Path> others = List.of();

    @Option(names = "--no-snapshot", description = "Take no snapshot at the end.")
    private boolean withoutSnapshot;

    @Override
    public Integer call() throws IOException {
        Path target = named.get(named.size() - 1);
        List<Path> copies = copies();
        Rebuild rebuild = new Rebuild(target, console::progress).requireFresh();
        List<GoodFrames> frames = read(copies);
        Plan plan = Plan.of(frames, copies);
        Salvage salvage = plan.salvage();
        FrameScan scan = FrameScan.of(salvage, Span.ALL);
        rebuild.requireRoom(salvage.bytes(), scan.size());
        Summary rebuilt = rebuild.run(salvage, scan, plan.beginning(), null, !withoutSnapshot);
        Summary summary = new Summary()
                .put("salvaged", target.toString())
                .putAll(rebuilt)
                .put("taken", salvage.taken().stream().map(SalvageCommand::row).toList())
                .put(
                        "in_no_copy",
                        salvage.missing().stream()
                                .map(gap -> new Summary().put("entries", gap.first() + "-" + gap.last()))
                                .toList())
                .put("left_out", leftOut(frames))
                .put("not_readable", unreadable(frames))
                .put("begins_with", plan.beginsWith())
                .put("verdict", plan.verdict(scan.last()));
        return console.conclude(summary, plan.isWhole(scan.last()));
    }

    /** As typed: what stands between the first and the last of them is one more copy. */
    private List<Path> copies() {
        List<Path> copies = new ArrayList<>();
        copies.add(data);
        copies.addAll(others);
        copies.addAll(named.subList(0, named.size() - 1));
        for (Path copy : copies) {
            if (!Files.isDirectory(copy)) {
                throw ConditionException.misuse("there is no directory " + copy);
            }
        }
        return copies;
    }

    private List<GoodFrames> read(List<Path> copies) {
        List<GoodFrames> found = new ArrayList<>();
        for (Path copy : copies) {
            try (Progress progress = console.progress("look", "bytes", GoodFrames.bytes(copy))) {
                found.add(GoodFrames.in(copy, progress::at));
            }
        }
        return found;
    }

    private static List<Summary> leftOut(List<GoodFrames> frames) {
        return frames.stream()
                .flatMap(copy -> copy.leftOut().stream())
                .map(part -> new Summary()
                        .put("entries", part.first() + "-" + part.last())
                        .put("file", part.file().toString()))
                .toList();
    }

    private static List<Summary> unreadable(List<GoodFrames> frames) {
        return frames.stream()
                .flatMap(copy -> copy.unreadable().stream())
                .map(part -> new Summary()
                        .put("file", part.file().toString())
                        .put("bytes", part.from() + "-" + (part.to() - 1)))
                .toList();
    }

    private static Summary row(Salvage.Taken taken) {
        return new Summary().put("entries", taken.first() + "-" + taken.last()).put("from", taken.copy());
    }

    /**
     * What is rebuilt of damaged copies.
     *
     * @param salvage its entries
     * @param beginning the state before them
     * @param isBehindGap whether good entries before them are left out, because some between are in no copy
     */
    private record Plan(Salvage salvage, Beginning beginning, boolean isBehindGap) {
        /**
         * The one that reaches furthest: from the first entry of all, or, behind entries that are in no copy, with a snapshot that
         * the damaged directory has taken later. So no balance is lost with an old entry.
         *
         * @param frames of the copies, the damaged directory first
         * @param copies where they are
         */
        static Plan of(List<GoodFrames> frames, List<Path> copies) {
            Salvage first = Salvage.of(frames);
            List<Path> places = places(copies);
            ConditionException refused = null;
            Plan best = null;
            for (Salvage salvage = first; salvage != null; salvage = salvage.behindGap()) {
                for (Path place : places) {
                    try {
                        Plan plan = new Plan(salvage, Beginning.of(salvage, place), salvage != first);
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

        private boolean reachesFurtherThan(Plan other) {
            return other == null || salvage.listedSequence() > other.salvage.listedSequence();
        }

        /** The snapshot that stands for what came before; null for none. */
        String beginsWith() {
            return beginning.snapshot() == null
                    ? null
                    : "snapshot " + beginning.snapshot().path().getFileName()
                            + ", which stands for what came before entry " + salvage.firstSequence();
        }

        /** Whether nothing is missing, when the last entry that was rebuilt is this one. */
        boolean isWhole(long last) {
            return salvage.missing().isEmpty() && last == salvage.lastSequenceOfAll();
        }

        /** The same in words. */
        String verdict(long last) {
            if (isWhole(last)) {
                return salvage.isEndTold()
                        ? "whole: no entry is missing"
                        : "whole up to entry " + last + "; nothing in DATA tells whether more was forced";
            }
            List<Salvage.Missing> missing = salvage.missing();
            boolean isStateWhole =
                    missing.stream().allMatch(gap -> gap.last() < salvage.firstSequence()) && !missing.isEmpty();
            if (isBehindGap && isStateWhole) {
                return "NOT WHOLE, but no balance is lost: entry "
                        + missing.get(0).first()
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
}
