package bankroll.tools.backup;

import bankroll.tools.console.CommandFailure;
import bankroll.tools.console.Progress;
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
        long done = 0;
        for (BackupFile file : manifest.files()) {
            Path path = directory.resolve(file.name());
            if (!Files.exists(path)) {
                throw refuse(file, "is missing");
            }
            if (Files.size(path) != file.bytes()) {
                throw refuse(file, "has " + Files.size(path) + " bytes instead of " + file.bytes());
            }
            if (checksum(path, done, progress) != file.crc32c()) {
                throw refuse(file, "is damaged: its checksum is not the manifest's");
            }
            done += file.bytes();
        }
    }

    private static int checksum(Path path, long before, Progress progress) throws IOException {
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

    private static CommandFailure refuse(BackupFile file, String what) {
        return CommandFailure.wrong("the backup is not whole: " + file.name() + " (entries " + file.firstSequence()
                + " to " + file.lastSequence() + ") " + what + "; use another copy of the backup");
    }
}
