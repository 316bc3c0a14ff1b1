package bankroll.journal.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The durability barrier: fdatasync on a channel of our own. Chronicle's {@code sync()} covers only what is mapped now,
 * and only logs when the disk refuses.
 *
 * <p>The writer opens and adds a file once it has a frame, so that a force never lacks a descriptor; the syncer forces the
 * files in order and closes those behind which another one came.
 */
public final class FileForcer {

    /**
     * One file's way to the disk, held open from the file's beginning, with its directory until its name is on the disk:
     * bringing it to the disk takes no descriptor any more, and no failed write goes by unseen (the kernel tells one once
     * to each channel open at the time). One thread at a time.
     */
    public interface Barrier {
        /** Of a file that exists. */
        static Barrier open(JournalFile file) throws IOException {
            FileChannel bytes = FileChannel.open(file.path(), StandardOpenOption.WRITE);
            try {
                return new OpenFile(bytes, FileChannel.open(file.path().getParent(), StandardOpenOption.READ));
            } catch (IOException | RuntimeException e) {
                bytes.close();
                throw e;
            }
        }

        /** Brings the file's bytes, its size and its name to the disk. Once, before all else. */
        void forceCreation() throws IOException;

        /** Brings the file's bytes to the disk, and its size where that is asked for. */
        void force(boolean withSize) throws IOException;

        void close() throws IOException;
    }

    private record OpenFile(FileChannel bytes, FileChannel directory) implements Barrier {
        @Override
        public void forceCreation() throws IOException {
            bytes.force(true);
            directory.force(true);
            directory.close();
        }

        @Override
        public void force(boolean withSize) throws IOException {
            bytes.force(withSize);
        }

        @Override
        public void close() throws IOException {
            directory.close();
            bytes.close();
        }
    }

    /** Opens the barrier of a file. */
    @FunctionalInterface
    public interface Opener {
        Barrier open(JournalFile file) throws IOException;
    }

    private final Queue<Barrier> added = new ConcurrentLinkedQueue<>();
    private final Opener opener;
    private Barrier current;

    /** @param opener {@link Barrier#open} on a real disk. */
    public FileForcer(Opener opener) {
        this.opener = opener;
    }

    /** A new file has its first frame. Writer thread. */
    public void add(JournalFile file) throws IOException {
        added.add(opener.open(file));
    }

    /** Forces all that was written to the files added so far. Syncer thread. */
    public void force() throws IOException {
        Barrier next = added.poll();
        if (next == null && current != null) {
            current.force(false);
        }
        for (; next != null; next = added.poll()) {
            if (current != null) {
                current.force(false);
                current.close();
            }
            current = next;
            current.forceCreation();
        }
    }

    /** Closes without forcing. Syncer thread, or when it is over. */
    public void close() throws IOException {
        for (Barrier next = added.poll(); next != null; next = added.poll()) {
            next.close();
        }
        if (current != null) {
            current.close();
            current = null;
        }
    }
}
