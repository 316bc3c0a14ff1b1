package bankroll.tools.backup;

import bankroll.condition.ConditionException;
import bankroll.journal.Chain.ChainHead;
import bankroll.tools.check.Beginning;
import bankroll.tools.check.ChainProof;
import bankroll.tools.console.Progress;
import bankroll.tools.console.Progress.Tasks;
import bankroll.tools.source.BackupManifest;
import bankroll.tools.source.BackupManifest.BackupFile;
import bankroll.tools.source.BackupManifest.BackupStart;
import bankroll.tools.source.BackupSource;
import bankroll.tools.source.FrameScan;
import bankroll.tools.source.Span;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Holds a backup's files against its manifest: all there, the right size, the right bytes. A run that puts files together
 * meanwhile does no harm: of a file that is gone, what the manifest names now is looked at. One thread.
 */
public final class BackupCheck {
    /** What is told of a file that isn't what it was. */
    static final String DAMAGED = " is damaged: its checksum is not the manifest's";

    private final Path directory;
    private final List<Listed> files = new ArrayList<>();
    private final Set<Listed> read = new HashSet<>();
    private final List<Listed> missing = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();

    /** What the manifest says of a file, and how it is told. */
    private record Listed(Path path, String what, long bytes, int crc32c) {}

    /** Of the backup in this directory. */
    public BackupCheck(Path directory, BackupManifest manifest) {
        this.directory = directory;
        list(manifest);
    }

    private void list(BackupManifest manifest) {
        files.clear();
        BackupStart start = manifest.start();
        if (!start.isWhole()) {
            String what = start.snapshot() + " (the state before entry " + start.firstSequence() + ")";
            add(start.snapshot(), what, start.bytes(), start.crc32c());
        }
        for (BackupFile file : manifest.files()) {
            add(file.name(), what(file), file.bytes(), file.crc32c());
        }
    }

    /** How a file of frames is told. */
    static String what(BackupFile file) {
        return file.name() + " (entries " + file.firstSequence() + " to " + file.lastSequence() + ")";
    }

    private void add(String name, String what, long bytes, int crc32c) {
        files.add(new Listed(directory.resolve(name), what, bytes, crc32c));
    }

    /** Reads every file; whatever is missing, cut off or changed is told as the reason. */
    public void all(Tasks tasks) throws IOException {
        look(() -> files, tasks);
    }

    private void look(Supplier<List<Listed>> chosen, Tasks tasks) throws IOException {
        read.clear();
        do {
            missing.clear();
            faults.clear();
            sizes();
            if (faults.isEmpty()) {
                bytes(chosen.get(), tasks);
            }
        } while (areReplaced());
        requireNone();
    }

    /** Whether the manifest no longer names what is missing; then it is read, and the check begins anew. */
    private boolean areReplaced() {
        if (missing.isEmpty()) {
            return false;
        }
        list(BackupManifest.load(directory));
        return missing.stream().noneMatch(files::contains);
    }

    private void tellMissing(Listed file) {
        missing.add(file);
        faults.add(file.what() + " is missing");
    }

    /** Reads every entry; a chain that breaks, or that has not the manifest's value at its end, is told as the reason. */
    public void chain(Tasks tasks) {
        BackupSource backup = new BackupSource(directory);
        ChainHead start = Beginning.chainStart(backup, Long.MAX_VALUE);
        if (start == null) {
            return;
        }
        ChainHead head = backup.manifest().head();
        ChainProof chain = new ChainProof().startAfter(start).expect(head);
        FrameScan entries = FrameScan.of(backup, Span.ALL);
        try (Progress shown = tasks.begin("chain", "entries", entries.size())) {
            entries.run(chain, shown);
        }
        requireWhole(chain.firstContradiction());
        if (!chain.isExpectationMet()) {
            faults.add("the chain head at entry " + head.sequence() + " is not the manifest's");
        }
        requireNone();
    }

    /** Every rebuild refuses a chain that breaks: that must not wait for the day on which one is needed. */
    static void requireWhole(long brokenAt) {
        if (brokenAt > 0) {
            throw ConditionException.wrong("the chain breaks at entry " + brokenAt
                    + ", so nothing will be rebuilt from the backup; \"./bankroll journal verify DIR\" says more");
        }
    }

    /** Looks at every file's size and reads two of them: the newest and any other, so that each gets its turn. */
    public void sample(Random random, Tasks tasks) throws IOException {
        look(() -> some(random), tasks);
    }

    private List<Listed> some(Random random) {
        int newest = files.size() - 1;
        return newest <= 0 ? files : List.of(files.get(newest), files.get(random.nextInt(newest)));
    }

    /** Nothing has to be read when it is plain already that the backup isn't whole. */
    private void sizes() throws IOException {
        for (Listed file : files) {
            try {
                long bytes = Files.size(file.path());
                if (bytes != file.bytes()) {
                    faults.add(file.what() + " has " + bytes + " bytes instead of " + file.bytes());
                }
            } catch (NoSuchFileException e) {
                tellMissing(file);
            }
        }
    }

    private void bytes(List<Listed> chosen, Tasks tasks) throws IOException {
        List<Listed> some = chosen.stream().filter(file -> !read.contains(file)).toList();
        long total = some.stream().mapToLong(Listed::bytes).sum();
        if (some.isEmpty()) {
            return;
        }
        try (Progress shown = tasks.begin("check", "bytes", total)) {
            FileChecksums checksums = new FileChecksums(shown);
            for (Listed file : some) {
                bytes(file, checksums);
            }
        }
    }

    private void bytes(Listed file, FileChecksums checksums) throws IOException {
        try {
            if (checksums.of(file.path()) == file.crc32c()) {
                read.add(file);
            } else {
                faults.add(file.what() + DAMAGED);
            }
        } catch (NoSuchFileException e) {
            tellMissing(file);
        }
    }

    private void requireNone() {
        if (!faults.isEmpty()) {
            throw notWhole(directory, String.join("; ", faults));
        }
    }

    /** A backup of which this is wrong. */
    static ConditionException notWhole(Path directory, String faults) {
        return ConditionException.wrong("the backup " + directory + " is not whole: " + faults
                + "; use another copy of the backup, or begin a new one in another directory");
    }
}
