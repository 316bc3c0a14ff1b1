package bankroll.tools.source;

import bankroll.journal.CorruptJournalException;
import bankroll.journal.files.ClosedFile;
import bankroll.journal.files.ForcedMark;
import bankroll.journal.files.Manifest;
import bankroll.journal.reading.JournalDirectory;
import bankroll.snapshot.SnapshotStore;
import bankroll.tools.console.Summary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The files of a journal, for people: how many, how large, which is open. */
public final class JournalFiles {
    private final Location location;

    /** Of the journal at this place. */
    public JournalFiles(Location location) {
        this.location = location;
    }

    /** Adds what there is to say. */
    public void put(Summary summary) {
        if (location.isBackup()) {
            return;
        }
        Manifest manifest = new JournalDirectory(location.directory()).manifest();
        List<Summary> rows = new ArrayList<>();
        for (ClosedFile file : manifest.closed()) {
            rows.add(new Summary()
                    .put("file", file.file().name())
                    .put("sequences", file.firstSequence() + "-" + file.lastSequence())
                    .put("bytes", file.end())
                    .put("state", "closed"));
        }
        if (manifest.open() != null) {
            Path path = manifest.open().path();
            rows.add(new Summary()
                    .put("file", manifest.open().name())
                    .put("sequences", manifest.lastSequence() + 1 + "-")
                    .put("bytes", size(path))
                    .put("state", "open"));
        }
        summary.put("sync_policy", syncPolicy());
        summary.put("disk_bytes", diskBytes()).put("files", rows);
        if (location.snapshots() != null) {
            summary.put("snapshots", snapshots());
        }
    }

    /** Of the last start; null when that was before it was noted. */
    private String syncPolicy() {
        try {
            ForcedMark.Reading mark = ForcedMark.read(location.directory());
            return mark == null || mark.syncPolicy().isEmpty() ? null : mark.syncPolicy();
        } catch (CorruptJournalException e) {
            return null; // the next start makes the mark anew
        } catch (IOException e) {
            throw new UncheckedIOException("can't read the forced mark of " + location.directory(), e);
        }
    }

    private List<Summary> snapshots() {
        return new SnapshotStore(location.snapshots())
                .list().stream()
                        .map(path -> new Summary()
                                .put("snapshot", path.getFileName().toString())
                                .put("bytes", size(path)))
                        .toList();
    }

    private long diskBytes() {
        try (Stream<Path> files = Files.walk(location.directory())) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(JournalFiles::size)
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException("can't list " + location.directory(), e);
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException("can't read the size of " + file, e);
        }
    }
}
