package bankroll.tools.source;

import bankroll.journal.Frame;
import bankroll.journal.FrameLookup;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.agrona.DirectBuffer;

/** Finds a backup's frames by sequence; the places of the file asked last are kept. One thread. */
final class BackupLookup implements FrameLookup {
    private final Path directory;
    private final List<BackupFile> files;
    private FrameFile file;
    private int[] offsets;
    private int known;
    private int index;
    private int offset;

    BackupLookup(Path directory, List<BackupFile> files) {
        this.directory = directory;
        this.files = files;
    }

    @Override
    public boolean find(long sequence) {
        if (files.isEmpty()
                || sequence < files.get(0).firstSequence()
                || sequence > files.get(files.size() - 1).lastSequence()) {
            return false;
        }
        open(sequence);
        index = (int) (sequence - file.file().firstSequence());
        offset = offsetOf(index);
        file.require(offset, sequence);
        return true;
    }

    /** The frame found must follow the one before it. */
    void requireLink() {
        int before = index == 0 ? file.file().previousCrc() : Frame.crc(file.buffer(), offsets[index - 1]);
        file.requireLink(offset, before);
    }

    /** The name of the file in which the frame stands; null before any was found. */
    String fileName() {
        return file == null ? null : file.file().name();
    }

    private void open(long sequence) {
        if (file != null
                && sequence >= file.file().firstSequence()
                && sequence <= file.file().lastSequence()) {
            return;
        }
        close();
        file = FrameFile.open(directory, holding(sequence));
        offsets = new int[1024];
        known = 1;
    }

    private BackupFile holding(long sequence) {
        for (BackupFile candidate : files) {
            if (sequence <= candidate.lastSequence()) {
                return candidate;
            }
        }
        throw new IllegalStateException("sequence " + sequence + " is within the backup but in no file");
    }

    private int offsetOf(int wanted) {
        while (known <= wanted) {
            if (known == offsets.length) {
                offsets = Arrays.copyOf(offsets, 2 * known);
            }
            int last = offsets[known - 1];
            offsets[known] = last + file.length(last, file.file().firstSequence() + known - 1);
            known++;
        }
        return offsets[wanted];
    }

    @Override
    public DirectBuffer buffer() {
        return file.buffer();
    }

    @Override
    public int offset() {
        return offset;
    }

    @Override
    public int length() {
        return Frame.length(file.buffer(), offset);
    }

    @Override
    public void close() {
        if (file != null) {
            file.close();
            file = null;
        }
    }
}
