package bankroll.journal.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;

/**
 * A journal file held open from its beginning, with its directory until its name is on the disk: bringing it to the disk takes
 * no descriptor any more, and no failed write goes by unseen (the kernel tells one once to each channel open at the time).
 * One thread at a time.
 */
public final class OpenFile implements AutoCloseable {
    private final FileChannel bytes;
    private final FileChannel directory;

    private OpenFile(FileChannel bytes, FileChannel directory) {
        this.bytes = bytes;
        this.directory = directory;
    }

    /** Opens a file that exists. */
    public static OpenFile open(JournalFile file) throws IOException {
        FileChannel bytes = FileChannel.open(file.path(), StandardOpenOption.WRITE);
        try {
            return new OpenFile(bytes, FileChannel.open(file.path().getParent(), StandardOpenOption.READ));
        } catch (IOException | RuntimeException e) {
            bytes.close();
            throw e;
        }
    }

    /** Brings its bytes, its size and its name to the disk. Once, before all else. */
    public void forceCreation() throws IOException {
        bytes.force(true);
        directory.force(true);
        directory.close();
    }

    /** Brings its bytes to the disk, and its size where that is asked for. */
    public void force(boolean withSize) throws IOException {
        bytes.force(withSize);
    }

    @Override
    public void close() throws IOException {
        directory.close();
        bytes.close();
    }
}
