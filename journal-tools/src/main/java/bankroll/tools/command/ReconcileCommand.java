package bankroll.tools.command;

import bankroll.condition.ExitCode;
import bankroll.journal.JournalSource;
import bankroll.ledger.Ledger;
import bankroll.tools.check.Beginning;
import bankroll.tools.console.Summary;
import bankroll.tools.console.TextBuffer;
import bankroll.tools.console.TextBuffer.OutputFailure;
import bankroll.tools.entry.Decimals;
import bankroll.tools.reconcile.PlatformFile;
import bankroll.tools.reconcile.Reconciliation;
import bankroll.tools.reconcile.RecordReader;
import bankroll.tools.source.FrameScan;
import bankroll.tools.source.Location;
import bankroll.tools.source.Span;
import bankroll.tools.source.Span.Removed;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Holds the platform's own list against the journal. */
@Command(
        name = "reconcile",
        description = {
            "Holds the platform's own list against the journal.",
            "",
            "The list is CSV with a header, or JSON lines: transaction_id, type, amount, currency, player_id, status; "
                    + "all but the first may be missing. Told is what differs: missing here, missing there, "
                    + "player, type, currency, amount or status differs. Exit code 1 if anything does. A debit that was rolled "
                    + "back since may be listed as ok or as rolled_back. Of a transaction whose entry a retention has removed only "
                    + "that it was decided is known: those are counted as not compared."
        },
        footer = {
            "",
            "Example:  ./bankroll journal reconcile data platform.csv --since 2026-11-20",
            "Example:  ./bankroll journal reconcile data list.csv --column amount=Stake",
            "Example:  ./bankroll journal reconcile data list.csv --type-name debit=BET"
        })
final class ReconcileCommand extends JournalCommand {
    @Parameters(index = "1", paramLabel = "FILE", description = "The platform's list.")
    private Path file;

    @Option(
            names = "--platform",
            paramLabel = "NAME",
            description = "Whose list it is (default: the only platform there is).")
    private String platform;

    @Option(
            names = "--column",
            paramLabel = "OURS=THEIRS",
            description = "The list's name of one of our columns, where it is another.")
    private Map<String, String> columns = new HashMap<>();

    @Option(
            names = "--type-name",
            paramLabel = "OURS=THEIRS",
            description = "The list's name of debit, credit or rollback, where it is another; several: debit=BET,TIP.")
    private Map<String, String> types = new HashMap<>();

    @Option(names = "--delimiter", paramLabel = "CHAR", description = "Between the cells of CSV (default: a comma).")
    private char delimiter = ',';

    @Mixin
    private Decimals decimals;

    @Mixin
    private SpanOptions window;

    @Override
    public Integer call() {
        Location location = source.location();
        JournalSource journal = location.open();
        if (journal.firstSequence() == 1) {
            return reconcile(journal, null);
        }
        Beginning beginning = Beginning.nearest(journal, location.snapshots(), Long.MAX_VALUE);
        try (Ledger ledger = beginning.ledger()) {
            return reconcile(journal, ledger);
        }
    }

    private int reconcile(JournalSource journal, Ledger ledger) {
        RecordReader.Spelling spelling = new RecordReader.Spelling(columns, types, delimiter, decimals.conclude());
        PlatformFile theirs = new PlatformFile(file, spelling);
        FrameScan scan = FrameScan.of(journal, Span.ALL);
        boolean isSame = false;
        try (TextBuffer out = console.output()) {
            Reconciliation reconciliation =
                    new Reconciliation(journal, theirs, platform, window.span(), out, console.isJson());
            if (ledger != null) {
                reconciliation.startFrom(ledger);
            }
            Summary summary = reconciliation.run(scan, console::progress);
            if (journal.firstSequence() > 1) {
                Removed gone = Removed.of(journal, window.span());
                summary.put("incomplete", gone == null ? null : gone.text());
            }
            isSame = reconciliation.isSame();
            out.text(console.isJson() ? summary.toJson() + "\n" : summary.toText());
        } catch (OutputFailure e) {
            // without a reader it is a difference that was not told, or the verdict stands
            e.unlessReaderGone();
        }
        return isSame ? ExitCode.OK : ExitCode.WRONG;
    }
}
