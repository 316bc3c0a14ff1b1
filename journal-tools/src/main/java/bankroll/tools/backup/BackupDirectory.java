package bankroll.tools.backup;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.engine.DataDirectory;
import bankroll.journal.files.DirectoryLock;
import bankroll.journal.files.DurableFiles;
import bankroll.journal.files.OwnerOnly;
import bankroll.snapshot.SnapshotDirectory;
import bankroll.snapshot.SnapshotStore;
import bankroll.tools.source.BackupManifest;
import bankroll.tools.source.BackupManifest.BackupFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Where a backup is written: nobody but its owner may read the files, which name players. One thread. */
final class BackupDirectory extends SnapshotDirectory {
    /** What a file is called until it is whole. */
    static final String PART = ".part";

    /** What the name of a file of frames ends with. */
    static final String ENDING = ".bkf";

    /** Is there while a run is at work for which there is no lock. */
    private static final String RUN = "RUN" + PART;

    private static final Set<String> MAY_BE_THERE = Set.of(DurableFiles.LOST_AND_FOUND, DirectoryLock.FILE);

    private final Path path;

    BackupDirectory(Path path) {
        super(path);
        this.path = path;
    }

    /** Whether a backup has been begun here. Refuses a directory that holds anything else: nothing is mixed or overwritten. */
    boolean isBegun() throws IOException {
        if (Files.exists(path.resolve(DataDirectory.BACKUP_MANIFEST))) {
            return true;
        }
        if (Files.exists(path) && !Files.isDirectory(path)) {
            throw ConditionException.misuse(path + " is a file: name a directory for the backup");
        }
        List<String> strange = strangers();
        if (!strange.isEmpty()) {
            throw ConditionException.misuse(path + " is no backup, but holds " + strange.get(0)
                    + (strange.size() > 1 ? " and " + (strange.size() - 1) + " more" : "")
                    + ": name a new directory, or, if "
                    + DataDirectory.BACKUP_MANIFEST + " was lost, another copy of the backup");
        }
        return false;
    }

    /** All but what a first run leaves that was interrupted, and what a file system puts into every disk. */
    private List<String> strangers() throws IOException {
        if (!Files.exists(path)) {
            return List.of();
        }
        Set<Path> snapshots = new HashSet<>(new SnapshotStore(this).list());
        try (Stream<Path> files = Files.list(path)) {
            return files.filter(file -> !snapshots.contains(file))
                    .map(file -> file.getFileName().toString())
                    .filter(name -> !name.endsWith(PART) && !name.endsWith(".tmp") && !MAY_BE_THERE.contains(name))
                    .sorted()
                    .toList();
        }
    }

    /** Makes it, when it is missing. */
    void create() throws IOException {
        if (Files.isDirectory(path)) {
            return;
        }
        try {
            if (path.toAbsolutePath().getParent() != null) {
                DurableFiles.createDirectories(path.toAbsolutePath().getParent());
            }
            Files.createDirectory(path, OwnerOnly.directory(path));
        } catch (NoSuchFileException | AccessDeniedException refused) {
            Path around = Path.of(refused.getFile()).toAbsolutePath().getParent();
            throw ConditionException.wrong(
                    path + " can't be made: " + around
                            + " takes no new directory from this user; name a directory for the"
                            + " backup where this user may make one",
                    refused);
        }
    }

    /**
     * One run at a time: two would write the same files.
     *
     * @return null where the file system knows no locks: a file that only one run can create stands for one there
     * @throws ConditionException while another run has it
     */
    DirectoryLock lock() throws IOException {
        create();
        try {
            return DirectoryLock.acquire(path, "wait until that one has ended");
        } catch (IOException e) {
            createRun();
            return null;
        }
    }

    private void createRun() throws IOException {
        Path run = path.resolve(RUN);
        try {
            Files.createFile(run, OwnerOnly.file(run));
        } catch (FileAlreadyExistsException e) {
            throw new ConditionException(
                    ExitCode.IN_USE,
                    "another run writes to " + path + ", or one was interrupted: the file system knows no locks",
                    "wait until that one has ended, or, when none is at work, delete " + run,
                    e);
        }
    }

    /** Gives the lock back, null for none; where no backup came about, its file goes too: the directory is as it was. */
    void unlock(DirectoryLock lock) throws IOException {
        if (lock == null) {
            Files.deleteIfExists(path.resolve(RUN));
            return;
        }
        try {
            if (!Files.exists(path.resolve(DataDirectory.BACKUP_MANIFEST))) {
                Files.deleteIfExists(path.resolve(DirectoryLock.FILE));
            }
        } finally {
            lock.close();
        }
    }

    /** Replaces the manifest, whole or not at all: from here on the backup holds what it says. */
    void save(BackupManifest manifest) throws IOException {
        manifest.save(path);
        PosixFileAttributeView file =
                Files.getFileAttributeView(path.resolve(DataDirectory.BACKUP_MANIFEST), PosixFileAttributeView.class);
        if (file != null) {
            file.setPermissions(PosixFilePermissions.fromString("rw-------"));
        }
    }

    /** What the name of a file begins with whose first entry is this one. */
    static String name(long firstSequence) {
        return DataDirectory.BACKUP_FILES + String.format(Locale.ROOT, "%019d", firstSequence);
    }

    /** Removes the files that hold only what those hold that the manifest names: others stand for them, or a run broke off. */
    void clear(BackupManifest manifest) throws IOException {
        Set<String> named = manifest.files().stream().map(BackupFile::name).collect(Collectors.toSet());
        String behind = name(manifest.lastSequence() + 1);
        for (Path file : frames()) {
            String name = file.getFileName().toString();
            if (!named.contains(name) && name.compareTo(behind) < 0) {
                Files.delete(file);
            }
        }
    }

    private List<Path> frames() throws IOException {
        try (Stream<Path> files = Files.list(path)) {
            return files.filter(file -> isOfFrames(file.getFileName().toString()))
                    .toList();
        }
    }

    private static boolean isOfFrames(String name) {
        return name.startsWith(DataDirectory.BACKUP_FILES) && (name.endsWith(ENDING) || name.endsWith(ENDING + PART));
    }

    @Override
    protected FileChannel create(Path file) throws IOException {
        create();
        return newFile(file);
    }

    /** An empty file, in place of one of the same name. */
    static FileChannel newFile(Path file) throws IOException {
        Files.deleteIfExists(file);
        return FileChannel.open(
                file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), OwnerOnly.file(file));
    }
}
