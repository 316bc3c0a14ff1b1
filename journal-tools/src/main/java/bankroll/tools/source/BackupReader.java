package bankroll.tools.source;

import bankroll.journal.JournalReader;
import java.nio.file.Path;
import java.util.List;
import org.agrona.DirectBuffer;

/** Reads a backup's frames in order. One thread. */
final class BackupReader implements JournalReader {
    private final Path directory;
    private final BackupLookup frames;
    private long sequence;

    BackupReader(Path directory, List<BackupFile> files, long fromSequence) {
        this.directory = directory;
        frames = new BackupLookup(directory, files);
        long first = files.isEmpty() ? fromSequence : files.get(0).firstSequence();
        sequence = Math.max(first, fromSequence) - 1;
    }

    @Override
    public boolean next() {
        if (!frames.find(sequence + 1)) {
            return false;
        }
        frames.requireLink();
        sequence++;
        return true;
    }

    @Override
    public DirectBuffer buffer() {
        return frames.buffer();
    }

    @Override
    public int offset() {
        return frames.offset();
    }

    @Override
    public int length() {
        return frames.length();
    }

    @Override
    public long sequence() {
        return sequence;
    }

    @Override
    public String place() {
        String file = frames.fileName();
        return file == null ? directory.toString() : file + " at byte " + frames.offset();
    }

    @Override
    public void close() {
        frames.close();
    }
}
