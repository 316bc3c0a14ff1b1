package bankroll.tools.command;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.engine.EngineContext;
import bankroll.journal.JournalSource;
import bankroll.journal.files.DirectoryLock;
import bankroll.protocol.PieceDigest;
import bankroll.snapshot.CheckedSnapshot;
import bankroll.snapshot.InvalidSnapshotException;
import bankroll.snapshot.SnapshotHead;
import bankroll.snapshot.SnapshotStore;
import bankroll.tools.check.Beginning;
import bankroll.tools.check.Beginning.UsableSnapshots;
import bankroll.tools.check.PrunedSnapshots;
import bankroll.tools.check.Verification;
import bankroll.tools.command.JournalCommand.JournalParameter;
import bankroll.tools.console.Summary;
import bankroll.tools.rebuild.Disk;
import bankroll.tools.rebuild.Disk.StraightSnapshots;
import bankroll.tools.source.FrameScan;
import bankroll.tools.source.Location;
import bankroll.tools.source.Span;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Snapshots of a data directory: takes one offline, lists, checks and prunes them. */
@Command(
        name = "snapshot",
        description = "Takes a snapshot offline, lists, checks or prunes snapshots.",
        synopsisSubcommandLabel = "(take | list | check | prune)",
        footer = {"", "Example:  ./bankroll journal snapshot take data"})
final class SnapshotCommand extends ConsoleCommand {
    @Override
    public Integer call() {
        throw ConditionException.misuse("say what to do: take, list, check or prune");
    }

    /** Replays the journal and takes a snapshot of its last entry. */
    @Command(
            name = "take",
            description = "Replays the journal and takes a snapshot of its end; the service must not be running.",
            footer = {"", "Example:  ./bankroll journal snapshot take data"})
    int take(@Mixin final JournalParameter source) throws IOException {
        Location location = source.location();
        location.journal();
        SnapshotStore store = straightStore(location);
        JournalSource journal = location.open();
        try (DirectoryLock lock = lock(location, "stop that one first; a running service takes its snapshots itself");
                Verification verification =
                        new Verification(Verification.Scope.STATE, Beginning.of(journal, location.snapshots()))) {
            prove("replay", FrameScan.of(journal, Span.ALL), verification);
            requireGood(verification);
            CheckedSnapshot taken =
                    store.take(verification.head(), verification.ledger().freeze(), PieceDigest.onAllProcessors());
            verification.ledger().release();
            console.print(new Summary()
                    .put("snapshot", taken.path().toString())
                    .put("sequence", verification.lastSequence())
                    .put("bytes", Files.size(taken.path()))
                    .put("digest", taken.digest()));
        }
        return ExitCode.OK;
    }

    /** Lists them. */
    @Command(
            name = "list",
            description = "Lists the snapshots, newest first, without reading them whole.",
            footer = {"", "Example:  ./bankroll journal snapshot list data"})
    int list(@Mixin final JournalParameter source) {
        List<Summary> rows = PrunedSnapshots.rows(
                store(source.location()).list(),
                path -> new Summary()
                        .put("snapshot", path.getFileName().toString())
                        .put("bytes", Files.size(path))
                        .putTime("taken", Files.getLastModifiedTime(path).toMillis()));
        console.print(new Summary().put("snapshots", rows));
        return ExitCode.OK;
    }

    /** Checks that each is whole and that a start could begin with it. */
    @Command(
            name = "check",
            description =
                    "Checks that each snapshot is whole and of this journal; verify also computes its state anew.",
            footer = {"", "Example:  ./bankroll journal snapshot check data"})
    int check(@Mixin final JournalParameter source) {
        SnapshotStore store = store(source.location());
        JournalSource journal = source.location().open();
        List<Summary> rows = new ArrayList<>();
        boolean isGood = true;
        for (Path path : store.list()) {
            Summary row = new Summary().put("snapshot", path.getFileName().toString());
            try {
                CheckedSnapshot checked = store.prove(path);
                SnapshotHead.Standing standing = checked.head().standing(journal);
                isGood &= standing.isUsable();
                row.put("sequence", checked.head().sequence())
                        .putTime("time", checked.head().timeMs())
                        .put("result", standing.isUsable() ? "good" : "NOT GOOD: " + standing.text())
                        .put("digest", checked.digest());
            } catch (InvalidSnapshotException e) {
                if (PrunedSnapshots.isGone(path)) {
                    continue;
                }
                isGood = false;
                row.put("sequence", 0)
                        .put("time", "")
                        .put("result", "NOT GOOD: " + e.getMessage())
                        .put("digest", "");
            }
            rows.add(row);
        }
        return console.conclude(
                new Summary().put("snapshots", rows).put("result", isGood ? "good" : "NOT GOOD"), isGood);
    }

    /** Deletes old ones. */
    @Command(
            name = "prune",
            description = "Deletes all but the newest snapshots; the service must not be running.",
            footer = {"", "Example:  ./bankroll journal snapshot prune data --keep 2"})
    int prune(
            @Mixin final JournalParameter source,
            @Option(
                            names = "--keep",
                            paramLabel = "N",
                            required = true,
                            description = "How many of the newest to keep, at least 1.")
                    int keep)
            throws IOException {
        if (keep < 1) {
            throw ConditionException.misuse("--keep " + keep + ": keep at least one");
        }
        Location location = source.location();
        SnapshotStore store = store(location);
        try (DirectoryLock lock =
                lock(location, "stop that one first; a running service keeps as many as snapshot.keep says")) {
            requireBeginning(location, store, keep);
            int before = store.list().size();
            int deleted = store.prune(keep, location.open());
            int kept = store.list().size();
            console.print(
                    new Summary().put("deleted", deleted).put("kept", kept).put("set_aside", before - deleted - kept));
        }
        return ExitCode.OK;
    }

    /** Where the first entries are gone, no start can do without a snapshot that stands for them. */
    private static void requireBeginning(Location location, SnapshotStore store, int keep) {
        JournalSource journal = location.open();
        List<Path> kept = store.list().stream().limit(keep).toList();
        UsableSnapshots usable = new UsableSnapshots(journal, location.snapshots());
        if (journal.firstSequence() > 1 && !usable.isAnyOf(kept)) {
            throw ConditionException.wrong("nothing was deleted: what came before entry " + journal.firstSequence()
                    + " was removed, and none of the newest " + keep + " snapshots can stand for it"
                    + usable.reasons() + "; a start needs one that can: keep more, or take one");
        }
    }

    /** What stands beside the snapshots may be one that a running service writes. */
    private static DirectoryLock lock(Location location, String cure) throws IOException {
        return DirectoryLock.acquire(location.journal(), cure);
    }

    private static void requireGood(Verification verification) {
        if (!verification.isGood()) {
            throw ConditionException.wrong("no snapshot was taken: " + verification.fault() + "; run verify");
        }
        if (verification.entries() == 0) {
            throw ConditionException.misuse("the journal is empty: there is nothing to take a snapshot of");
        }
    }

    private static SnapshotStore straightStore(Location location) throws IOException {
        Path snapshots = directory(location);
        return new SnapshotStore(new StraightSnapshots(snapshots, Disk.below(snapshots.getParent())));
    }

    private static SnapshotStore store(Location location) {
        return new SnapshotStore(directory(location));
    }

    private static Path directory(Location location) {
        Path snapshots = location.snapshots();
        if (snapshots == null) {
            throw ConditionException.misuse(
                    "snapshots belong to a data directory: name the one that holds \"" + EngineContext.JOURNAL + "\"");
        }
        return snapshots;
    }
}
