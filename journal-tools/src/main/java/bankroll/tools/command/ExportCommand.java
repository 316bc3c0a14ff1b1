package bankroll.tools.command;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.journal.JournalSource;
import bankroll.ledger.Ledger;
import bankroll.tools.check.Beginning;
import bankroll.tools.command.SpanOptions.ZoneOption;
import bankroll.tools.entry.AccountCurrencies;
import bankroll.tools.entry.Filter;
import bankroll.tools.export.Column;
import bankroll.tools.export.DayFiles;
import bankroll.tools.export.ExportFormat;
import bankroll.tools.export.ExportManifest;
import bankroll.tools.source.FrameScan;
import bankroll.tools.source.Location;
import bankroll.tools.source.Span;
import bankroll.tools.source.Span.Removed;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes bookings as CSV or Parquet, a file a day. */
@Command(
        name = "export",
        description = {
            "Writes bookings as CSV or Parquet, a file a day.",
            "",
            "Refused ones, too, and a manifest. A rollback has its account's currency. "
                    + "Amounts are strings, so that no tool rounds them. Copies that came "
                    + "again are left out."
        },
        footer = {
            "",
            "Example:  ./bankroll journal export data out --format parquet",
            "Example:  ./bankroll journal export data out --status ok --time-zone Asia/Tokyo"
        })
final class ExportCommand extends JournalCommand {
    @Parameters(index = "1", paramLabel = "OUT", description = "A new or empty directory for the files.")
    private Path target;

    @Option(names = "--format", paramLabel = "FORMAT", description = "csv (default) or parquet.")
    private String format = "csv";

    @Option(names = "--raw-text", description = "In CSV, leave texts as they are that a spreadsheet would execute.")
    private boolean isRaw;

    @Option(names = "--details", description = "Add the platform's details as a column.")
    private boolean withDetails;

    @Mixin
    private ZoneOption zone;

    @Mixin
    private SpanOptions span;

    @Mixin
    private Filter filter;

    @Override
    public Integer call() throws IOException {
        ZoneId days = zone.zone();
        Location location = source.location();
        JournalSource journal = location.open();
        Span wanted = span.span(days);
        FrameScan scan = FrameScan.of(journal, wanted.fromTheFirst());
        prepareTarget();
        console.say(Removed.told(journal, wanted));
        AccountCurrencies accounts = accounts(location, journal);
        try (DayFiles files = new DayFiles(target, format(), columns(), filter.conclude(), wanted, accounts, days)) {
            read("export", scan, files);
            ExportManifest manifest = files.finish();
            manifest.save(target);
            console.print(manifest.summary());
        }
        return ExitCode.OK;
    }

    /** Those whose entries a retention has removed are in a snapshot; without one rollbacks may lack their currency. */
    private AccountCurrencies accounts(Location location, JournalSource journal) {
        AccountCurrencies accounts = new AccountCurrencies();
        if (journal.firstSequence() > 1) {
            try (Ledger ledger = Beginning.nearest(journal, location.snapshots(), Long.MAX_VALUE)
                    .ledger()) {
                accounts.startFrom(ledger);
            } catch (ConditionException e) {
                console.say("rollbacks of older accounts have the currency that they name, or none: " + e.getMessage());
            }
        }
        return accounts;
    }

    private void prepareTarget() throws IOException {
        if (Files.exists(target) && !Files.isDirectory(target)) {
            throw ConditionException.misuse(target + " is a file: name a new or empty directory");
        }
        Files.createDirectories(target);
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(target)) {
            if (entries.iterator().hasNext()) {
                throw ConditionException.misuse(target + " is not empty: name a new or empty directory");
            }
        }
    }

    private ExportFormat format() {
        return switch (format) {
            case "csv" -> isRaw ? ExportFormat.RAW_CSV : ExportFormat.CSV;
            case "parquet" -> ExportFormat.PARQUET;
            default -> throw ConditionException.misuse("--format " + format + " is neither csv nor parquet");
        };
    }

    private List<Column> columns() {
        List<Column> columns = new ArrayList<>(List.of(Column.values()));
        if (!withDetails) {
            columns.remove(Column.DETAILS);
        }
        return columns;
    }
}
