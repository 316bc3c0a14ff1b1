package bankroll.journal.files;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The right of one process to work on a directory: an operating system lock on its file {@code LOCK}, which holds the
 * owner's pid for those who come too late. The kernel gives it back when the process dies, however it dies.
 */
public final class DirectoryLock implements AutoCloseable {
    /** Name of the lock's file. */
    public static final String FILE = "LOCK";

    /** What helps while another process holds that of a service's journal. */
    public static final String OF_A_SERVICE = "stop that one first, or give this one its own data directory";

    /** POSIX drops a process's lock when any of its channels on the file is closed: a second one is never opened. */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private static final Logger LOG = LoggerFactory.getLogger(DirectoryLock.class);
    private static final int PID_LENGTH = 20;

    private final Path key;
    private final FileChannel channel;

    private DirectoryLock(Path key, FileChannel channel) {
        this.key = key;
        this.channel = channel;
    }

    /**
     * Takes the lock of an existing directory.
     *
     * @param cure what helps while another process holds it
     * @throws DirectoryLockedException when another process, or another part of this one, holds it.
     */
    public static DirectoryLock acquire(Path directory, String cure) throws IOException {
        Path key = directory.toRealPath();
        if (!HELD.add(key)) {
            throw new DirectoryLockedException(
                    directory, ProcessHandle.current().pid(), cure);
        }
        try {
            return new DirectoryLock(key, lock(directory, cure));
        } catch (IOException | RuntimeException e) {
            HELD.remove(key);
            throw e;
        }
    }

    private static FileChannel lock(Path directory, String cure) throws IOException {
        FileChannel channel = FileChannel.open(
                directory.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            if (!tryLock(channel)) {
                throw new DirectoryLockedException(directory, readPid(channel), cure);
            }
            tellPid(channel);
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static boolean tryLock(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    private static long readPid(FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(PID_LENGTH);
        channel.read(bytes, 0);
        String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII).trim();
        return text.matches("\\d{1,18}") ? Long.parseLong(text) : 0;
    }

    /** Written over the one before, and only information: it may not fail on a full disk. */
    private static void tellPid(FileChannel channel) {
        String pid = String.format(
                Locale.ROOT,
                "%-" + (PID_LENGTH - 1) + "d\n",
                ProcessHandle.current().pid());
        try {
            channel.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.US_ASCII)), 0);
        } catch (IOException e) {
            LOG.debug("The pid can't be written into the lock's file", e);
        }
    }

    /** Gives the lock back; the file stays. */
    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new IllegalStateException("can't give back the lock of " + key, e);
        } finally {
            HELD.remove(key);
        }
    }

    /** Another process works on this directory. */
    public static final class DirectoryLockedException extends ConditionException {
        private static final long serialVersionUID = 1L;

        /** @param holderPid the process that holds the lock; 0 when it left no number. */
        DirectoryLockedException(Path directory, long holderPid, String cure) {
            super(
                    ExitCode.IN_USE,
                    directory + " is in use by " + (holderPid == 0 ? "another process" : "process " + holderPid),
                    cure);
        }
    }
}
