package bankroll.tools;

import bankroll.journal.ChainHead;
import bankroll.journal.JournalSource;
import bankroll.tools.check.Chain;
import bankroll.tools.check.Relay;
import bankroll.tools.console.CommandFailure;
import bankroll.tools.console.Progress;
import bankroll.tools.console.Summary;
import bankroll.tools.entry.Tally;
import bankroll.tools.place.JournalFiles;
import bankroll.tools.place.Location;
import bankroll.tools.read.FrameScan;
import bankroll.tools.read.Span;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Says what a journal is and what is in it. */
@Command(
        name = "info",
        description = "Says what is in a journal: files, entries, bookings by type and outcome, chain head.",
        footer = {"", "Example:  ./bankroll journal info data"})
final class InfoCommand implements Callable<Integer> {
    @ParentCommand
    private JournalTool tool;

    @Mixin
    private SourceOptions source;

    @Option(names = "--no-chain", description = "Do not compute the chain head: faster on large journals.")
    private boolean withoutChain;

    @Override
    public Integer call() {
        final Location location = source.location();
        final JournalSource journal = location.open();
        final Tally tally = new Tally();
        final Chain chain = new Chain().startAfter(ChainHead.START);
        final boolean withChain = !withoutChain && journal.firstSequence() == 1;
        read(journal, tally, withChain ? chain : null);
        final Summary summary = new Summary().put("directory", location.directory().toString());
        tally.putSpan(summary);
        if (withChain) {
            summary.put("chain_head", chain.head().toString());
        }
        tally.putCounts(summary);
        new JournalFiles(location).put(summary);
        tool.print(summary);
        return CommandFailure.GOOD;
    }

    private void read(final JournalSource journal, final Tally tally, final Chain chain) {
        final FrameScan scan = FrameScan.of(journal, Span.ALL);
        try (Progress progress = tool.progress("info", "entries", scan.size())) {
            if (chain == null) {
                scan.run(tally, progress);
                return;
            }
            try (Relay relay = new Relay("chain", chain)) {
                scan.run((buffer, offset, length) -> tally.onFrame(buffer, offset, length)
                        && relay.onFrame(buffer, offset, length), progress);
                relay.finish();
            }
        }
    }
}
