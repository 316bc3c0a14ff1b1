package bankroll.journal.files;

import bankroll.journal.Frame;
import bankroll.journal.JournalContext;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;
import org.agrona.DirectBuffer;

/**
 * How the files of a journal that is being written get to the disk, and into its manifest: a {@link FileTrack} notes what the
 * manifest will say, a {@link FileForcer} forces what was appended, and here the manifest is kept: a file is on disk before a
 * line says so.
 */
public final class JournalBooks implements AutoCloseable {
    private final Path journal;
    /** Changed by whoever has the lock. */
    private volatile Manifest manifest;

    private Manifest written;
    private final Queue<FileForcer.Barrier> ahead = new ConcurrentLinkedQueue<>();
    private FileForcer.Barrier open;

    /** Goes on from a recovered manifest. */
    public JournalBooks(Path journal, Manifest manifest) {
        this.journal = journal;
        this.manifest = manifest;
        this.written = manifest;
    }

    /** Oldest sequence kept. Any thread, and not behind a force: lookups ask. */
    public long firstSequence() {
        return manifest.firstSequence();
    }

    /** This file was just created: opens it, so that {@link #opened} needs no descriptor. Any thread. */
    public void ahead(JournalFile file) throws IOException {
        ahead.add(FileForcer.Barrier.open(file));
    }

    /** This file was created: brings its creation to the disk. A failure is final. */
    public synchronized void opened(JournalFile file) throws IOException {
        begin(file);
        manifest = manifest.withOpen(file);
    }

    /** This file is full or was left, and this one (or none) came next: brings both to the disk. A failure is final. */
    public synchronized void closed(ClosedFile file, JournalFile next) throws IOException {
        end(file);
        if (next != null) {
            begin(next);
        }
        manifest = manifest.with(file, next);
    }

    /** Writes the manifest when it changed. May be tried again: a start does without its newest lines. */
    public synchronized void write() throws IOException {
        if (manifest != written) {
            manifest.write(journal);
            written = manifest;
        }
    }

    /**
     * Removes the closed files whose last frame is older than a time and that lie wholly below a sequence, except the
     * newest closed one. The manifest forgets them first; what a crash leaves over is removed by the next start.
     *
     * @param belowSequence only asked when a file is old enough.
     * @return how many files were removed.
     */
    public int removeOlderThan(long timeMs, LongSupplier belowSequence) throws IOException {
        long old = firstSequenceSince(timeMs);
        return old <= firstSequence() ? 0 : removeBelow(Math.min(old, belowSequence.getAsLong()));
    }

    /** First sequence of the oldest closed file that reaches this time. */
    private synchronized long firstSequenceSince(long timeMs) {
        return manifest.closed().stream()
                .filter(file -> file.lastTimeMs() >= timeMs)
                .findFirst()
                .map(ClosedFile::firstSequence)
                .orElse(manifest.lastSequence());
    }

    private synchronized int removeBelow(long sequence) throws IOException {
        write();
        Manifest before = manifest;
        Manifest after = before.from(sequence);
        int removed = before.closed().size() - after.closed().size();
        if (removed > 0) {
            manifest = after;
            write();
            for (ClosedFile file : before.closed().subList(0, removed)) {
                Files.deleteIfExists(file.file().path());
            }
        }
        return removed;
    }

    private void begin(JournalFile file) throws IOException {
        FileForcer.Barrier next = ahead.poll();
        open = next == null ? FileForcer.Barrier.open(file) : next;
        open.forceCreation();
    }

    private void end(ClosedFile file) throws IOException {
        if (open == null) {
            begin(file.file());
        }
        open.force(true);
        open.close();
        open = null;
    }

    /** Closes without noting anything. */
    @Override
    public synchronized void close() throws IOException {
        for (FileForcer.Barrier next = ahead.poll(); next != null; next = ahead.poll()) {
            next.close();
        }
        if (open != null) {
            open.close();
            open = null;
        }
    }

    /** What the manifest says about a file whose frames are written, or read, one after the other. One thread. */
    public static final class FileTrack {
        private final JournalFile file;
        private long firstSequence;
        private long lastSequence;
        private int previousCrc;
        private int lastCrc;
        private long lastPosition;
        private long end;
        private long firstTimeMs;
        private long lastTimeMs;

        /** Of a file with no frame yet. */
        public FileTrack(JournalFile file) {
            this.file = file;
        }

        public JournalFile file() {
            return file;
        }

        /** Whether the file has no frame yet. */
        public boolean isEmpty() {
            return firstSequence == 0;
        }

        /** Whether a frame of this length stays within so many bytes of the file, with an index page of Chronicle's before it. */
        public boolean fits(int length, long capacity) {
            return end + length + JournalContext.OVERHEAD_BYTES / 2 <= capacity;
        }

        /** Byte behind the last frame; 0 without one. */
        public long end() {
            return end;
        }

        /** The next frame stands at this byte of the file. */
        public void add(DirectBuffer frame, int offset, int length, long position) {
            lastSequence = Frame.sequence(frame, offset);
            lastTimeMs = Frame.timeMs(frame, offset);
            lastCrc = Frame.crc(frame, offset);
            lastPosition = position;
            end = position + length;
            if (firstSequence == 0) {
                firstSequence = lastSequence;
                firstTimeMs = lastTimeMs;
                previousCrc = Frame.previousCrc(frame, offset);
            }
        }

        /** The file as it is now; null when it has no frame. */
        public ClosedFile close() {
            if (isEmpty()) {
                return null;
            }
            return new ClosedFile(
                    file,
                    firstSequence,
                    lastSequence,
                    previousCrc,
                    lastCrc,
                    lastPosition,
                    end,
                    firstTimeMs,
                    lastTimeMs);
        }
    }

    /**
     * The durability barrier: fdatasync on a channel of our own. Chronicle's {@code sync()} covers only what is mapped now,
     * and only logs when the disk refuses.
     *
     * <p>The writer opens and adds a file once it has a frame, so that a force never lacks a descriptor; the syncer forces the
     * files in order and closes those behind which another one came.
     */
    public static final class FileForcer {

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
}
