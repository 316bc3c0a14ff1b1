package bankroll.tools.backup;

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
        open(holding(sequence));
        offset = offsetOf((int) (sequence - file.file().firstSequence()));
        int previousCrc = Frame.previousCrc(file.buffer(), offset);
        file.require(offset, sequence, previousCrc);
        return true;
    }

    private BackupFile holding(long sequence) {
        for (BackupFile candidate : files) {
            if (sequence <= candidate.lastSequence()) {
                return candidate;
            }
        }
        throw new IllegalStateException("sequence " + sequence + " is within the backup but in no file");
    }

    private void open(BackupFile wanted) {
        if (file == null || !file.file().equals(wanted)) {
            close();
            file = FrameFile.open(directory, wanted);
            offsets = new int[1024];
            known = 1;
        }
    }

    private int offsetOf(int index) {
        while (known <= index) {
            if (known == offsets.length) {
                offsets = Arrays.copyOf(offsets, 2 * known);
            }
            int last = offsets[known - 1];
            offsets[known] = last + file.length(last, file.file().firstSequence() + known - 1);
            known++;
        }
        return offsets[index];
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
