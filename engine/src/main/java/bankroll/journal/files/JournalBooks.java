package bankroll.journal.files;

import bankroll.journal.files.FileForcer.Barrier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;

/** Keeps the manifest of a journal that is being written: a file is on disk before a line says so. */
public final class JournalBooks implements AutoCloseable {
    private final Path journal;
    private Manifest manifest;
    private Manifest written;
    private final Queue<Barrier> ahead = new ConcurrentLinkedQueue<>();
    private Barrier open;

    /** Goes on from a recovered manifest. */
    public JournalBooks(Path journal, Manifest manifest) {
        this.journal = journal;
        this.manifest = manifest;
        this.written = manifest;
    }

    /** Oldest sequence kept. */
    public synchronized long firstSequence() {
        return manifest.firstSequence();
    }

    /** This file was just created: opens it, so that {@link #opened} needs no descriptor. Any thread. */
    public void ahead(JournalFile file) throws IOException {
        ahead.add(Barrier.open(file));
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
        Barrier next = ahead.poll();
        open = next == null ? Barrier.open(file) : next;
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
        for (Barrier next = ahead.poll(); next != null; next = ahead.poll()) {
            next.close();
        }
        if (open != null) {
            open.close();
            open = null;
        }
    }
}
