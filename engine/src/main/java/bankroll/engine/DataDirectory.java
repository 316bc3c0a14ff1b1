package bankroll.engine;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.condition.Reason;
import bankroll.condition.ShellWord;
import bankroll.journal.CorruptJournalException;
import bankroll.journal.files.DurableFiles;
import bankroll.journal.files.ForcedMark;
import bankroll.journal.files.JournalFile;
import bankroll.journal.files.Manifest;
import bankroll.snapshot.SnapshotStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What is in a directory that is given as a data directory, before anything is written to it. Where no ledger is, none is
 * begun by mistake: on a disk that isn't mounted, behind a typing error, in a backup.
 */
public final class DataDirectory {
    /** What a rebuild writes before the journal gets its name. */
    public static final String UNFINISHED_JOURNAL = EngineContext.JOURNAL + ".part";
    /** Where a node of a cluster keeps its log. */
    public static final String CLUSTER = "cluster";
    /** The file that says that a node is being seeded. */
    public static final String SEED_UNDER_WAY = "seed-under-way";
    /** The file that makes a directory a backup. */
    public static final String BACKUP_MANIFEST = "backup.json";
    /** What a backup's files of frames begin with; their first sequence follows. */
    public static final String BACKUP_FILES = "frames-";
    /** The file that makes a directory an export. */
    public static final String EXPORT_MANIFEST = "manifest.json";

    /**
     * What a new file system, or a start that did not get far, leaves in an empty directory. A cluster's log alone is no ledger
     * either: whatever entries it leads to are made again from it. Beside a seed that broke off no start gets far.
     */
    private static final Set<String> NOTHING =
            Set.of(DurableFiles.LOST_AND_FOUND, "demo", "native", CLUSTER, SEED_UNDER_WAY);

    private static final int MOST_NAMED = 3;

    private static final String SEED_AGAIN = "run \"./bankroll cluster seed\" again";
    private static final String INIT_ELSEWHERE = "\"./bankroll init NEW\"";

    private final Path path;
    private final String making;

    /** Of this path, whatever is there. */
    public DataDirectory(Path path) {
        this(path, "to make a new ledger: \"./bankroll init " + ShellWord.of(path) + "\"");
    }

    private DataDirectory(Path path, String making) {
        this.path = path;
        this.making = making;
    }

    /** Of a node of a cluster, whose members begin one ledger together: {@code init} on each would make several. */
    public static DataDirectory ofMember(Path path) {
        return new DataDirectory(
                path,
                "if it is lost: \"./bankroll cluster seed\"; to begin a new cluster: \"./bankroll serve --init\" on each"
                        + " node (docs/cluster.md)");
    }

    /** Whether a ledger is there, of whatever release and however damaged. */
    public boolean hasLedger() {
        return holdsLedger(path.resolve(EngineContext.JOURNAL));
    }

    /** Whether it is, or was, that of a node of a cluster. */
    public boolean hasLog() {
        return Files.isDirectory(path.resolve(CLUSTER));
    }

    /**
     * For a start: a ledger is there, of whatever release and however damaged.
     *
     * @throws ConditionException when none is, with what is there and the command that helps
     */
    public void requireLedger() {
        if (!hasLedger()) {
            refuse("there is no ledger in " + path);
        }
    }

    /**
     * For a new ledger: nothing is there, or what an interrupted one left.
     *
     * @throws ConditionException when anything else is, with what it is and the command that helps
     */
    public void requireFree() {
        if (hasLedger()) {
            throw condition(
                    path + " holds a ledger already, and nothing is overwritten",
                    "start it with \"./bankroll serve --data " + ShellWord.of(path) + "\", or name an empty directory");
        }
        if (!isFree()) {
            refuse("no ledger can be made in " + path);
        }
    }

    /** For a start that may make one: whether there is a ledger or room for a new one; refused otherwise. */
    public void requireLedgerOrFree() {
        if (!hasLedger()) {
            requireFree();
        }
    }

    /**
     * For a start, in a cluster or alone: no seed has broken off here, in the middle of its copy of the journal perhaps.
     *
     * @throws ConditionException when one has
     */
    void requireNoSeedUnderWay() {
        Path underWay = path.resolve(SEED_UNDER_WAY);
        if (Files.exists(underWay)) {
            throw condition(
                    "a seed of this node was not finished (" + underWay + ")",
                    SEED_AGAIN + "; a new ledger needs a directory of its own: " + INIT_ELSEWHERE);
        }
    }

    /** An empty journal is none: its first start, or {@code init}, didn't come to its first entry. */
    private static boolean holdsLedger(Path journal) {
        if (!Files.isDirectory(journal)) {
            return false;
        }
        try {
            ForcedMark.Reading mark = ForcedMark.read(journal);
            return !JournalFile.all(journal).isEmpty()
                    || !isEmpty(Manifest.read(journal))
                    || mark != null && mark.forced() > 0;
        } catch (CorruptJournalException | IOException | UncheckedIOException e) {
            return true; // the start says what is wrong with it
        }
    }

    private static boolean isEmpty(Manifest manifest) {
        return manifest == null || manifest.equals(Manifest.EMPTY);
    }

    private boolean isFree() {
        if (!Files.exists(path)) {
            return true;
        }
        return Files.isDirectory(path)
                && names(path).stream()
                        .allMatch(name -> NOTHING.contains(name)
                                || name.equals(EngineContext.JOURNAL)
                                || name.equals(SnapshotStore.DIRECTORY)
                                        && names(path.resolve(name)).isEmpty());
    }

    private void refuse(String what) {
        requireDirectory(what);
        List<String> names = names(path);
        requireNoPartOrCopy(what, names);
        if (names.contains(SEED_UNDER_WAY)) {
            // one that runs has the lock, which isn't asked for here: a second one would be refused by it
            throw condition(
                    what + ": a seed of this node is under way or was broken off (" + path.resolve(SEED_UNDER_WAY)
                            + ")",
                    SEED_AGAIN + " when none runs; a new ledger needs a directory of its own: " + INIT_ELSEWHERE);
        }
        if (isFree()) {
            throw condition(what + ": it is empty", "if it should not be, mount its disk or correct --data; " + making);
        }
        if (names.contains(SnapshotStore.DIRECTORY)) {
            throw condition(
                    what + ": it holds snapshots, and the journal that they belong to is missing",
                    "put the journal back, or restore a backup into a new directory: \"./bankroll journal restore"
                            + " BACKUP NEW\"");
        }
        throw condition(
                what + ": it holds other files (" + some(names) + ")",
                "name the data directory (with serve: --data); a new ledger needs a directory of its own: "
                        + INIT_ELSEWHERE);
    }

    private void requireDirectory(String what) {
        if (!Files.exists(path)) {
            throw condition(what + ": it does not exist", "if it should, mount its disk or correct --data; " + making);
        }
        if (!Files.isDirectory(path)) {
            throw condition(what + ": it is a file", "name the data directory (with serve: --data)");
        }
    }

    /** What is made of a ledger, or is a part of one, has a way of its own back to a data directory. */
    private void requireNoPartOrCopy(String what, List<String> names) {
        if (names.contains(BACKUP_MANIFEST) || names.stream().anyMatch(name -> name.startsWith(BACKUP_FILES))) {
            throw condition(
                    what + ": it is a backup, which is never written to",
                    "make a data directory from it: \"./bankroll journal restore " + ShellWord.of(path)
                            + " NEW\", then \"./bankroll serve --data NEW\"");
        }
        if (names.contains(EXPORT_MANIFEST)) {
            throw condition(
                    what + ": it is an export of bookings, which no ledger can be made from",
                    "name the data directory (with serve: --data)");
        }
        if (names.contains(Manifest.FILE) || names.contains(ForcedMark.FILE)) {
            throw condition(
                    what + ": it is the journal of one",
                    "name the directory it is in: --data "
                            + ShellWord.of(path.toAbsolutePath().normalize().getParent()));
        }
        if (names.contains(UNFINISHED_JOURNAL)) {
            throw condition(
                    what + ": it holds what an interrupted restore or replay left",
                    "delete it and restore again, into a new directory");
        }
    }

    private static String some(List<String> names) {
        String first = String.join(", ", names.subList(0, Math.min(MOST_NAMED, names.size())));
        return names.size() > MOST_NAMED ? first + " and " + (names.size() - MOST_NAMED) + " more" : first;
    }

    private static List<String> names(Path directory) {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
        } catch (NoSuchFileException | NotDirectoryException e) {
            return List.of();
        } catch (IOException e) {
            throw condition(directory + " can't be read: " + Reason.of(e), "give it to this user");
        }
    }

    private static ConditionException condition(String what, String cure) {
        return new ConditionException(ExitCode.CONFIGURATION, what, cure);
    }
}
