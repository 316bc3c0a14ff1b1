package bankroll.cluster;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.engine.LogMark;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.agrona.concurrent.UnsafeBuffer;

/** Where this node's journal stood when its log began: a log that has no mark yet goes on from there. */
final class BeginFile {
    private static final String NAME = "begin";

    private BeginFile() {}

    /** What the first start wrote, or what is written now because this is the first start. */
    static LogMark keep(Path directory, LogMark recovered) {
        Path file = directory.resolve(NAME);
        try {
            if (Files.exists(file)) {
                return LogMark.get(new UnsafeBuffer(Files.readAllBytes(file)), 0);
            }
            write(directory, file, recovered);
            return recovered;
        } catch (IOException | RuntimeException e) {
            throw new ConditionException(
                    ExitCode.IO,
                    "where the log of this node began can't be kept in " + file + ": " + e,
                    "look at the disk and its permissions",
                    e);
        }
    }

    private static void write(Path directory, Path file, LogMark mark) throws IOException {
        byte[] bytes = new byte[LogMark.BYTES];
        mark.put(new UnsafeBuffer(bytes), 0);
        Files.createDirectories(directory);
        Path part = directory.resolve(NAME + ".part");
        try (FileChannel channel = FileChannel.open(
                part, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            channel.write(ByteBuffer.wrap(bytes));
            channel.force(true);
        }
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        try (FileChannel names = FileChannel.open(directory)) {
            names.force(true);
        }
    }
}
