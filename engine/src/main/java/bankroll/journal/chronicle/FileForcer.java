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

    /** One file's way to the disk. */
    interface Barrier {
        /** Brings the file's bytes to the disk. */
        void force() throws IOException;

        /** Brings the file's size and its name to the disk too. */
        void forceCreation() throws IOException;

        void close() throws IOException;
    }

    /** Opens the barrier of a file. */
    @FunctionalInterface
    interface Opener {
        Barrier open(JournalFile file) throws IOException;
    }

    private final Queue<JournalFile> added = new ConcurrentLinkedQueue<>();
    private final Opener opener;
    private Barrier current;

    FileForcer(Opener opener) {
        this.opener = opener;
    }

    /** On the files themselves. */
    static FileForcer onDisk() {
        return new FileForcer(ChannelBarrier::open);
    }

    /** A new file has its first frame. Writer thread. */
    void add(JournalFile file) {
        added.add(file);
    }

    /** Forces all that was written to the files added so far. Syncer thread. */
    void force() throws IOException {
        JournalFile next = added.poll();
        if (next == null && current != null) {
            current.force();
        }
        for (; next != null; next = added.poll()) {
            if (current != null) {
                current.force();
                current.close();
            }
            current = opener.open(next);
            current.forceCreation();
        }
    }

    /** Closes without forcing. Syncer thread, or when it is over. */
    void close() throws IOException {
        if (current != null) {
            current.close();
            current = null;
        }
    }

    private record ChannelBarrier(FileChannel channel, JournalFile file) implements Barrier {
        private static Barrier open(JournalFile file) throws IOException {
            return new ChannelBarrier(FileChannel.open(file.path(), StandardOpenOption.WRITE), file);
        }

        @Override
        public void force() throws IOException {
            channel.force(false);
        }

        @Override
        public void forceCreation() throws IOException {
            channel.force(true);
            DurableFiles.forceDirectory(file.path().getParent());
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
