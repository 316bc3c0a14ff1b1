package bankroll.journal.chronicle;

import bankroll.journal.files.JournalFile;
import bankroll.journal.files.OpenFile;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The durability barrier: fdatasync on a channel of our own. Chronicle's {@code sync()} covers only what is mapped now,
 * and only logs when the disk refuses.
 *
 * <p>The writer opens and adds a file once it has a frame, so that a force never lacks a descriptor; the syncer forces the
 * files in order and closes those behind which another one came.
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

    private final Queue<Barrier> added = new ConcurrentLinkedQueue<>();
    private final Opener opener;
    private Barrier current;

    FileForcer(Opener opener) {
        this.opener = opener;
    }

    /** On the files themselves. */
    static FileForcer onDisk() {
        return new FileForcer(file -> new FileBarrier(OpenFile.open(file)));
    }

    /** A new file has its first frame. Writer thread. */
    void add(JournalFile file) throws IOException {
        added.add(opener.open(file));
    }

    /** Forces all that was written to the files added so far. Syncer thread. */
    void force() throws IOException {
        Barrier next = added.poll();
        if (next == null && current != null) {
            current.force();
        }
        for (; next != null; next = added.poll()) {
            if (current != null) {
                current.force();
                current.close();
            }
            current = next;
            current.forceCreation();
        }
    }

    /** Closes without forcing. Syncer thread, or when it is over. */
    void close() throws IOException {
        for (Barrier next = added.poll(); next != null; next = added.poll()) {
            next.close();
        }
        if (current != null) {
            current.close();
            current = null;
        }
    }

    private record FileBarrier(OpenFile file) implements Barrier {
        @Override
        public void force() throws IOException {
            file.force(false);
        }

        @Override
        public void forceCreation() throws IOException {
            file.forceCreation();
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
