package bankroll.tools.backup;

import bankroll.journal.Frame;
import bankroll.journal.JournalReader;
import java.nio.file.Path;
import java.util.List;
import org.agrona.DirectBuffer;

/** Reads a backup's frames in order. One thread. */
final class BackupReader implements JournalReader {
    private final Path directory;
    private final List<BackupFile> files;
    private int index;
    private FrameFile file;
    private int position;
    private int nextPosition;
    private long sequence;
    private int crc;

    BackupReader(Path directory, List<BackupFile> files, long fromSequence) {
        this.directory = directory;
        this.files = files;
        sequence = fromSequence - 1;
        while (index < files.size() && files.get(index).lastSequence() < fromSequence) {
            index++;
        }
        if (index < files.size()) {
            skipTo(fromSequence);
        }
    }

    @Override
    public boolean next() {
        while (file != null && file.isEnd(nextPosition)) {
            closeFile();
            index++;
            openFile();
        }
        if (file == null) {
            return false;
        }
        file.require(nextPosition, sequence + 1, crc);
        position = nextPosition;
        accept();
        return true;
    }

    private void skipTo(long fromSequence) {
        openFile();
        sequence = files.get(index).firstSequence() - 1;
        crc = files.get(index).previousCrc();
        while (sequence + 1 < fromSequence) {
            file.length(nextPosition, sequence + 1);
            position = nextPosition;
            accept();
        }
    }

    private void accept() {
        sequence++;
        crc = Frame.crc(file.buffer(), position);
        nextPosition = position + Frame.length(file.buffer(), position);
    }

    private void openFile() {
        if (index < files.size()) {
            file = FrameFile.open(directory, files.get(index));
            nextPosition = 0;
        }
    }

    private void closeFile() {
        if (file != null) {
            file.close();
            file = null;
        }
    }

    @Override
    public DirectBuffer buffer() {
        return file.buffer();
    }

    @Override
    public int offset() {
        return position;
    }

    @Override
    public int length() {
        return Frame.length(file.buffer(), position);
    }

    @Override
    public long sequence() {
        return sequence;
    }

    @Override
    public String place() {
        return file == null ? directory.toString() : file.file().name() + " at byte " + position;
    }

    @Override
    public void close() {
        closeFile();
    }
}
