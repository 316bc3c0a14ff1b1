package bankroll.tools.command;

import bankroll.condition.ConditionException;
import bankroll.journal.JournalSource;
import bankroll.tools.console.Progress;
import bankroll.tools.console.Summary;
import bankroll.tools.report.Comparison;
import bankroll.tools.source.FrameScan;
import bankroll.tools.source.Location;
import bankroll.tools.source.Span;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Finds the first entry at which two journals part. */
@Command(
        name = "diff",
        description = "Finds the first entry at which two journals part, and what differs.",
        footer = {"", "Example:  ./bankroll journal diff data /backup/bankroll"})
final class DiffCommand extends ConsoleCommand {
    @Parameters(index = "0", paramLabel = "A", description = "A journal, a copy or a backup.")
    private Path a;

    @Parameters(index = "1", paramLabel = "B", description = "The other one.")
    private Path b;

    @Option(
            names = "--contents",
            description = "Compare what was asked and decided; leave out how entries are chained to each other.")
    private boolean contentsOnly;

    @Override
    public Integer call() {
        JournalSource left = Location.of(a).open();
        JournalSource right = Location.of(b).open();
        long from = Math.max(left.firstSequence(), right.firstSequence());
        requireCommon(left, right, from);
        Comparison comparison = new Comparison(contentsOnly);
        try (Progress progress =
                console.progress("diff", "entries", FrameScan.of(left, Span.ALL).size())) {
            comparison.run(left, right, from, progress);
        }
        Summary summary = new Summary().put("a", a.toString()).put("b", b.toString());
        if (from > 1) {
            summary.put("compared_from_sequence", from);
        }
        summary.put("equal_entries", comparison.equal());
        boolean isSame = put(summary, comparison, from);
        return console.conclude(summary, isSame);
    }

    /** A journal may have ended before the first entry that a retention has left of the other one. */
    private static void requireCommon(JournalSource left, JournalSource right, long from) {
        long last = Math.min(
                FrameScan.of(left, Span.ALL).last(),
                FrameScan.of(right, Span.ALL).last());
        if (from > 1 && last < from) {
            throw ConditionException.wrong("they have no entry in common: one of them ends at entry " + last
                    + ", of the other one all before entry " + from + " was removed");
        }
    }

    private static boolean put(Summary summary, Comparison comparison, long from) {
        if (comparison.partedAt() > 0) {
            summary.put("result", "they part at sequence " + comparison.partedAt());
            summary.put("parted_at_sequence", comparison.partedAt());
            summary.put("differences", comparison.differences());
            return false;
        }
        if (comparison.hasMoreA() || comparison.hasMoreB()) {
            String longer = comparison.hasMoreA() ? "A" : "B";
            summary.put(
                    "result",
                    "the same up to sequence " + (from + comparison.equal() - 1) + "; " + longer + " goes on");
            summary.put("longer", longer);
            return false;
        }
        summary.put("result", "the same");
        return true;
    }
}
