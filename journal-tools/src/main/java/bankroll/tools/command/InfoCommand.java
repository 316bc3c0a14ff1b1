package bankroll.tools.command;

import bankroll.condition.ExitCode;
import bankroll.journal.Chain.ChainHead;
import bankroll.journal.CorruptJournalException;
import bankroll.journal.JournalSource;
import bankroll.protocol.LedgerId;
import bankroll.tools.check.Beginning;
import bankroll.tools.check.ChainProof;
import bankroll.tools.check.Relay;
import bankroll.tools.console.Summary;
import bankroll.tools.entry.Tally;
import bankroll.tools.source.JournalFiles;
import bankroll.tools.source.LedgerIdentity;
import bankroll.tools.source.Location;
import bankroll.tools.source.Tail;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Says what a journal is and what is in it. */
@Command(
        name = "info",
        description = "Says what is in a journal: files, entries, bookings, chain head.",
        footer = {"", "Example:  ./bankroll journal info data"})
final class InfoCommand extends JournalCommand {
    @Option(names = "--no-chain", description = "Do not compute the chain head: faster on large journals.")
    private boolean withoutChain;

    @Override
    public Integer call() {
        Location location = source.location();
        JournalSource journal = location.open();
        Tally tally = new Tally();
        ChainHead start = withoutChain ? null : Beginning.chainStart(journal, Long.MAX_VALUE);
        ChainProof chain = start == null ? null : new ChainProof().startAfter(start);
        CorruptJournalException damage = read(journal, tally, chain);
        Summary summary = new Summary().put("directory", location.directory().toString());
        summary.put("manifest", location.manifestFault());
        summary.put("ledger", ledger(journal));
        tally.putSpan(summary);
        if (chain != null) {
            summary.put("chain_head", chain.head().toString());
        }
        tally.putCounts(summary);
        new JournalFiles(location).put(summary);
        if (damage != null) {
            Tail tail = location.tail();
            summary.put("damage", tail.what(damage)).put("cure", tail.cure(damage));
        }
        console.print(summary);
        return damage == null ? ExitCode.OK : ExitCode.WRONG;
    }

    /** Null when no start is left, or damage is before it. */
    private static String ledger(JournalSource journal) {
        try {
            LedgerId id = LedgerIdentity.of(journal);
            return id == null ? null : id.text();
        } catch (CorruptJournalException e) {
            return null;
        }
    }

    /** Counts up to the end, or up to the damage, which it returns. */
    private CorruptJournalException read(JournalSource journal, Tally tally, ChainProof chain) {
        if (chain == null) {
            return readToDamage("info", journal, tally);
        }
        try (Relay relay = new Relay(chain)) {
            CorruptJournalException damage = readToDamage("info", journal, tally.then(relay));
            relay.finish();
            return damage;
        }
    }
}
