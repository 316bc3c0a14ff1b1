package bankroll.tools.command;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.tools.backup.BackupCheck;
import bankroll.tools.check.Beginning;
import bankroll.tools.console.Summary;
import bankroll.tools.rebuild.Rebuild;
import bankroll.tools.source.BackupManifest;
import bankroll.tools.source.BackupSource;
import bankroll.tools.source.FrameScan;
import bankroll.tools.source.Location;
import bankroll.tools.source.Span;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes a data directory from a backup. */
@Command(
        name = "restore",
        description = {
            "Makes a new data directory from a backup.",
            "",
            "A damaged or incomplete backup is refused with the reason; what was written is read back and verified, "
                    + "and a snapshot is taken, so that the service starts at once."
        },
        footer = {"", "Example:  ./bankroll journal restore /backup/bankroll data"})
final class RestoreCommand extends ConsoleCommand {
    @Parameters(index = "0", paramLabel = "BACKUP", description = "The backup.")
    private Path backup;

    @Parameters(index = "1", paramLabel = "DATA", description = "The data directory to be made: new or empty.")
    private Path target;

    @Option(names = "--no-snapshot", description = "Take no snapshot at the end.")
    private boolean withoutSnapshot;

    @Override
    public Integer call() throws IOException {
        Location location = Location.of(backup);
        if (!location.isBackup()) {
            throw ConditionException.misuse(backup + " is a journal, not a backup: use replay");
        }
        BackupSource source = new BackupSource(location.directory());
        BackupManifest manifest = source.manifest();
        Rebuild rebuild = new Rebuild(target, console::progress).requireFresh();
        rebuild.requireRoom(manifest.bytes(), manifest.entries());
        new BackupCheck(location.directory(), manifest).all(console::progress);
        Summary rebuilt = rebuild.run(
                source,
                FrameScan.of(source, Span.ALL),
                Beginning.of(source, location.snapshots()),
                manifest.head(),
                !withoutSnapshot);
        console.print(new Summary().put("restored", target.toString()).putAll(rebuilt));
        return ExitCode.OK;
    }
}
