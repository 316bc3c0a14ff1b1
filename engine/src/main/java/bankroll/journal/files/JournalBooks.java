package bankroll.journal.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Keeps the manifest of a journal that is being written: one change at a time, each on disk before it returns. */
public final class JournalBooks {
    private final Path journal;
    private Manifest manifest;

    /** Goes on from a recovered manifest. */
    public JournalBooks(Path journal, Manifest manifest) {
        this.journal = journal;
        this.manifest = manifest;
    }

    /** Oldest sequence kept. */
    public synchronized long firstSequence() {
        return manifest.firstSequence();
    }

    /** This file was created; brings its creation to the disk and notes it. */
    public synchronized void opened(JournalFile file) throws IOException {
        forceCreation(file);
        write(manifest.withOpen(file));
    }

    /** This file is full or was left; brings it to the disk and notes it, and the file that came next (or null). */
    public synchronized void closed(ClosedFile file, JournalFile next) throws IOException {
        DurableFiles.forceFile(file.file().path());
        if (next != null) {
            forceCreation(next);
        }
        write(manifest.with(file, next));
    }

    /**
     * Removes the closed files that lie wholly below a sequence, except the newest closed one. The manifest forgets
     * them first; what a crash leaves over is removed by the next start.
     *
     * @return how many files were removed.
     */
    public synchronized int removeBelow(long sequence) throws IOException {
        Manifest before = manifest;
        Manifest after = before.from(Math.min(sequence, before.lastSequence()));
        int removed = before.closed().size() - after.closed().size();
        if (removed > 0) {
            write(after);
            for (ClosedFile file : before.closed().subList(0, removed)) {
                Files.deleteIfExists(file.file().path());
            }
        }
        return removed;
    }

    private static void forceCreation(JournalFile file) throws IOException {
        DurableFiles.forceFile(file.path());
        DurableFiles.forceDirectory(file.path().getParent());
    }

    private void write(Manifest next) throws IOException {
        ManifestCodec.write(journal, next);
        manifest = next;
    }
}
