package bankroll.engine;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.journal.files.DurableFiles;
import bankroll.protocol.Fields;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Where the journal stood at a place of the log: what is behind that place in the log is behind this entry in the journal.
 * That of the log's beginning stands in a file beside the log: a log that has no other mark yet goes on from there.
 *
 * <pre>
 *   0 i32 version = 1   4 i64 sequence   12 i32 CRC of that frame   16 i64 time of the log
 * </pre>
 *
 * @param sequence of the last entry before the place; 0 for none
 * @param crc CRC32C of that entry's frame, as a 32-bit pattern; 0 for none
 * @param timeMs the log's time there, milliseconds since the epoch; 0 before the first message
 */
public record LogMark(long sequence, int crc, long timeMs) {
    /** Where a log begins that is older than any entry. */
    public static final LogMark START = new LogMark(0, 0, 0);

    /** Bytes of it. */
    public static final int BYTES = 24;

    private static final int VERSION = 1;
    private static final String BEGIN = "begin";

    /** Writes it. */
    public void put(MutableDirectBuffer target, int offset) {
        Fields fields = new Fields().write(target, offset);
        fields.putInt(VERSION).putLong(sequence).putInt(crc).putLong(timeMs);
    }

    /**
     * Reads it.
     *
     * @throws IllegalArgumentException when another version of the program has written it
     */
    public static LogMark get(DirectBuffer source, int offset) {
        Fields fields = new Fields().read(source, offset);
        int version = fields.getInt();
        if (version != VERSION) {
            throw new IllegalArgumentException("a mark of version " + version + ", this program knows " + VERSION);
        }
        return new LogMark(fields.getLong(), fields.getInt(), fields.getLong());
    }

    /** Where the log in this directory began: as its first start wrote it, or writes it now. */
    public static LogMark began(Path directory, LogMark recovered) {
        return kept(directory).orElseGet(() -> {
            try {
                recovered.begin(directory);
                return recovered;
            } catch (IOException | RuntimeException e) {
                throw notKept(directory, e);
            }
        });
    }

    /** Where the log in this directory began, if a start has written it. */
    public static Optional<LogMark> kept(Path directory) {
        Path file = directory.resolve(BEGIN);
        try {
            return Files.exists(file)
                    ? Optional.of(get(new UnsafeBuffer(Files.readAllBytes(file)), 0))
                    : Optional.empty();
        } catch (IOException | RuntimeException e) {
            throw notKept(directory, e);
        }
    }

    private static ConditionException notKept(Path directory, Exception why) {
        return new ConditionException(
                ExitCode.IO,
                "where the log of this node began can't be kept in " + directory.resolve(BEGIN) + ": " + why,
                "look at the disk and its permissions",
                why);
    }

    /** The log in this directory begins here, as another node's did. */
    public void begin(Path directory) throws IOException {
        byte[] bytes = new byte[BYTES];
        put(new UnsafeBuffer(bytes), 0);
        DurableFiles.createDirectories(directory);
        DurableFiles.replace(directory.resolve(BEGIN), bytes);
    }
}
