package bankroll.journal.chronicle;

import bankroll.journal.files.DurableFiles;
import bankroll.journal.files.JournalFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The durability barrier: fdatasync on a channel of our own. Chronicle's {@code sync()} covers only what is mapped now,
 * and only logs when the disk refuses.
 *
 * <p>The writer adds a file once it has a frame; the syncer forces the files in order and closes those behind which
 * another one came.
 */
final class FileForcer {
    private final Queue<JournalFile> added = new ConcurrentLinkedQueue<>();
    private FileChannel channel;

    /** A new file has its first frame. Writer thread. */
    void add(JournalFile file) {
        added.add(file);
    }

    /** Forces all that was written to the files added so far. Syncer thread. */
    void force() throws IOException {
        for (JournalFile next = added.poll(); next != null; next = added.poll()) {
            if (channel != null) {
                channel.force(false);
                channel.close();
            }
            channel = FileChannel.open(next.path(), StandardOpenOption.WRITE);
            channel.force(true);
            DurableFiles.forceDirectory(next.path().getParent());
        }
        if (channel != null) {
            channel.force(false);
        }
    }

    /** Closes without forcing. Syncer thread, or when it is over. */
    void close() throws IOException {
        if (channel != null) {
            channel.close();
            channel = null;
        }
    }
}
