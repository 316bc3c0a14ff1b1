package bankroll.tools.source;

import bankroll.journal.CorruptJournalException;
import bankroll.journal.Frame;
import bankroll.journal.FrameFault;
import bankroll.journal.FrameLookup;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalSource;
import bankroll.tools.source.BackupManifest.BackupFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A backup, read as if it were a journal, up to the entry with which it ended when this was made: a thread for each reader. Takes
 * no lock, changes nothing.
 */
public final class BackupSource implements JournalSource {
    private final Path directory;
    private final BackupManifest manifest;

    /** The backup in this directory. */
    public BackupSource(Path directory) {
        this.directory = directory;
        manifest = BackupManifest.load(directory);
    }

    /** What it must hold. */
    public BackupManifest manifest() {
        return manifest;
    }

    @Override
    public long firstSequence() {
        return manifest.start().firstSequence();
    }

    @Override
    public long listedSequence() {
        return manifest.lastSequence();
    }

    @Override
    public JournalReader reader(long fromSequence) {
        return new Frames(fromSequence);
    }

    @Override
    public FrameLookup lookup() {
        return new Frames(firstSequence());
    }

    /** Its frames, in order or by sequence, each one checked. The file asked last stays mapped, and the places in it are kept. */
    private final class Frames implements JournalReader, FrameLookup {
        private List<BackupFile> files = manifest.files();
        private final UnsafeBuffer buffer = new UnsafeBuffer(0, 0);
        /** The frame that {@link #next} came to. */
        private long sequence;
        /** The file that is mapped; null: none. */
        private BackupFile file;

        private MappedByteBuffer mapping;
        /** Where the first frames of the file stand, as many as are known. */
        private int[] offsets;

        private int known;
        private int index;
        private int offset;

        private Frames(long fromSequence) {
            sequence = Math.max(firstSequence(), fromSequence) - 1;
        }

        @Override
        public boolean next() {
            if (!find(sequence + 1)) {
                return false;
            }
            requireLink();
            sequence++;
            return true;
        }

        @Override
        public boolean find(long wanted) {
            if (wanted < firstSequence() || wanted > listedSequence()) {
                return false;
            }
            open(wanted);
            index = (int) (wanted - file.firstSequence());
            offset = offsetOf(index);
            FrameFault fault = Frame.check(buffer, offset, buffer.capacity() - offset);
            boolean isAnother = fault == FrameFault.NONE && Frame.sequence(buffer, offset) != wanted;
            requireGood(isAnother ? FrameFault.WRONG_SEQUENCE : fault, offset, wanted);
            return true;
        }

        /** The frame found must follow the one before it. */
        private void requireLink() {
            int before = index == 0 ? file.previousCrc() : Frame.crc(buffer, offsets[index - 1]);
            boolean follows = Frame.previousCrc(buffer, offset) == before;
            requireGood(follows ? FrameFault.NONE : FrameFault.WRONG_PREVIOUS_CRC, offset, sequence + 1);
        }

        /** Steps from frame to frame, of which the headers alone are checked. */
        private int offsetOf(int wanted) {
            while (known <= wanted) {
                if (known == offsets.length) {
                    offsets = Arrays.copyOf(offsets, 2 * known);
                }
                int last = offsets[known - 1];
                FrameFault fault = Frame.checkHeader(buffer, last, buffer.capacity() - last);
                requireGood(fault, last, file.firstSequence() + known - 1);
                offsets[known] = last + Frame.length(buffer, last);
                known++;
            }
            return offsets[wanted];
        }

        private void requireGood(FrameFault fault, int position, long expected) {
            if (fault != FrameFault.NONE) {
                throw damage(file, position, expected, fault, fault.text());
            }
        }

        private static CorruptJournalException damage(
                BackupFile file, long position, long expected, FrameFault fault, String what) {
            return new CorruptJournalException(
                    file.name(), position, expected, fault, what + "; use another copy of the backup");
        }

        private void open(long wanted) {
            if (file != null && wanted >= file.firstSequence() && wanted <= file.lastSequence()) {
                return;
            }
            close();
            file = mapped(wanted);
            buffer.wrap(mapping);
            offsets = new int[1024];
            known = 1;
        }

        /** Maps the file that holds this entry. */
        private BackupFile mapped(long wanted) {
            BackupFile next = holding(wanted);
            while (true) {
                try {
                    mapping = map(next);
                    return next;
                } catch (NoSuchFileException gone) {
                    next = inPlaceOf(next, wanted, gone);
                } catch (IOException e) {
                    throw unreadable(e);
                }
            }
        }

        /** A run may have put it together with others since the manifest was read: then that names the one to read. */
        private BackupFile inPlaceOf(BackupFile missing, long wanted, NoSuchFileException gone) {
            files = BackupManifest.load(directory).files();
            BackupFile other = holding(wanted);
            if (other == null || other.equals(missing)) {
                throw unreadable(gone);
            }
            return other;
        }

        private static UncheckedIOException unreadable(IOException cause) {
            return new UncheckedIOException("can't read the backup's file", cause);
        }

        /** The file with this entry; null when there is none. */
        private BackupFile holding(long wanted) {
            int low = 0;
            int high = files.size();
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (files.get(middle).lastSequence() < wanted) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low < files.size() ? files.get(low) : null;
        }

        private MappedByteBuffer map(BackupFile next) throws IOException {
            try (FileChannel channel = FileChannel.open(directory.resolve(next.name()), StandardOpenOption.READ)) {
                long bytes = channel.size();
                if (bytes != next.bytes()) {
                    String what = "the file has " + bytes + " bytes, the manifest says " + next.bytes();
                    throw damage(next, bytes, next.firstSequence(), FrameFault.CUT_OFF, what);
                }
                return channel.map(FileChannel.MapMode.READ_ONLY, 0, bytes);
            }
        }

        @Override
        public DirectBuffer buffer() {
            return buffer;
        }

        @Override
        public int offset() {
            return offset;
        }

        @Override
        public int length() {
            return Frame.length(buffer, offset);
        }

        @Override
        public long sequence() {
            return sequence;
        }

        @Override
        public String place() {
            return file == null ? directory.toString() : file.name() + " at byte " + offset;
        }

        @Override
        public void close() {
            if (file != null) {
                file = null;
                buffer.wrap(0, 0);
                BufferUtil.free(mapping);
            }
        }
    }
}
