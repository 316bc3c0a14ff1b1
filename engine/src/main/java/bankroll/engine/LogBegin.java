package bankroll.engine;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.journal.files.DurableFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.agrona.concurrent.UnsafeBuffer;

/** Where this node's journal stood when its log began, in a file beside the log: a log that has no mark yet goes on from there. */
public final class LogBegin {
    private static final String NAME = "begin";

    private LogBegin() {}

    /** What the first start wrote, or what is written now because this is the first start. */
    public static LogMark keep(Path directory, LogMark recovered) {
        Path file = directory.resolve(NAME);
        try {
            if (Files.exists(file)) {
                return LogMark.get(new UnsafeBuffer(Files.readAllBytes(file)), 0);
            }
            write(directory, recovered);
            return recovered;
        } catch (IOException | RuntimeException e) {
            throw new ConditionException(
                    ExitCode.IO,
                    "where the log of this node began can't be kept in " + file + ": " + e,
                    "look at the disk and its permissions",
                    e);
        }
    }

    /** Writes it, as another node has it. */
    public static void write(Path directory, LogMark began) throws IOException {
        byte[] bytes = new byte[LogMark.BYTES];
        began.put(new UnsafeBuffer(bytes), 0);
        DurableFiles.createDirectories(directory);
        DurableFiles.replace(directory.resolve(NAME), bytes);
    }
}
