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
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;

/** Holds a backup's files against its manifest: all there, the right size, the right bytes. One thread. */
public final class BackupCheck {
    private static final int CHUNK = 1 << 20;

    private final Path directory;
    private final List<Listed> files = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();

    /** What the manifest says of a file, and how it is told. */
    private record Listed(Path path, String what, long bytes, int crc32c) {}

    /** Of the backup in this directory. */
    public BackupCheck(Path directory, BackupManifest manifest) {
        this.directory = directory;
        BackupStart start = manifest.start();
        if (!start.isWhole()) {
            String what = start.snapshot() + " (the state before entry " + start.firstSequence() + ")";
            add(start.snapshot(), what, start.bytes(), start.crc32c());
        }
        for (BackupFile file : manifest.files()) {
            String what = file.name() + " (entries " + file.firstSequence() + " to " + file.lastSequence() + ")";
            add(file.name(), what, file.bytes(), file.crc32c());
        }
    }

    private void add(String name, String what, long bytes, int crc32c) {
        files.add(new Listed(directory.resolve(name), what, bytes, crc32c));
    }

    /** Reads every file; whatever is missing, cut off or changed is told as the reason. */
    public void all(Tasks tasks) throws IOException {
        sizes();
        bytes(files, tasks);
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
        sizes();
        if (!files.isEmpty()) {
            int newest = files.size() - 1;
            List<Listed> some = newest == 0 ? files : List.of(files.get(newest), files.get(random.nextInt(newest)));
            bytes(some, tasks);
        }
    }

    /** Nothing has to be read when it is plain already that the backup isn't whole. */
    private void sizes() throws IOException {
        for (Listed file : files) {
            if (!Files.exists(file.path())) {
                faults.add(file.what() + " is missing");
            } else if (Files.size(file.path()) != file.bytes()) {
                faults.add(file.what() + " has " + Files.size(file.path()) + " bytes instead of " + file.bytes());
            }
        }
        requireNone();
    }

    private void bytes(List<Listed> some, Tasks tasks) throws IOException {
        long total = some.stream().mapToLong(Listed::bytes).sum();
        long read = 0;
        try (Progress shown = tasks.begin("check", "bytes", total)) {
            for (Listed file : some) {
                if (checksum(file.path(), read, shown) != file.crc32c()) {
                    faults.add(file.what() + " is damaged: its checksum is not the manifest's");
                }
                read += file.bytes();
            }
        }
        requireNone();
    }

    private void requireNone() {
        if (!faults.isEmpty()) {
            throw ConditionException.wrong("the backup " + directory + " is not whole: " + String.join("; ", faults)
                    + "; use another copy of the backup, or begin a new one in another directory");
        }
    }

    /** CRC32C of a whole file. */
    static int checksum(Path path, long before, Progress progress) throws IOException {
        CRC32C checksum = new CRC32C();
        ByteBuffer bytes = ByteBuffer.allocateDirect(CHUNK);
        long done = before;
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            while (channel.read(bytes) >= 0) {
                done += bytes.flip().remaining();
                checksum.update(bytes);
                bytes.clear();
                progress.show(done);
            }
        }
        return (int) checksum.getValue();
    }
}
