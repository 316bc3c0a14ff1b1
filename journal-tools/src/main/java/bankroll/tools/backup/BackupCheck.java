package bankroll.tools.backup;

import bankroll.condition.ConditionException;
import bankroll.tools.console.Progress;
import bankroll.tools.source.BackupFile;
import bankroll.tools.source.BackupManifest;
import bankroll.tools.source.BackupStart;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/** Holds a backup's files against its manifest: all there, the right size, the right bytes. */
public final class BackupCheck {
    private static final int CHUNK = 1 << 20;

    private BackupCheck() {}

    /** Reads every file; the first that is missing, cut off or changed is told as the reason. */
    public static void run(Path directory, BackupManifest manifest, Progress progress) throws IOException {
        BackupStart start = manifest.start();
        if (!start.isWhole()) {
            String what = start.snapshot() + " (the state before entry " + start.firstSequence() + ")";
            check(directory.resolve(start.snapshot()), what, start.bytes(), start.crc32c(), 0, progress);
        }
        long done = start.bytes();
        for (BackupFile file : manifest.files()) {
            String what = file.name() + " (entries " + file.firstSequence() + " to " + file.lastSequence() + ")";
            check(directory.resolve(file.name()), what, file.bytes(), file.crc32c(), done, progress);
            done += file.bytes();
        }
    }

    private static void check(Path path, String what, long bytes, int crc32c, long done, Progress progress)
            throws IOException {
        if (!Files.exists(path)) {
            throw refuse(what, "is missing");
        }
        if (Files.size(path) != bytes) {
            throw refuse(what, "has " + Files.size(path) + " bytes instead of " + bytes);
        }
        if (checksum(path, done, progress) != crc32c) {
            throw refuse(what, "is damaged: its checksum is not the manifest's");
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

    private static ConditionException refuse(String file, String what) {
        return ConditionException.wrong(
                "the backup is not whole: " + file + " " + what + "; use another copy of the backup");
    }
}
