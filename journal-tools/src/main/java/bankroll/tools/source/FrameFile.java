package bankroll.tools.source;

import bankroll.journal.CorruptJournalException;
import bankroll.journal.Frame;
import bankroll.journal.FrameFault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** One file of a backup, mapped; walks its frames and checks each. One thread. */
final class FrameFile implements AutoCloseable {
    private final BackupFile file;
    private final MappedByteBuffer mapping;
    private final UnsafeBuffer buffer;

    private FrameFile(BackupFile file, MappedByteBuffer mapping) {
        this.file = file;
        this.mapping = mapping;
        buffer = new UnsafeBuffer(mapping);
    }

    static FrameFile open(Path directory, BackupFile file) {
        Path path = directory.resolve(file.name());
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            if (channel.size() != file.bytes()) {
                throw new CorruptJournalException(
                        file.name(),
                        channel.size(),
                        file.firstSequence(),
                        FrameFault.CUT_OFF,
                        "the file has " + channel.size() + " bytes, the manifest says " + file.bytes()
                                + "; use another copy of the backup");
            }
            return new FrameFile(file, channel.map(FileChannel.MapMode.READ_ONLY, 0, file.bytes()));
        } catch (IOException e) {
            throw new UncheckedIOException("can't read the backup's file", e);
        }
    }

    DirectBuffer buffer() {
        return buffer;
    }

    /** Checks the frame at this place: its layout, and that it is this sequence. */
    void require(int position, long sequence) {
        FrameFault fault = Frame.check(buffer, position, buffer.capacity() - position);
        if (fault == FrameFault.NONE && Frame.sequence(buffer, position) != sequence) {
            fault = FrameFault.WRONG_SEQUENCE;
        }
        if (fault != FrameFault.NONE) {
            throw damage(position, sequence, fault);
        }
    }

    /** Checks that the good frame at this place follows the one before. */
    void requireLink(int position, int previousCrc) {
        if (Frame.previousCrc(buffer, position) != previousCrc) {
            throw damage(position, Frame.sequence(buffer, position), FrameFault.WRONG_PREVIOUS_CRC);
        }
    }

    /** Length of the frame at this place, whose header alone is checked. */
    int length(int position, long sequence) {
        FrameFault fault = Frame.checkHeader(buffer, position, buffer.capacity() - position);
        if (fault != FrameFault.NONE) {
            throw damage(position, sequence, fault);
        }
        return Frame.length(buffer, position);
    }

    BackupFile file() {
        return file;
    }

    private CorruptJournalException damage(int position, long sequence, FrameFault fault) {
        return new CorruptJournalException(
                file.name(), position, sequence, fault, fault.text() + "; use another copy of the backup");
    }

    @Override
    public void close() {
        buffer.wrap(0, 0);
        BufferUtil.free(mapping);
    }
}
